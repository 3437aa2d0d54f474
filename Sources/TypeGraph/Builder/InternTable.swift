internal import Glibc

/// The places of texts or bytes that are stored once in a pool of length-prefixed pieces.
///
/// Keys are read where they lie in the pool, so that there is one copy of each and a table of their
/// offsets.
struct InternTable {
  /// Open addressing; 0 is a free slot.
  private var slots = [UInt32](repeating: 0, count: 64)
  private var count = 0

  /// The offset of a piece, which is added when the pool does not have it; 0 for no bytes.
  mutating func offset(of bytes: UnsafeRawBufferPointer, in pool: inout [UInt8]) -> UInt32 {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return 0 }
    if count * 2 >= slots.count { grow(pool) }
    var slot = Self.slot(bytes, slots.count)
    while slots[slot] != 0 {
      let offset = slots[slot]
      let isEqual = Self.piece(at: offset, in: pool) { piece in
        piece.count == bytes.count
          && piece.baseAddress.map { memcmp($0, start, bytes.count) == 0 } ?? false
      }
      if isEqual { return offset }
      slot = (slot + 1) & (slots.count - 1)
    }
    let offset = UInt32(pool.count)
    withUnsafeBytes(of: UInt32(bytes.count)) { pool += $0 }
    pool += bytes
    slots[slot] = offset
    count += 1
    return offset
  }

  private mutating func grow(_ pool: [UInt8]) {
    var larger = [UInt32](repeating: 0, count: slots.count * 2)
    for offset in slots where offset != 0 {
      var slot = Self.piece(at: offset, in: pool) { Self.slot($0, larger.count) }
      while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
      larger[slot] = offset
    }
    slots = larger
  }

  @inline(__always)
  private static func piece<Result>(
    at offset: UInt32, in pool: [UInt8], _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    pool.withUnsafeBytes { bytes in
      let start = Int(offset) + 4
      let count = Int(bytes.loadUnaligned(fromByteOffset: Int(offset), as: UInt32.self))
      return body(UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]))
    }
  }

  @inline(__always)
  private static func slot(_ bytes: UnsafeRawBufferPointer, _ capacity: Int) -> Int {
    var hash = StableHash()
    hash.combine(words: bytes)
    return Int(truncatingIfNeeded: hash.slot) & (capacity - 1)
  }
}
