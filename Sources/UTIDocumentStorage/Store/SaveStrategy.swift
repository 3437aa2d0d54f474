public import SystemPackage

/// The method that put the new item in place.
public enum SaveStrategy: String, Hashable, Sendable {
  /// Both items were atomically exchanged; the old item was compared with the expected one.
  case exchange
  /// The new item took a free name in one step, which fails if the name exists.
  case createExclusively = "create exclusively"
  /// Like ``createExclusively``, with a second name and the removal of the first.
  case linkExclusively = "link exclusively"
  /// The complete new file got its name in one step, which fails if the name exists.
  case linkUnnamed = "link unnamed file"
  /// The new file replaced the old one in one step, after the old one got a second name.
  case backUpAndReplace = "back up and replace"
  /// The new file replaced the old one in one step, without a comparison of the replaced file.
  case replace
  /// The old item was moved away, then the new one was moved in.
  ///
  /// After a crash between both steps, the next open of the document recovers it.
  case moveAsideAndReplace = "move aside and replace"
  /// The old file was overwritten, with a copy next to it until the write was complete.
  ///
  /// After a crash, the next open of the document recovers it.
  case overwriteInPlace = "overwrite in place"
  /// The children of a directory were moved one by one.
  ///
  /// After a crash, the next open of the document recovers it.
  case replaceChildren = "replace children"

  /// A Boolean value that indicates whether other processes always saw a complete item, old or
  /// new.
  public var isAtomic: Bool {
    switch self {
    case .moveAsideAndReplace, .overwriteInPlace, .replaceChildren: false
    default: true
    }
  }
}

/// The data that a loss of power can discard.
public enum SaveDurability: Hashable, Sendable {
  /// Nothing: contents and names are flushed to disk.
  case full
  /// The name of the new item: the file system cannot flush directories.
  case contentsOnly(Errno)
  /// Everything: the options of the writer disable flushing, or the file system cannot flush files.
  case none
}
