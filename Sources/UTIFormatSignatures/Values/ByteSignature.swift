package import UTIPortable

/// A signature: all of its sequences match.
package struct ByteSignature: Hashable, Sendable {
  package var id: Int
  package var sequences: [ByteSequence] = []
  package var position = SourcePosition.none

  package init(id: Int, sequences: [ByteSequence] = []) {
    self.id = id
    self.sequences = sequences
  }
}

/// A pattern at a place of a file.
package struct ByteSequence: Hashable, Sendable {
  /// The place that the first or the last gap is counted from.
  package enum Reference: Hashable, Sendable {
    case start
    case end
    case anywhere
  }

  package var reference: Reference
  /// The order is of the file, and the gap to the reference is one of the elements.
  package var elements: [PatternElement]

  package init(_ reference: Reference, _ elements: [PatternElement]) {
    self.reference = reference
    self.elements = elements
  }
}

/// One step of a pattern.
package indirect enum PatternElement: Hashable, Sendable {
  case bytes([UInt8])
  case byte(ByteSet)
  /// Values of equal length, compared byte by byte from the first one.
  case range(BoundedValue)
  /// Any bytes; without a greatest count up to the end of the file.
  case gap(least: Int, greatest: Int?)
  case choice([[PatternElement]])
}

/// A value of several bytes between two bounds, or outside them.
package struct BoundedValue: Hashable, Sendable {
  package let first: [UInt8]
  package let last: [UInt8]
  package let isInverted: Bool

  package init(_ first: [UInt8], _ last: [UInt8], isInverted: Bool) {
    self.first = first
    self.last = last
    self.isInverted = isInverted
  }
}

/// A set of bytes.
package struct ByteSet: Hashable, Sendable {
  private var words: SIMD4<UInt64> = .zero

  package init() {}

  package init(where isMember: (UInt8) -> Bool) {
    for byte in UInt8.min...UInt8.max where isMember(byte) { insert(byte) }
  }

  package mutating func insert(_ byte: UInt8) {
    words[Int(byte >> 6)] |= 1 << UInt64(byte & 63)
  }

  package func contains(_ byte: UInt8) -> Bool {
    words[Int(byte >> 6)] & (1 << UInt64(byte & 63)) != 0
  }

  package mutating func formUnion(_ other: ByteSet) { words |= other.words }

  package mutating func invert() { words = ~words }

  /// In ascending order.
  package var bytes: [UInt8] { (UInt8.min...UInt8.max).filter(contains) }
}
