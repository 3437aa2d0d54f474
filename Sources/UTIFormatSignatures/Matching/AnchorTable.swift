internal import CUTIByteSearch

/// A value of four or more bytes, without which a signature does not match.
struct SignatureAnchor {
  let value: [UInt8]
  /// The place of the four bytes that are searched for.
  let keyPlace: Int

  /// nil for a value of fewer bytes.
  init?(_ value: [UInt8]) {
    guard value.count >= 4 else { return nil }
    self.value = value
    let places = 0...value.count - 4
    keyPlace = places.max { Self.weight(value[$0..<$0 + 4]) < Self.weight(value[$1..<$1 + 4]) } ?? 0
  }

  /// Bytes that are frequent in files count less.
  private static func weight(_ bytes: ArraySlice<UInt8>) -> Int {
    Set(bytes).reduce(0) { sum, byte in
      switch byte {
      case 0x00, 0xFF: sum
      case 0x20, 0x0A, 0x0D: sum + 1
      case 0x61...0x7A: sum + 3
      default: sum + 4
      }
    }
  }
}

extension ByteSignature {
  /// The longest value that each file with the signature has.
  var anchor: SignatureAnchor? {
    sequences.flatMap(\.elements)
      .compactMap { element -> SignatureAnchor? in
        guard case .bytes(let value) = element else { return nil }
        return SignatureAnchor(value)
      }
      .max { $0.value.count < $1.value.count }
  }
}

/// The anchors of all signatures, found by one pass over the bytes.
struct AnchorTable: Sendable {
  /// The value is a range of all values.
  private struct Entry {
    let start: Int32
    let count: Int32
    let keyPlace: Int32
    let signature: Int32
  }

  /// 65,536 bits.
  private static let shift: UInt32 = 16

  private var filter = [UInt32](repeating: 0, count: 1 << 11)
  /// The entries of a bit are between its start and the next one.
  private var starts = [Int32](repeating: 0, count: (1 << 16) + 1)
  private var entries: [Entry] = []
  private var values: [UInt8] = []

  init(_ anchors: [(anchor: SignatureAnchor, signature: Int)]) {
    let keyed = anchors.map { anchor, signature in
      let key = anchor.value[anchor.keyPlace..<anchor.keyPlace + 4].reversed()
        .reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return (bit: Int(uti_key_bit(key, Self.shift)), anchor, signature)
    }.sorted { ($0.bit, $0.2) < ($1.bit, $1.2) }
    for (bit, anchor, signature) in keyed {
      filter[bit >> 5] |= 1 << UInt32(bit & 31)
      starts[bit + 1] += 1
      entries.append(
        Entry(
          start: Int32(values.count), count: Int32(anchor.value.count),
          keyPlace: Int32(anchor.keyPlace), signature: Int32(signature)))
      values += anchor.value
    }
    for bit in 0..<1 << 16 { starts[bit + 1] += starts[bit] }
  }

  /// Calls a function for each signature whose anchor is in the bytes; some more than once.
  func forEachCandidate(in bytes: UnsafeRawBufferPointer, _ body: (Int) -> Void) {
    guard !entries.isEmpty, bytes.count >= 4,
      let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    else { return }
    // Nothing in the loop counts references, which takes longer than the search.
    entries.withUnsafeBufferPointer { entries in
      starts.withUnsafeBufferPointer { starts in
        values.withUnsafeBufferPointer { values in
          filter.withUnsafeBufferPointer { filter in
            guard let values = values.baseAddress, let filter = filter.baseAddress else { return }
            var place = 0
            let last = bytes.count - 4
            while place <= last {
              place = uti_find_key(start, place, last, filter, Self.shift)
              guard place >= 0 else { return }
              let key = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
              let bit = Int(uti_key_bit(UInt32(littleEndian: key), Self.shift))
              for index in Int(starts[bit])..<Int(starts[bit + 1]) {
                let entry = entries[index]
                let first = place - Int(entry.keyPlace)
                if first >= 0, first + Int(entry.count) <= bytes.count,
                  uti_has_bytes(start + first, values + Int(entry.start), Int(entry.count))
                {
                  body(Int(entry.signature))
                }
              }
              place += 1
            }
          }
        }
      }
    }
  }
}
