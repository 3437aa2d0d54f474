/// The first block of a tar archive (POSIX.1-2017, pax, "ustar Interchange Format").
enum TarHeader {
  /// An archive without the signature that POSIX added, which its checksum shows alone.
  static func clue(_ head: UnsafeRawBufferPointer) -> ContainerClue? {
    guard !head.has("ustar", at: 257), isValid(head) else { return nil }
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
  static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 512, bytes[0] != 0 else { return false }
    // Few files have digits there, so that hardly any sum is made.
    let field = 148..<156
    var stated: Int?
    for byte in bytes[field].drop(while: { $0 == 0x20 }) {
      guard (0x30...0x37).contains(byte) else { break }
      stated = (stated ?? 0) << 3 | Int(byte & 7)
    }
    guard let stated else { return false }
    var sum = field.count * 0x20
    var highCount = 0
    for place in 0..<512 where !field.contains(place) {
      sum &+= Int(bytes[place])
      highCount &+= Int(bytes[place] >> 7)
    }
    // Some early programs summed signed bytes.
    return sum == stated || sum - highCount << 8 == stated
  }
}
