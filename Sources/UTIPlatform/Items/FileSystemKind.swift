internal import CUTISystemCalls
package import SystemPackage

/// The kind of a file system, for the question of which other programs change it.
package struct FileSystemKind {
  private let number: UInt64

  package init(of descriptor: FileDescriptor) {
    number = uti_file_system_kind(descriptor.rawValue)
  }

  package init(number: UInt64) { self.number = number }

  package var isInUserSpace: Bool { number == Self.userSpace }

  /// True if other computers change the file system without notice to this one.
  package var isOfOtherMachines: Bool { Self.network.contains(number) }

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
