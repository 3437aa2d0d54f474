extension UnsafeRawBufferPointer {
  @inline(__always)
  package func hasBytes(of other: UnsafeRawBufferPointer) -> Bool {
    count == other.count && firstDifference(from: other) == count
  }

  @inline(__always)
  package func precedes(_ other: UnsafeRawBufferPointer) -> Bool {
    let place = firstDifference(from: other)
    guard place < count, place < other.count else { return count < other.count }
    return self[place] < other[place]
  }

  /// The size of the smaller buffer if there is none; eight bytes are compared in one step.
  @inline(__always)
  private func firstDifference(from other: UnsafeRawBufferPointer) -> Int {
    let count = Swift.min(count, other.count)
    var place = 0
    while place &+ 8 <= count {
      let word = loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let otherWord = other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      if word != otherWord {
        return place &+ (word.littleEndian ^ otherWord.littleEndian).trailingZeroBitCount / 8
      }
      place &+= 8
    }
    while place < count, self[place] == other[place] { place &+= 1 }
    return place
  }
}

extension String {
  /// Other modules inline it, because they would create the metadata of an optional result in each call.
  @inlinable package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var copy = self
    return copy.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }

  package func hasBytes(of other: String) -> Bool {
    withBytes { left in
      other.withBytes { right in
        left.hasBytes(of: right)
      }
    }
  }

  package func bytesPrecede(_ other: String) -> Bool {
    withBytes { left in
      other.withBytes { right in
        left.precedes(right)
      }
    }
  }
}

extension StringProtocol {
  /// Replaces `contains(_:)`, which needs `_StringProcessing`; O(*n* × *m*) in the bytes.
  package func includes(_ text: String) -> Bool {
    String(self).withBytes { whole in
      text.withBytes { part in
        whole.indices.contains { place in
          UnsafeRawBufferPointer(rebasing: whole[place...].prefix(part.count)).hasBytes(of: part)
        }
      }
    }
  }
}

extension StringProtocol {
  /// Only ASCII digits, and at least one.
  package var isDecimal: Bool {
    !isEmpty && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
