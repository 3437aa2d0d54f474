/// The first block of a tar archive (POSIX.1-2017, pax, "ustar Interchange Format").
enum TarHeader {
  /// An archive without the signature that POSIX added, which its checksum shows alone.
  static func clue(_ head: UnsafeRawBufferPointer) -> ContainerClue? {
    // Few files have digits there, so that hardly any byte is copied.
    guard head.count >= 512,
      let first = head[148..<156].first(where: { $0 != 0x20 }), (0x30...0x37).contains(first),
      !head.has("ustar", at: 257), isValid(Array(head.prefix(512))[...])
    else { return nil }
    return ContainerClue(
      "application/x-tar", seen: "the checksum of the first block, which is that of a tar archive",
      at: 148)
  }

  /// Whether bytes that end before the first block does can be the start of one: behind the name
  /// stands the mode, in octal digits.
  static func isPossible(start bytes: ArraySlice<UInt8>) -> Bool {
    bytes.part(100, 8).allSatisfy { $0 == 0 || $0 == 0x20 || (0x30...0x37).contains($0) }
  }

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
