import Foundation
import TestSupport
import Testing

/// The folders of UTITypeDetection, each of which uses only types of folders before it.
struct FolderGraphTests {
  /// The folders in the order in which they may use each other.
  ///
  /// The readers of evidence use none of each other.
  private static let order = [
    "Files", "Bytes", "Findings", "Evidence", "Weighing", "Verdict", "Detector", "Items", "Formats",
    "Archives",
  ]

  private static let sources = RepositoryFiles.path("Sources/UTITypeDetection")

  /// The Swift files below a folder, with their text without comments.
  private static func files(in folder: String) throws -> [String] {
    let root = "\(sources)/\(folder)"
    let names = try #require(FileManager.default.enumerator(atPath: root))
      .compactMap { $0 as? String }
    return try names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
      try String(contentsOfFile: "\(root)/\(name)", encoding: .utf8)
        .split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
        .joined(separator: "\n")
    }
  }

  /// The types that files declare outside of other types.
  private static func declared(in files: [String]) -> Set<String> {
    let declaration =
      /^(?:(?:public|package|final|indirect) )*(?:struct|class|enum|protocol) ([A-Z]\w*)/
    return Set(
      files.flatMap { file in
        file.split(separator: "\n")
          .compactMap { $0.prefixMatch(of: declaration).map { String($0.output.1) } }
      })
  }

  /// The words of files that are not types nested in their own.
  private static func words(of files: [String]) -> Set<String> {
    let nested = /(?:struct|class|enum|protocol) ([A-Z]\w*)/
    let words = files.flatMap { file in
      file.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    }
    return Set(words).subtracting(
      files.flatMap { $0.matches(of: nested).map { String($0.output.1) } })
  }

  @Test("A folder uses no type of a later folder")
  func noCircle() throws {
    let folders = try Self.order.map { (name: $0, files: try Self.files(in: $0)) }
    for (place, folder) in folders.enumerated() {
      #expect(!folder.files.isEmpty, "\(folder.name)")
      let words = Self.words(of: folder.files)
      for later in folders[(place + 1)...] {
        let used = Self.declared(in: later.files).intersection(words)
        #expect(used.isEmpty, "\(folder.name) uses \(used.sorted()) of \(later.name)")
      }
    }
  }

  @Test("No reader of evidence uses another")
  func readersApart() throws {
    let root = "\(Self.sources)/Evidence"
    let names = try FileManager.default.contentsOfDirectory(atPath: root).sorted()
    #expect(names.count == 6, "\(names)")
    for name in names {
      let words = Self.words(of: try Self.files(in: "Evidence/\(name)"))
      for other in names where other != name {
        let used = Self.declared(in: try Self.files(in: "Evidence/\(other)")).intersection(words)
        #expect(used.isEmpty, "\(name) uses \(used.sorted()) of \(other)")
      }
    }
  }

  @Test("Every file is in one of the folders")
  func allFolders() throws {
    let found = try FileManager.default.contentsOfDirectory(atPath: Self.sources)
    #expect(Set(found) == Set(Self.order))
  }
}
