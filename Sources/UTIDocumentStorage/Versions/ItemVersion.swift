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
    /// A program that synchronizes directories left it next to the item.
    case syncClient = "sync-client"
  }

  /// The location of the contents.
  enum Place: Hashable, Sendable {
    /// In a separate directory of the store.
    case stored(FilePath)
    /// In a hidden directory next to the item, left by a save.
    case displaced(FilePath)
    /// Next to the item, under a name that shows the origin.
    case beside
  }

  /// The identifier of the version, which is valid while the version exists.
  package let identifier: String
  /// The contents: a file or a package.
  package private(set) var path: FilePath
  private(set) var place: Place
  /// The time of the last modification of the contents.
  package let date: FileTime
  /// The time at which the version was kept.
  package let kept: FileTime
  /// The size of the contents in bytes.
  package let size: Int64
  /// The computer that wrote the version, if known.
  package let host: String?
  /// The user who wrote the version, if known.
  package let user: String?
  /// The program that wrote the version, if known.
  package let program: String?
  /// The identifier of the type of the contents, if known.
  package let type: String?
  /// The origin of the version.
  package let origin: Origin
  /// The program that left it next to the item; nil for other versions.
  package var client: SyncClient?
  /// True if its writer did not know the current contents.
  package let isConflict: Bool
  /// True if the conflict is resolved.
  package let isResolved: Bool
  /// True if thinning may remove the version.
  package let isDiscardable: Bool

  /// Returns the same version in another directory of the store.
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
  /// True if the version is a conflict that is not resolved.
  package var isUnresolvedConflict: Bool { isConflict && !isResolved }

  /// True if thinning may remove the version.
  var mayBeThinned: Bool { isDiscardable && !isUnresolvedConflict }
}

extension VersionRecord: VersionMarks {}

extension ItemVersion: VersionMarks {}
