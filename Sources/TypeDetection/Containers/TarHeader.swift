/// The first block of a tar archive (POSIX.1-2017, pax, "ustar Interchange Format").
enum TarHeader {
  /// The checksum counts the block's bytes with its own field as spaces.
  static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count >= 512, bytes.byte(0) != 0 else { return false }
    let field = bytes.part(148, 8)
    let digits = field.drop { $0 == 0x20 }.prefix { (0x30...0x37).contains($0) }
    guard !digits.isEmpty, let stated = Int(digits.text, radix: 8) else { return false }
    let rest = bytes.prefix(148) + bytes.part(156, 356)
    // Some early programs summed signed bytes.
    return rest.reduce(8 * 0x20) { $0 + Int($1) } == stated
      || rest.reduce(8 * 0x20) { $0 + Int(Int8(bitPattern: $1)) } == stated
  }
}
