import SystemPackage
package import UTICommandOutput
import UTIDocumentStorage
import UTIPlatform

/// The directory that a site is written to.
///
/// Each file is complete before it gets its name. Files are not flushed, which takes minutes. A
/// list of files distinguishes a site from other directories and has the files of an earlier one.
package struct SiteFolder: Sendable {
  package static let listName = ".uti-site"
  private static let heading = "A site that uti site wrote. Its files:"

  private let path: FilePath
  /// The files of the previous site.
  private let formerNames: Set<String>
  private let inputs: InputFiles

  /// A forced directory may have other files, which stay unless the site has the name.
  package init(_ path: String, isForced: Bool, inputs: InputFiles = InputFiles([])) throws {
    self.path = FilePath(text: path)
    self.inputs = inputs
    formerNames = Self.names(in: self.path.appending(Self.listName))
    try FileChange.makeDirectories(self.path)
    guard formerNames.isEmpty, !isForced, try !Self.isEmpty(self.path) else { return }
    throw CommandFailure(
      .inputOutput,
      "\(path): the directory is not empty and holds no site; name another one, or add --force")
  }

  /// Even an incomplete directory is then recognised as a site.
  package func begin(_ names: [String]) throws {
    let folder = path.appending(SiteAddress.folder)
    try FileChange.makeDirectories(folder)
    if FileStatus.present(at: folder, followsLinks: false)?.kind == .symbolicLink {
      throw CommandFailure(
        .inputOutput,
        "\(folder.text): this is a link, and the site would be written to its target; remove it")
    }
    let names = formerNames.union(names)
    for name in names { try inputs.refuse(output: path.appending(text: name).text) }
    try writeList(Array(names))
  }

  /// Equal files of the previous site stay: renaming makes disks wait and shows a change.
  package func write(_ text: String, to name: String) throws(CommandFailure) {
    let bytes = Array(text.utf8)
    let file = path.appending(text: name)
    if formerNames.contains(name), (try? RegularFile(at: file).bytes) == bytes { return }
    do throws(SafeWritingError) {
      _ = try bytes.withUnsafeBytes { bytes in
        Result { () throws(SafeWritingError) in
          try Self.writer.write(bytes, to: file, .createOrOverwrite)
        }
      }.get()
    } catch {
      throw CommandFailure(notWritten: error)
    }
  }

  private static let writer: SafeWriter = {
    var options = SafeWriter.Options()
    options.synchronizes = false
    // Another name of a file may be outside the site.
    options.preservesHardLinks = false
    return SafeWriter(options: options)
  }()

  /// Removes the files that only the previous site had.
  package func finish(_ names: [String]) throws {
    for name in formerNames.subtracting(names) {
      try FileChange.remove(path.appending(text: name))
    }
    try writeList(names)
  }

  private func writeList(_ names: [String]) throws {
    let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    try write(([Self.heading] + sorted).joined(separator: "\n") + "\n", to: Self.listName)
  }

  /// Only names that a site can have, since the files are going to be removed.
  private static func names(in path: FilePath) -> Set<String> {
    guard let bytes = try? RegularFile(at: path).bytes,
      let text = String(validating: bytes, as: UTF8.self)
    else { return [] }
    let lines = text.split(separator: "\n")
    guard lines.first == heading[...] else { return [] }
    return Set(lines.dropFirst().filter(isNameOfSite).map(String.init))
  }

  private static func isNameOfSite(_ name: Substring) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else { return false }
    switch parts.count {
    case 1:
      return ["index.html", SiteStyle.name, SiteScript.name, SiteDropPage.name]
        .contains { $0 == name }
    case 2: return parts[0] == SiteAddress.folder && name.hasSuffix(".html")
    default: return false
    }
  }

  private static func isEmpty(_ path: FilePath) throws -> Bool {
    do throws(Errno) {
      return try DirectoryListing(of: path, limit: 1).items.isEmpty
    } catch {
      throw FileChange.failure(path, "cannot be used", error)
    }
  }
}
