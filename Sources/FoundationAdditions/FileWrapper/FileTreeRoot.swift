internal import DocumentStorage
internal import Synchronization
internal import SystemPackage

/// An open directory from which the items of a tree are found, and how they are read.
///
/// Being open, it finds them also when the directory, or one above it, has got another name in the
/// meantime: so a package is still read to its end after it was written beside the old one and took
/// its place.
final class FileTreeRoot: Sendable {
  let descriptor: FileDescriptor
  /// The path by which it was opened, for messages.
  let path: FilePath
  let store: any FileStore
  let limits: FileWrapper.Limits
  /// Whether large files may be mapped into memory instead of being read.
  let mapsFiles: Bool
  /// How many items each directory had when it was last listed.
  private let itemCounts = Mutex<[FilePath: Int]>([:])

  init(
    path: FilePath, store: any FileStore, limits: FileWrapper.Limits, mapsFiles: Bool
  ) throws(FileWrapperError) {
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

  /// Notes how many items a directory has.
  ///
  /// - Throws: ``FileWrapperError`` when there are more than the limit in all directories together.
  func note(_ count: Int, itemsIn directory: FilePath) throws(FileWrapperError) {
    let total = itemCounts.withLock {
      $0[directory] = count
      return $0.values.reduce(0, +)
    }
    guard total <= limits.itemCount else {
      throw FileWrapperError(path: path, reason: .tooManyItems(limit: limits.itemCount))
    }
  }
}

extension FileWrapper {
  /// How much a wrapper reads before it refuses to go on (rule M10).
  public struct Limits: Hashable, Sendable {
    /// How deep directories may be nested; deeper ones come from mistakes and attacks, and would
    /// exhaust the stack.
    public var depth = 128
    /// How many items a tree may have.
    public var itemCount = 1_000_000
    /// How many bytes a single file may have.
    public var fileByteCount = Int.max

    /// Makes the limits that apply where none are given.
    public init() {}
  }
}
