internal import DocumentStorage
internal import Foundation
internal import SystemPackage
internal import UTIPlatform

/// What a file wrapper and its children are at one moment.
///
/// Writing works on such a tree, so that it may go on elsewhere while the wrappers are used.
package struct FileTree: Sendable {
  enum Content: Sendable {
    /// A file; nil for bytes that are still where they were found.
    case regularFile(Data?)
    /// A directory, its children by their names in it.
    case directory([String: FileTree])
    /// A directory whose children have not been asked for.
    case unreadDirectory
    /// A symbolic link and what it leads to; it is never followed (rule M7).
    case symbolicLink(FilePath)
  }

  var content: Content
  /// The name on disk, as far as known.
  var filename: String?
  var preferredFilename: String?
  /// The name on disk where the key of the item cannot say it.
  var nameOnDisk: NameOnDisk?
  /// Where the item lies on disk, the newest place first; empty for what was never written.
  var origins: [FileOrigin] = []
  /// Attributes that were set and differ from those on disk.
  var attributes = FileAttributes()

  /// The permissions it should have; nil for those of anything new.
  var permissions: FilePermissions? {
    attributes.permissions ?? origins.first?.status.permissions
  }

  /// Whether attributes were set that a file on disk does not have.
  func changesAttributes(of status: FileStatus) -> Bool {
    attributes.permissions.map { $0 != status.permissions } ?? false
      || attributes.modificationTime.map { $0 != status.modified } ?? false
  }

  var path: FilePath { origins.first?.path ?? FilePath(filename ?? preferredFilename ?? "") }
}
