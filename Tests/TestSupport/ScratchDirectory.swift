internal import Foundation
public import SystemPackage

/// A directory that lives as long as a test, with its contents as a value that can be compared.
public final class ScratchDirectory: Sendable {
  /// The path of the directory.
  public let path: FilePath

  /// Makes a directory with files.
  ///
  /// - Parameters:
  ///   - files: the texts of files by relative path; a path that ends in a slash is an empty directory.
  ///   - parent: the directory to make it in; nil for one in memory.
  /// - Throws: the error of the file system.
  public init(_ files: [String: String] = [:], in parent: String? = nil) throws {
    // Memory is faster than a disk, and tests of crashes make many thousand of these.
    let memory = "/dev/shm"
    let parent =
      parent
      ?? (FileManager.default.isWritableFile(atPath: memory)
        ? memory : FileManager.default.temporaryDirectory.path(percentEncoded: false))
    // A short name, because paths are slow to take apart in debug builds.
    let number = UInt32.random(in: 0 ... .max)
    path = FilePath(parent).appending("d-\(String(number, radix: 36))")
    try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
    for (name, text) in files {
      let place = path.pushing(FilePath(name))
      let directory = name.hasSuffix("/") ? place : place.removingLastComponent()
      try FileManager.default.createDirectory(
        atPath: directory.string, withIntermediateDirectories: true)
      if !name.hasSuffix("/") { try Data(text.utf8).write(to: URL(filePath: place.string)) }
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path.string)
  }

  /// Reads everything in the directory: texts of files, destinations of links after an arrow.
  public func contents() throws -> [String: String] {
    var contents: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path.string) {
      let place = path.pushing(FilePath(name)).string
      let attributes = try FileManager.default.attributesOfItem(atPath: place)
      switch attributes[.type] as? FileAttributeType {
      case .typeDirectory: contents[name + "/"] = ""
      case .typeSymbolicLink:
        contents[name] = try "-> " + FileManager.default.destinationOfSymbolicLink(atPath: place)
      default:
        contents[name] = try String(decoding: Data(contentsOf: URL(filePath: place)), as: UTF8.self)
      }
    }
    return contents
  }
}
