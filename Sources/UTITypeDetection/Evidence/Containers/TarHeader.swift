/// The first block of a tar archive (POSIX.1-2017, pax, "ustar Interchange Format").
enum TarHeader {
  /// An archive without the signature of POSIX; only its checksum shows the format.
  static func clue(_ head: UnsafeRawBufferPointer) -> ContainerClue? {
    guard !head.has("ustar", at: 257), isValid(head) else { return nil }
    return ContainerClue(
      "application/x-tar", seen: "the checksum of the first block of a tar archive",
      at: 148)
  }

  /// Also for less than a block: the mode, in octal digits, follows the name.
  static func isPossible(start bytes: UnsafeRawBufferPointer) -> Bool {
    for place in 100..<108 where place < bytes.count {
      guard bytes[place] == 0 || bytes[place] == 0x20 || isOctal(bytes[place]) else { return false }
    }
    return true
  }

  /// The checksum counts the block's bytes with its own field as spaces.
  static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 512, bytes[0] != 0, let stated = statedChecksum(bytes) else {
      return false
    }
    // Few files have digits there, so that hardly any sum is made.
    var sum = checksumField.count * 0x20
    var highCount = 0
    for place in 0..<512 where !checksumField.contains(place) {
      sum &+= Int(bytes[place])
      highCount &+= Int(bytes[place] >> 7)
    }
    // Some early programs summed signed bytes.
    return sum == stated || sum - highCount << 8 == stated
  }

  /// nil when the field has no digits; the block has to reach ``checksumEnd``.
  static func statedChecksum(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var stated: Int?
    for byte in bytes[checksumField].drop(while: { $0 == 0x20 }) {
      guard isOctal(byte) else { break }
      stated = (stated ?? 0) << 3 | Int(byte & 7)
    }
    return stated
  }

  static let checksumEnd = 156

  private static let checksumField = 148..<checksumEnd

  private static func isOctal(_ byte: UInt8) -> Bool { (0x30...0x37).contains(byte) }
}
