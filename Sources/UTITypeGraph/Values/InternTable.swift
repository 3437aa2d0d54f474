internal import UTIPortable

/// The places of texts or bytes that are stored once in a pool of length-prefixed pieces.
///
/// Half of the hash with each offset excludes most unequal pieces, and growth reads no piece.
struct InternTable: Sendable {
  /// The table is at most two thirds full: hash in the high half, offset in the low one; 0 is free.
  private var slots = [UInt64](repeating: 0, count: 64)
  private var count = 0

  /// Adds the piece if necessary; 0 for no bytes.
  mutating func offset(of bytes: UnsafeRawBufferPointer, in pool: inout [UInt8]) -> UInt32 {
    guard !bytes.isEmpty else { return 0 }
    if count * 3 >= slots.count * 2 { grow(to: slots.count * 2) }
    let hash = Self.hash(bytes)
    let slot = slot(of: bytes, hash, in: pool)
    let known = UInt32(truncatingIfNeeded: slots[slot])
    if known != 0 { return known }
    let offset = UInt32(pool.count)
    withUnsafeBytes(of: UInt32(bytes.count)) { pool += $0 }
    pool += bytes
    slots[slot] = hash << 32 | UInt64(offset)
    count += 1
    return offset
  }

  /// 0 when the pool does not have it.
  func offset(of bytes: UnsafeRawBufferPointer, in pool: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: slots[slot(of: bytes, Self.hash(bytes), in: pool)])
  }

  /// Or the free slot that the piece would use.
  private func slot(of bytes: UnsafeRawBufferPointer, _ hash: UInt64, in pool: [UInt8]) -> Int {
    slots.withUnsafeBufferPointer { slots in
      pool.withUnsafeBytes { pool in
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
          if slots[slot] >> 32 == hash & 0xFFFF_FFFF,
            Self.piece(at: UInt32(truncatingIfNeeded: slots[slot]), of: pool).hasBytes(of: bytes)
          {
            break
          }
          slot = (slot + 1) & (slots.count - 1)
        }
        return slot
      }
    }
  }

  mutating func reserve(_ count: Int) {
    var capacity = slots.count
    while capacity * 2 <= count * 3 { capacity *= 2 }
    if capacity > slots.count { grow(to: capacity) }
  }

  private mutating func grow(to capacity: Int) {
    var larger = [UInt64](repeating: 0, count: capacity)
    for entry in slots where entry != 0 {
      var slot = Int(truncatingIfNeeded: entry >> 32) & (larger.count - 1)
      while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
      larger[slot] = entry
    }
    slots = larger
  }

  @inline(__always)
  static func piece(at offset: UInt32, of pool: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let start = Int(offset) + 4
    let count = Int(pool.loadUnaligned(fromByteOffset: Int(offset), as: UInt32.self))
    return UnsafeRawBufferPointer(rebasing: pool[start..<start + count])
  }

  /// The low half determines the slot, so a table can grow with the half that it stores.
  @inline(__always)
  static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: bytes.count)
    func combine(_ word: UInt64) {
      let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      hash = product.high ^ product.low
    }
    for offset in stride(from: 0, to: bytes.count - 8, by: 8) {
      combine(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    // The last eight bytes, which may overlap the ones before, or all bytes.
    if !bytes.isEmpty {
      combine(bytes.withMemoryRebound(to: UInt8.self) { PackedSuffix($0, before: $0.count).value })
    }
    return hash ^ hash >> 32
  }
}
