internal import CSystemCalls
internal import DocumentStorage
internal import SystemPackage
internal import UTIPlatform

/// A descriptor that only names an item, and tells where that is whatever moves it or a directory above
/// it (rule J8).
final class PinnedPath: Sendable {
  let descriptor: FileDescriptor

  /// - Returns: nil where the item cannot be held.
  init?(_ path: FilePath) {
    let number = path.withPlatformString { open($0, UTI_O_PATH | O_NOFOLLOW | O_CLOEXEC) }
    guard number >= 0 else { return nil }
    descriptor = FileDescriptor(rawValue: number)
  }

  deinit { try? descriptor.close() }

  var stamp: FileStatus? { try? FileStatus(of: descriptor) }

  /// Where the item is now; nil where it is nowhere any more, or out of sight.
  var place: FilePath? {
    guard let stamp, stamp.linkCount > 0 else { return nil }
    let path = SystemFileStore.path(of: descriptor)
    // The kernel adds words to the paths of what is gone or out of sight.
    guard path.isAbsolute, let found = FileStatus.present(at: path, followsLinks: false),
      found.isSameItem(as: stamp)
    else { return nil }
    return path
  }

  /// The kind of the file system that the item is in.
  var fileSystem: FileSystemKind { FileSystemKind(of: descriptor) }
}

extension FileSystemKind {
  /// Why the kernel does not know of all changes; nil where it does.
  var pollingReason: PollingReason? {
    if isInUserSpace { return .userSpace }
    return isOfOtherMachines ? .network : nil
  }
}
