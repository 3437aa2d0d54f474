internal import CUTISystemCalls
internal import SystemPackage
internal import UTIPlatform

/// A descriptor that names an item and reports its path after moves of it or its parents (rule J8).
final class PinnedPath: Sendable {
  let descriptor: FileDescriptor

  /// - Returns: nil if the item cannot be opened.
  init?(_ path: FilePath) {
    let number = path.withPlatformString { open($0, UTI_O_PATH | O_NOFOLLOW | O_CLOEXEC) }
    guard number >= 0 else { return nil }
    descriptor = FileDescriptor(rawValue: number)
  }

  /// The size of a removed file that is freed on another thread.
  private static let leastCostlySize: Int64 = 8 << 20

  deinit {
    // The descriptor may be the last reference to an item that a save has replaced, and closing it then
    // frees the item: 100 ms for 2 GB, on the thread that ends the watch.
    guard let stamp, stamp.linkCount == 0, stamp.size >= Self.leastCostlySize,
      WatchingThread.run({ [descriptor] in try? descriptor.close() })
    else {
      try? descriptor.close()
      return
    }
  }

  var stamp: FileStatus? { try? FileStatus(of: descriptor) }

  /// The current path of the item; nil if it no longer exists or is not reachable.
  var place: FilePath? {
    guard let stamp, stamp.linkCount > 0 else { return nil }
    let path = FilePath(of: descriptor)
    // The kernel adds text to the paths of deleted or unreachable items.
    guard path.isAbsolute, let found = FileStatus.present(at: path, followsLinks: false),
      found.isSameItem(as: stamp)
    else { return nil }
    return path
  }

  var fileSystem: FileSystemKind { FileSystemKind(of: descriptor) }
}

extension FileSystemKind {
  var pollingReason: PollingReason? {
    if isInUserSpace { return .userSpace }
    return isOfOtherMachines ? .network : nil
  }
}
