public import SystemPackage

/// What a save has done, and how well it will last.
public struct SaveOutcome: Sendable {
  /// How the new item came to its place.
  public enum Strategy: String, Hashable, Sendable {
    /// Both items changed places in one step; what came out was compared with what was expected.
    case exchange
    /// The new item took a free name in one step, which fails when the name is taken.
    case createExclusively = "create exclusively"
    /// As ``createExclusively``, with a second name and the removal of the first.
    case linkExclusively = "link exclusively"
    /// The new file got its name only when it was complete, in one step, which fails when the name
    /// is taken.
    case linkUnnamed = "link unnamed file"
    /// The new file replaced the old one in one step, after the old one had got a second name.
    case backUpAndReplace = "back up and replace"
    /// The new file replaced the old one in one step; what it replaced could not be compared.
    case replace
    /// The old item was moved away, then the new one moved in; a crash between both is mended when
    /// the document is next opened.
    case moveAsideAndReplace = "move aside and replace"
    /// The old file was overwritten, with a copy of it beside until that was done; a crash is
    /// mended when the document is next opened.
    case overwriteInPlace = "overwrite in place"
    /// The children of a directory were moved one by one; a crash is mended when the document is
    /// next opened.
    case replaceChildren = "replace children"

    /// Whether every other process saw the complete old or the complete new item at every instant.
    public var isAtomic: Bool {
      switch self {
      case .moveAsideAndReplace, .overwriteInPlace, .replaceChildren: false
      default: true
      }
    }
  }

  /// What a loss of power can take away.
  public enum Durability: Hashable, Sendable {
    /// Nothing: contents and names are on the disk.
    case full
    /// The name of the new item: the file system refuses to synchronize directories.
    case contentsOnly(Errno)
    /// Everything: the options of the writer asked for speed.
    case none
  }

  /// What could not be kept of the old item.
  public enum Attribute: String, Hashable, Sendable {
    /// The owner.
    case owner
    /// The group; the permissions were cut so that nobody gained any.
    case group
    /// The access control list; the permissions were cut so that nobody gained any.
    case accessControlList = "access control list"
    /// An extended attribute.
    case extendedAttributes = "extended attributes"
    /// The other names of the item, which still lead to the old contents.
    case otherNames = "other names"
  }

  /// Where the new item is, symbolic links resolved.
  public internal(set) var path: FilePath
  /// How the new item came to its place.
  public internal(set) var strategy: Strategy
  /// What a loss of power can take away.
  public internal(set) var durability: Durability
  /// The identity of the new item, as the next save or a watcher should expect it.
  ///
  /// The time of change of a file that an old and a new package share is the one before the save.
  public package(set) var identity: FileIdentity
  /// What could not be kept of the old item.
  public internal(set) var lostAttributes: Set<Attribute> = []
  /// Where the bytes are kept that somebody else had saved in the meantime; nil in most cases.
  ///
  /// The new item has replaced them at ``path``.
  public internal(set) var conflict: FilePath?
  /// Where the old item is that another program still has open for writing; nil in most cases.
  ///
  /// It stays there until ``SafeWriter/recover(at:)`` finds it closed: then it is removed, or kept
  /// where something was written into it.
  public internal(set) var itemStillOpen: FilePath?
  /// The version that the old item has become; nil where none was asked for.
  package internal(set) var keptVersion: ItemVersion?
  /// The version that somebody else's item has become.
  package internal(set) var conflictVersion: ItemVersion?
  /// Why a version was not kept that should have been.
  package internal(set) var versionFailure: FileStoreError?
  /// What could not be removed after the new item was in place.
  public internal(set) var leftovers: [FilePath] = []
}
