/// Up to four bytes at one place, without which a signature does not match.
struct SignatureGate: Hashable {
  /// From the start of the file, or the distance of the first byte from its end.
  let place: Int
  let isFromEnd: Bool
  let value: [UInt8]
}

extension ByteSignature {
  /// Offsets of which each has a gate of its own.
  private static let greatestWidth = 8
  private static let greatestCount = 512

  /// Gates of which one passes for each file with the signature; nil if none is at a known place.
  ///
  /// Among the sequences, the one whose gates pass fewest random files decides.
  var gates: [SignatureGate]? {
    sequences.compactMap(\.gates).filter { $0.count <= Self.greatestCount }
      .min { Self.passRate($0) < Self.passRate($1) }
  }

  private static func passRate(_ gates: [SignatureGate]) -> Double {
    gates.reduce(0) { sum, gate in sum + gate.value.reduce(1) { rate, _ in rate / 256 } }
  }

  fileprivate static func places(least: Int, greatest: Int?) -> ClosedRange<Int>? {
    guard let greatest, greatest - least < greatestWidth else { return nil }
    return least...greatest
  }
}

extension ByteSequence {
  fileprivate var gates: [SignatureGate]? {
    guard reference != .anywhere else { return nil }
    let isFromEnd = reference == .end
    var rest = elements[...]
    var places = 0...0
    if case .gap(let least, let greatest) = isFromEnd ? rest.last : rest.first {
      guard let gap = ByteSignature.places(least: least, greatest: greatest) else { return nil }
      places = gap
      rest = isFromEnd ? rest.dropLast() : rest.dropFirst()
    }
    guard let element = isFromEnd ? rest.last : rest.first,
      let values = element.values(isFromEnd: isFromEnd)
    else { return nil }
    return places.flatMap { place in
      values.map { value in
        SignatureGate(
          place: isFromEnd ? place + value.count : place, isFromEnd: isFromEnd, value: value)
      }
    }
  }
}

extension PatternElement {
  /// The first, or last, one to four bytes of all values; nil if there is no useful list of them.
  fileprivate func values(isFromEnd: Bool) -> [[UInt8]]? {
    switch self {
    case .bytes(let value): return [Array(isFromEnd ? value.suffix(4) : value.prefix(4))]
    case .byte(let set): return set.bytes.map { [$0] }
    case .range(let value):
      guard !value.isInverted, !isFromEnd else { return nil }
      return (value.first[0]...value.last[0]).map { [$0] }
    case .gap: return nil
    case .choice(let alternatives):
      var result: [[UInt8]] = []
      for elements in alternatives {
        guard
          let values = (isFromEnd ? elements.last : elements.first)?
            .values(isFromEnd: isFromEnd)
        else { return nil }
        result += values
      }
      return result
    }
  }
}

/// The gates of all signatures, by place and by the first byte.
struct GateTable: Sendable {
  private struct Entry {
    let mask: UInt32
    let value: UInt32
    let signature: Int32
  }

  private struct Place: Hashable {
    let place: Int
    let isFromEnd: Bool
  }

  private static let stride = 257

  private let places: [Place]
  /// For each place, the start of the entries of each first byte, and the end of the last ones.
  private let starts: [Int32]
  private let entries: [Entry]

  init(_ gates: [(gate: SignatureGate, signature: Int)]) {
    let groups = Dictionary(grouping: gates) {
      Place(place: $0.gate.place, isFromEnd: $0.gate.isFromEnd)
    }
    places = groups.keys.sorted {
      ($0.isFromEnd ? 1 : 0, $0.place) < ($1.isFromEnd ? 1 : 0, $1.place)
    }
    var starts: [Int32] = []
    var entries: [Entry] = []
    for place in places {
      let byFirst = Dictionary(grouping: groups[place] ?? []) { $0.gate.value[0] }
      for byte in UInt8.min...UInt8.max {
        starts.append(Int32(entries.count))
        for (gate, signature) in byFirst[byte] ?? [] {
          entries.append(
            Entry(
              mask: Self.word(gate.value.map { _ in 0xFF }), value: Self.word(gate.value),
              signature: Int32(signature)))
        }
      }
      starts.append(Int32(entries.count))
    }
    (self.starts, self.entries) = (starts, entries)
  }

  /// The first byte is lowest, and missing ones are zero.
  private static func word(_ bytes: some Collection<UInt8>) -> UInt32 {
    bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Calls a function for each signature with a gate that passes; some more than once.
  ///
  /// A gate beyond the bytes that are searched passes if the file is longer.
  func forEachCandidate(in bytes: SearchedBytes, _ body: (Int) -> Void) {
    places.withUnsafeBufferPointer { places in
      starts.withUnsafeBufferPointer { starts in
        entries.withUnsafeBufferPointer { entries in
          for (number, place) in places.enumerated() {
            let first = number * Self.stride
            let region = place.isFromEnd ? bytes.tail : bytes.head
            let offset = place.isFromEnd ? region.count - place.place : place.place
            guard offset >= 0, offset < region.count else {
              guard !bytes.isWhole else { continue }
              for index in Int(starts[first])..<Int(starts[first + Self.stride - 1]) {
                body(Int(entries[index].signature))
              }
              continue
            }
            let key = first + Int(region[offset])
            guard starts[key] < starts[key + 1] else { continue }
            let word =
              offset + 4 <= region.count
              ? UInt32(littleEndian: region.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
              : Self.word(region[offset...])
            for index in Int(starts[key])..<Int(starts[key + 1])
            where word & entries[index].mask == entries[index].value {
              body(Int(entries[index].signature))
            }
          }
        }
      }
    }
  }
}
