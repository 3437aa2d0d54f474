extension MagicProgram {
  /// Returns bytes as a number, the first one lowest.
  static func key(of bytes: some Collection<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Returns one, two, four or eight bytes, by the exponent of the length, as a number.
  @inline(__always)
  static func key(at bytes: UnsafeRawPointer, exponent: Int) -> UInt64 {
    switch exponent {
    case 3: UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    case 2: UInt64(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
    case 1: UInt64(UInt16(littleEndian: bytes.loadUnaligned(as: UInt16.self)))
    default: UInt64(bytes.load(as: UInt8.self))
    }
  }

  /// Returns the number by which a slot refers to the group and the kind of its key.
  @inline(__always)
  static func owner(of group: Int, _ kind: MagicKeys) -> UInt32 {
    UInt32(truncatingIfNeeded: group) << 8 | kind.rawValue
  }

  /// Fibonacci hashing; the highest bits depend on all others.
  @inline(__always)
  static func hash(_ key: UInt64, _ owner: UInt32) -> UInt64 {
    (key ^ UInt64(owner) &* 0xD6E8_FEB8_6659_FD93) &* 0x9E37_79B9_7F4A_7C15
  }

  /// Returns the first slot that a hash may have.
  ///
  /// - Parameter count: the number of slots, a power of two.
  @inline(__always)
  static func slot(of hash: UInt64, count: Int) -> Int {
    Int(truncatingIfNeeded: hash.byteSwapped) & (count &- 1)
  }
}
