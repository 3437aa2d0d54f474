/// The first bytes of a ``RegistryImage``.
struct ImageHeader {
  static let magic: [UInt8] = Array("UTIGRAPH".utf8)
  static let formatVersion: UInt32 = 9
  /// Reads as another number on a machine of the other byte order.
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

  static var tableByteCount: Int { ImageSection.allCases.count * sectionEntryByteCount }
  static var firstSectionOffset: Int { byteCount + tableByteCount }
}
