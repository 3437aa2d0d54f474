internal import UTIPortable

/// The first bytes of a ``RegistryImage``.
struct ImageHeader {
  static let magic: [UInt8] = Array("UTIGRAPH".utf8)
  static let formatVersion: UInt32 = 10
  /// Differs when read on a machine of the other byte order.
  static let byteOrderMark: UInt32 = 0x0102_0304

  static let byteOrderOffset = 8
  static let formatVersionOffset = 12
  static let sizeOffset = 16
  static let sectionCountOffset = 20
  static let fingerprintOffset = 24
  static let checksumOffset = 32
  static let byteCount = 40
  /// An entry of the section table: offset and size in bytes.
  static let sectionEntryByteCount = 8

  /// The builder's checksum in an image, which has at least a header.
  static func statedChecksum(of image: UnsafeRawBufferPointer) -> UInt64 {
    image.loadUnaligned(fromByteOffset: checksumOffset, as: UInt64.self)
  }

  /// The checksum of all bytes of an image after its header.
  static func checksum(of image: UnsafeRawBufferPointer) -> UInt64 {
    var checksum = StableHash()
    checksum.combine(words: UnsafeRawBufferPointer(rebasing: image.dropFirst(byteCount)))
    return checksum.value
  }

  /// Returns true if bytes begin as an image of any version.
  static func isStart(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: magic) }

  static var tableByteCount: Int { ImageSection.allCases.count * sectionEntryByteCount }
  static var firstSectionOffset: Int { byteCount + tableByteCount }
}
