package import SystemPackage
package import UTIPlatform

/// A state of a document's item other than its current one.
package struct ItemVersion: Hashable, Sendable {
  /// How a version came to be.
  package enum Origin: String, Hashable, Sendable {
    /// A save replaced it, or somebody added it.
    case save
    /// Another program had written it when a document wanted to.
    case external
    /// A program that synchronizes directories left it beside the item.
    case syncClient = "sync-client"
  }

  /// Where the contents are.
  enum Place: Hashable, Sendable {
    /// In the store, in a directory of the version's own.
    case stored(FilePath)
    /// In a hidden directory beside the item, which a save has left.
    case displaced(FilePath)
    /// Beside the item, under a name that tells where it comes from.
    case beside
  }

  /// What finds the version again, while it exists.
  package let identifier: String
  /// The contents: a file or a package.
  package private(set) var path: FilePath
  private(set) var place: Place
  /// The time of the last modification of the contents.
  package let date: FileTime
  /// When the version was kept.
  package let kept: FileTime
  /// The size of the contents in bytes.
  package let size: Int64
  /// The computer on which it was written, as far as that is known.
  package let host: String?
  /// The user who wrote it, as far as that is known.
  package let user: String?
  /// The program that wrote it, as far as that is known.
  package let program: String?
  /// The identifier of the contents' type, as far as that is known.
  package let type: String?
  /// How the version came to be.
  package let origin: Origin
  /// The program that left it beside the item; nil for other versions.
  package var client: SyncClient?
  /// Whether it was written by somebody who did not know of the current contents.
  package let isConflict: Bool
  /// Whether somebody has decided what becomes of it.
  package let isResolved: Bool
  /// Whether thinning may remove it.
  package let isDiscardable: Bool

  /// The same in another directory of the store.
  func moved(to directory: FilePath, _ name: FilePath.Component) -> ItemVersion {
    var version = self
    version.place = .stored(directory)
    version.path = directory.appending(name)
    return version
  }

  /// Whether it waits for a decision.
  package var isUnresolvedConflict: Bool { isConflict && !isResolved }
}
