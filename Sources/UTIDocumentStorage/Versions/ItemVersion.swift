package import SystemPackage
package import UTIPlatform

/// A state of a document's item other than its current one.
package struct ItemVersion: Hashable, Sendable {
  /// The origin of a version.
  package enum Origin: String, Hashable, Sendable {
    /// A save replaced it, or a caller added it.
    case save
    /// Another process had written it before a document saved.
    case external
    case syncClient = "sync-client"
  }

  /// The location of the contents.
  enum Place: Hashable, Sendable {
    case stored(FilePath)
    /// In a hidden directory next to the item, left by a save.
    case displaced(FilePath)
    /// Next to the item, under a name that shows the origin.
    case beside
  }

  /// The identifier of the version, which is valid while the version exists.
  package let identifier: String
  package private(set) var path: FilePath
  private(set) var place: Place
  package let date: FileTime
  /// The time at which the version was kept.
  package let kept: FileTime
  /// The size of the contents in bytes.
  package let size: Int64
  package let host: String?
  package let user: String?
  package let program: String?
  package let type: String?
  package let origin: Origin
  package var client: SyncClient?
  package let isConflict: Bool
  package let isResolved: Bool
  package let isDiscardable: Bool

  func moved(to directory: FilePath, _ name: FilePath.Component) -> ItemVersion {
    var version = self
    version.place = .stored(directory)
    version.path = directory.appending(name)
    return version
  }
}

/// The marks of a version, which determine whether it may be removed.
package protocol VersionMarks {
  var isConflict: Bool { get }
  var isResolved: Bool { get }
  var isDiscardable: Bool { get }
}

extension VersionMarks {
  package var isUnresolvedConflict: Bool { isConflict && !isResolved }

  var mayBeThinned: Bool { isDiscardable && !isUnresolvedConflict }
}

extension VersionRecord: VersionMarks {}

extension ItemVersion: VersionMarks {}
