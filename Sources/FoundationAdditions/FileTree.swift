internal import Foundation
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIPlatform

/// The state of a file wrapper and its children at one moment.
///
/// Writing uses such a tree, so it can run on another thread while the wrappers are used.
package struct FileTree: Sendable {
  enum Content: Sendable {
    /// A file; nil for bytes that are not read yet.
    case regularFile(Data?)
    /// A directory with its children by name.
    case directory([String: FileTree])
    /// A directory whose children are not read yet.
    case unreadDirectory
    /// A symbolic link and its destination, which is never followed (rule M7).
    case symbolicLink(FilePath)
  }

  var content: Content
  /// The name on disk, if known.
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

  /// Returns whether attributes were set that differ from a file on disk.
  func changesAttributes(of status: FileStatus) -> Bool {
    attributes.permissions.map { $0 != status.permissions } ?? false
      || attributes.modificationTime.map { $0 != status.modified } ?? false
  }

  var path: FilePath { origins.first?.path ?? FilePath(filename ?? preferredFilename ?? "") }
}
