public import SystemPackage

extension SafeWriter {
  /// An item that a new item under another name makes superfluous.
  public struct SupersededItem: Hashable, Sendable {
    /// The item.
    public var path: FilePath
    /// The identity of the item when it was last read or written; a different item is kept.
    public var identity: FileIdentity?

    /// Creates the value.
    ///
    /// - Parameters:
    ///   - path: the item.
    ///   - identity: the identity of the item when it was last read or written.
    public init(path: FilePath, identity: FileIdentity? = nil) {
      self.path = path
      self.identity = identity
    }
  }
}
