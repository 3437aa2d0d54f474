internal import CSystemCalls
internal import DocumentStorage
internal import Glibc
internal import SystemPackage

/// A descriptor that only names an item, and tells where that is whatever moves it or a directory above
/// it (rule J8).
final class HeldItem: Sendable {
  let descriptor: FileDescriptor

  /// - Returns: nil where the item cannot be held.
  init?(_ path: FilePath) {
    let number = path.withPlatformString { open($0, UTI_O_PATH | O_NOFOLLOW | O_CLOEXEC) }
    guard number >= 0 else { return nil }
    descriptor = FileDescriptor(rawValue: number)
  }

  deinit { try? descriptor.close() }

  var stamp: FileStamp? { try? FileStamp(of: descriptor) }

  /// Where the item is now; nil where it is nowhere any more, or out of sight.
  var place: FilePath? {
    guard let stamp, stamp.linkCount > 0 else { return nil }
    let path = SystemFileStore.path(of: descriptor)
    // The kernel adds words to the paths of what is gone or out of sight.
    guard path.isAbsolute, let found = FileStamp.present(at: path), found.isSameItem(as: stamp)
    else { return nil }
    return path
  }

  /// The kind of the file system that the item is in.
  var fileSystem: FileSystemKind { FileSystemKind(of: descriptor) }
}

/// A file system, as far as it matters for who changes it.
struct FileSystemKind {
  private let number: UInt64

  init(of descriptor: FileDescriptor) { number = uti_file_system_kind(descriptor.rawValue) }

  init(number: UInt64) { self.number = number }

  /// Why the kernel does not know of all changes; nil where it does.
  var pollingReason: PollingReason? {
    if number == Self.userSpace { return .userSpace }
    return Self.network.contains(number) ? .network : nil
  }

  private static let userSpace: UInt64 = 0x6573_5546

  // The numbers of linux/magic.h and statfs(2).
  private static let network: Set<UInt64> = [
    0x6969,  // NFS
    0x517B, 0xFE53_4D42, 0xFF53_4D42,  // SMB, in its three implementations
    0x564C,  // NCP
    0x0102_1997,  // 9P
    0x7375_7245,  // Coda
    0x5346_414F, 0x6B41_4653,  // AFS, in its two implementations
    0x00C3_6400,  // Ceph
    0x0BD0_0BD0,  // Lustre
    0x0116_1970, 0x7461_636F,  // GFS2 and OCFS2, disks that several machines share
    0x786F_4256,  // folders that VirtualBox shares
    0x4750_4653,  // GPFS
    0xAAD7_AAEA,  // PanFS
  ]
}
