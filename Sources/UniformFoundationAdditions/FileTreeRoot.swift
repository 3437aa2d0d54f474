internal import Synchronization
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge

/// An open directory that contains the items of a tree: it stays valid if it or a parent is
/// renamed, so a package can be read to its end after an exchange.
final class FileTreeRoot: Sendable {
  let descriptor: FileDescriptor
  /// The path at which it was opened, for messages.
  let path: FilePath
  let store: any FileStore
  let limits: FileWrapper.Limits
  let mapsFiles: Bool
  /// The number of items in each directory at its last listing.
  private let itemCounts = Mutex<[FilePath: Int]>([:])

  init(
    path: FilePath, store: any FileStore, limits: FileWrapper.Limits, mapsFiles: Bool
  ) throws(DocumentError) {
    self.path = path
    self.store = store
    self.limits = limits
    self.mapsFiles = mapsFiles
    let place = path.isEmpty ? "." : path
    descriptor = try wrapping { () throws(FileStoreError) in
      try store.open(FileLocation(place), for: .naming)
    }
  }

  deinit { try? store.close(descriptor) }

  /// - Throws: ``DocumentError`` if all directories together exceed the limit.
  func note(_ count: Int, itemsIn directory: FilePath) throws(DocumentError) {
    let total = itemCounts.withLock {
      $0[directory] = count
      return $0.values.reduce(0, +)
    }
    guard total <= limits.itemCount else {
      throw DocumentError(.tooManyItems(limit: limits.itemCount), at: path)
    }
  }
}

extension FileWrapper {
  /// The limits of reading, beyond which a wrapper throws an error (rule M10).
  public struct Limits: Hashable, Sendable {
    /// The greatest depth of nested directories.
    ///
    /// Deeper ones come from errors and attacks, and would exhaust the stack.
    public var depth = 128
    /// The greatest number of items in a tree.
    public var itemCount = 1_000_000
    /// The greatest size of a single file in bytes.
    public var fileByteCount = Int.max

    /// Creates the default limits.
    public init() {}
  }
}
