internal import Foundation
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIPlatform

/// A file wrapper and its children at one moment, which is written on another thread while the
/// wrappers are used.
package struct FileTree: Sendable {
  enum Content: Sendable {
    /// A file; nil for bytes that are not read yet.
    case regularFile(Data?)
    case directory([String: FileTree])
    case unreadDirectory
    /// A symbolic link and its destination, which is never followed (rule M7).
    case symbolicLink(FilePath)
  }

  var content: Content
  var filename: String?
  var preferredFilename: String?
  /// The name on disk if it differs from the key of the item.
  var nameOnDisk: NameOnDisk?
  /// The locations of the item on disk, the newest first; empty if it was never written.
  var origins: [FileOrigin] = []
  /// Attributes that were set and differ from the attributes on disk.
  var attributes = FileAttributes()

  /// The permissions to set; nil for the default of new items.
  var permissions: FilePermissions? {
    attributes.permissions ?? origins.first?.status.permissions
  }

  func changesAttributes(of status: FileStatus) -> Bool {
    attributes.permissions.map { $0 != status.permissions } ?? false
      || attributes.modificationTime.map { $0 != status.modified } ?? false
  }

  var path: FilePath { origins.first?.path ?? FilePath(filename ?? preferredFilename ?? "") }
}

extension FileTree {
  /// Returns the name as a component of a path; nil if an item cannot have it (rule M5).
  static func component(_ name: String) -> FilePath.Component? {
    isName(name) ? FilePath.Component(name) : nil
  }

  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".." && name.utf8.count <= FileName.longest
      && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
  }

  /// "name 2.txt", "name 3.txt" and so on, of a length that an item can have (rule E12).
  static func uniqueName(_ name: String, isTaken: (String) -> Bool) -> String {
    guard isTaken(name) else { return name }
    var number = 2
    while true {
      let numbered = FileName.numbered(name, number)
      if !isTaken(numbered) { return numbered }
      number += 1
    }
  }
}
