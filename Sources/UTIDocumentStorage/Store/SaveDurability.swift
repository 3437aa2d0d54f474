public import SystemPackage

/// The data that a loss of power can discard.
public enum SaveDurability: Hashable, Sendable {
  /// Nothing: contents and names are flushed to disk.
  case full
  /// The name of the new item: the file system cannot flush directories.
  case contentsOnly(Errno)
  /// Everything: the options of the writer disable flushing.
  case none
}
