public import SystemPackage

/// The result of a save and its durability.
public struct SaveOutcome: Sendable {
  /// A property of the old item that the new item could not get.
  public enum Attribute: String, Hashable, Sendable {
    /// The owner.
    case owner
    /// The group; the permissions were reduced so that no user gained any.
    case group
    /// The access control list; the permissions were reduced so that no user gained any.
    case accessControlList = "access control list"
    /// An extended attribute.
    case extendedAttributes = "extended attributes"
    /// The other names of the item, which still lead to the old contents.
    case otherNames = "other names"
  }

  /// The path of the new item, with symbolic links resolved.
  public internal(set) var path: FilePath
  /// The absolute path of the new item, with symbolic links resolved.
  package internal(set) var resolvedPath: FilePath?
  /// The method that put the new item in place.
  public internal(set) var strategy: SaveStrategy
  /// The data that a loss of power can discard.
  public internal(set) var durability: SaveDurability
  /// The identity of the new item, which the next save or a watcher should expect.
  ///
  /// For a file that an old and a new package share, the time of change is the one before the save.
  public package(set) var identity: FileIdentity
  /// The properties of the old item that the new item could not get.
  public internal(set) var lostAttributes: Set<Attribute> = []
  /// The path of bytes that another process saved in the meantime; nil in most cases.
  ///
  /// The new item has replaced them at ``path``.
  public internal(set) var conflict: FilePath?
  /// The path of the old item if another process still has it open for writing; nil in most cases.
  ///
  /// It stays there until ``SafeWriter/recover(at:)`` finds it closed. The item is then removed, or
  /// kept if it was changed.
  public internal(set) var itemStillOpen: FilePath?
  /// The error of flushing to disk that did not end the save; nil in most cases.
  package internal(set) var flushFailure: FileStoreError?
  /// Nil if none was requested.
  package internal(set) var keptVersion: ItemVersion?
  package internal(set) var conflictVersion: ItemVersion?
  package internal(set) var versionFailure: FileStoreError?
  /// The paths that could not be removed after the new item was in place.
  public internal(set) var leftovers: [FilePath] = []
}
