import Foundation
import SystemPackage
import UniformDocuments

/// A package of 1,000 children of 4 KiB, of which each save changes one.
final class SavedPackage {
  private let package: URL
  private let floor: URL
  private let names = (0..<1_000).map { "child-\($0)" }
  private let contents = Data(repeating: 66, count: 4_096)
  private let wrapper: FileWrapper

  init(in folder: String) throws {
    let folder = URL(filePath: folder)
    package = folder.appending(path: "package")
    floor = folder.appending(path: "floor")
    try FileManager.default.createDirectory(at: floor, withIntermediateDirectories: true)
    var children: [String: FileWrapper] = [:]
    for name in names { children[name] = FileWrapper(regularFileWithContents: contents) }
    wrapper = FileWrapper(directoryWithFileWrappers: children)
    if FileManager.default.fileExists(atPath: package.path) {
      try FileManager.default.removeItem(at: package)
    }
    try wrapper.write(to: package, options: .withNameUpdating, originalContentsURL: nil)
  }

  /// Writes every child, in a folder next to the package.
  func writeAll() throws {
    for name in names { try contents.write(to: floor.appending(path: name), options: .atomic) }
  }

  /// Writes one child there.
  func writeOne() throws {
    try contents.write(to: floor.appending(path: names[500]), options: .atomic)
  }

  func save(_ options: SafeWriter.Options) throws {
    if let old = wrapper.fileWrappers?["child-500"] { wrapper.removeFileWrapper(old) }
    wrapper.addRegularFile(withContents: contents, preferredFilename: "child-500")
    try SafeWriter(options: options).write(to: FilePath(package.path), .overwrite) { path in
      try wrapper.write(
        to: URL(filePath: path.string), options: .withNameUpdating, originalContentsURL: package)
    }
  }
}
