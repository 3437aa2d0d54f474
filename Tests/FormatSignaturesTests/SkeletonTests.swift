import Foundation
import TestSupport
import Testing
import UTIDataFormats
import UTIFormatSignatures
import UTITypeDeclarations
import UTITypeDetection

/// The skeleton suite of PRONOM, and the answers of another program for it.
@Suite("The skeleton suite", .requires(.corpora))
struct SkeletonTests {
  private static let folder = (Corpora.directory ?? "") + "/pronom"

  private static var isPresent: Bool {
    FileManager.default.fileExists(atPath: folder + "/skeleton")
  }

  private static func contents(_ prefix: String) throws -> FormatSignatureReader.Contents {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let name = try #require(names.first { $0.hasPrefix(prefix) && $0.hasSuffix(".xml") })
    let bytes = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
    let (contents, findings) = try FormatSignatureReader.read([UInt8](bytes))
    #expect(findings.allSatisfy { $0.severity != .error }, "\(findings)")
    return contents
  }

  private static func identifier() throws -> FormatIdentifier {
    guard case .signatures(let file) = try contents("DROID_SignatureFile"),
      case .containers(let containers) = try contents("container-signature")
    else { throw CocoaError(.fileReadCorruptFile) }
    return FormatIdentifier(file, containers: containers)
  }

  private static func answer(_ identifier: FormatIdentifier, _ path: String) throws -> FormatAnswer
  {
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    let size = try file.seekToEnd()
    return identifier.answer(
      forFile: file.fileDescriptor, size: Int(size), named: (path as NSString).lastPathComponent)
  }

  /// The format that a name states, such as `fmt-18-signature-id-1.pdf`.
  private static func format(ofName name: String) -> String? {
    name.firstMatch(of: /^(x-fmt|fmt)-(\d+)-/).map { "\($0.1)/\($0.2)" }
  }

  @Test("At least 995 of 1,000 files have the format of their name")
  func skeletons() throws {
    guard Self.isPresent else { return }
    let identifier = try Self.identifier()
    let root = Self.folder + "/skeleton"
    var count = 0
    var wrong: [String] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
      guard let expected = Self.format(ofName: (path as NSString).lastPathComponent) else {
        continue
      }
      count += 1
      let found = try Self.answer(identifier, "\(root)/\(path)").matches.map(\.format.puid)
      if found != [expected] { wrong.append("\(path): \(found)") }
    }
    #expect(count > 1000)
    #expect(wrong.count * 200 <= count, "\(wrong)")
  }

  @Test("Signatures of a release that are compiled and read give the same answers")
  func compiled() throws {
    guard Self.isPresent else { return }
    guard case .signatures(let file) = try Self.contents("DROID_SignatureFile"),
      case .containers(let containers) = try Self.contents("container-signature")
    else { throw CocoaError(.fileReadCorruptFile) }
    let read = try CompiledSignatures(CompiledSignatures(file, containers: containers).bytes)
    #expect(read.formats.formats.count == file.formats.count)
    #expect(read.formats.signatures.count == file.signatures.count)
    #expect(read.containers?.signatures.count == containers.signatures.count)
    let original = FormatIdentifier(file, containers: containers)
    let compiled = FormatIdentifier(read.formats, containers: read.containers)
    let root = Self.folder + "/skeleton"
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
      var expected = try Self.answer(original, "\(root)/\(path)")
      var answer = try Self.answer(compiled, "\(root)/\(path)")
      #expect(answer.matches.map(\.basis) == expected.matches.map(\.basis), "\(path)")
      #expect(
        answer.matches.map(\.format.puid) == expected.matches.map(\.format.puid), "\(path)")
      // The formats have other positions.
      (answer.matches, expected.matches) = ([], [])
      #expect(answer == expected, "\(path)")
    }
  }

  @Test("Of 1,000 real files, at most 5 have another format than by the other program")
  func realFiles() throws {
    guard Self.isPresent else { return }
    let identifier = try Self.identifier()
    let table = try String(contentsOfFile: Self.folder + "/siegfried.tsv", encoding: .utf8)
    var count = 0
    var different: [String] = []
    for line in table.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      // Text with an extension of other formats has no answer there, and is text here.
      guard fields.count > 1, !fields[0].contains("/skeleton/"), fields[1] != "UNKNOWN",
        let path = Corpora.directory.map({ "\($0)/\(fields[0])" }),
        FileManager.default.fileExists(atPath: path)
      else { continue }
      count += 1
      let found = try Self.answer(identifier, path).matches.map(\.format.puid)
      if !found.contains(fields[1]) { different.append("\(fields[0]): \(found)") }
    }
    #expect(different.count * 200 <= count, "\(different)")
  }
}
