/// FNV-1a: a hash that is the same in every process, for indexes, checksums and fingerprints.
package struct StableHash: Sendable {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  @inline(__always)
  package mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  @inline(__always)
  package mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { combine(byte) }
  }

  /// Sixteen bytes at a time; the hash differs from adding single bytes.
  ///
  /// A change of one word changes the hash, because each step can be undone.
  package mutating func combine(words bytes: UnsafeRawBufferPointer) {
    var (hash, offset) = (value, 0)
    while offset + 16 <= bytes.count {
      hash ^= bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      hash = hash &* 0x100_0000_01b3
      // The product moves differences to higher bits only; the shift brings them back down.
      hash ^= hash >> 32
      let second = bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
      hash = hash &+ second &* 0x9E37_79B9_7F4A_7C15
      offset += 16
    }
    value = hash
    for byte in bytes[offset...] { combine(byte) }
  }

  package mutating func combine(_ number: UInt64) {
    withUnsafeBytes(of: number) { combine($0) }
  }

  /// Adds the end too, so that two adjacent texts are distinguished from their concatenation.
  package mutating func combine(_ text: String) {
    combine(text.utf8)
    combine(0xFF as UInt8)
  }

  /// The high bits, which FNV mixes best, are folded into the index bits of a table.
  @inline(__always)
  package var slot: UInt64 { value ^ value >> 29 }
}
