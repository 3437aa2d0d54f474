/// The tables of ``MagicNibbles`` for the values of a group.
struct NibbleTables {
  /// The bytes that are possible at each of the first places of a value; any where none is given.
  typealias Pattern = [[UInt8]]

  /// How many bytes are compared.
  private(set) var width = MagicNibbles.greatestWidth
  /// For each byte those of the lower half, then those of the upper.
  private(set) var bytes: [UInt8]
  /// The part of places in files that is likely to pass.
  let passing: Double

  private static let bucketCount = 8
  /// When so few places pass with two bytes, it does not pay to compare more.
  private static let fewPassing = 1.0 / 1024

  /// Tables that let every place pass.
  static let all = Self(
    bytes: [UInt8](repeating: 0xFF, count: MagicNibbles.tableByteCount), passing: 1)

  private init(bytes: [UInt8], passing: Double) {
    self.bytes = bytes
    self.passing = passing
  }

  /// - Parameter patterns: the values; those with common bytes are spread first, each to the bucket
  ///   of which it lets the fewest places more pass.
  init(_ patterns: some Sequence<Pattern>) {
    var buckets = [Bucket](repeating: Bucket(), count: Self.bucketCount)
    let sorted = patterns.map { (Bucket().adding($0), $0) }.sorted {
      $0.0.passing() != $1.0.passing()
        ? $0.0.passing() > $1.0.passing() : $0.1.lexicographicallyPrecedes($1.1, by: Self.precedes)
    }
    for (_, pattern) in sorted {
      let wider = buckets.map { $0.adding(pattern) }
      let more = buckets.indices.map { wider[$0].passing() - buckets[$0].passing() }
      guard let least = more.indices.min(by: { more[$0] < more[$1] }) else { continue }
      buckets[least] = wider[least]
    }
    self.init(
      bytes: Self.bytes(buckets), passing: buckets.reduce(0) { $0 + $1.passing() })
    if buckets.reduce(0, { $0 + $1.passing(width: 2) }) < Self.fewPassing { width = 2 }
  }

  private static func precedes(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.lexicographicallyPrecedes(other)
  }

  private static func bytes(_ buckets: [Bucket]) -> [UInt8] {
    let half = MagicNibbles.halfByteCount
    var bytes = [UInt8](repeating: 0, count: MagicNibbles.tableByteCount)
    for (number, bucket) in buckets.enumerated() {
      for (index, halves) in bucket.halves.enumerated() {
        for value in 0..<half {
          if halves.lower >> value & 1 != 0 { bytes[2 * half * index + value] |= 1 << number }
          if halves.upper >> value & 1 != 0 {
            bytes[2 * half * index + half + value] |= 1 << number
          }
        }
      }
    }
    return bytes
  }

  /// The halves of bytes that the values of a bucket have, a bit for each of sixteen.
  private struct Bucket {
    private(set) var halves: [(lower: UInt16, upper: UInt16)] = Array(
      repeating: (0, 0), count: MagicNibbles.greatestWidth)

    func adding(_ pattern: Pattern) -> Self {
      var wider = self
      for (index, bytes) in pattern.prefix(halves.count).enumerated() {
        if bytes.isEmpty { wider.halves[index] = (.max, .max) }
        for byte in bytes {
          wider.halves[index].lower |= 1 << UInt16(byte & 15)
          wider.halves[index].upper |= 1 << UInt16(byte >> 4)
        }
      }
      return wider
    }

    /// The part of places in files that is likely to pass.
    func passing(width: Int = MagicNibbles.greatestWidth) -> Double {
      halves.prefix(width).reduce(1) { $0 * Self.probability($1.lower, $1.upper) }
    }

    /// How likely a byte of a file has one of these lower and one of these upper halves.
    private static func probability(_ lower: UInt16, _ upper: UInt16) -> Double {
      guard lower != .max || upper != .max else { return 1 }
      var sum = 0.0
      for high in 0..<16 where upper >> high & 1 != 0 {
        for low in 0..<16 where lower >> low & 1 != 0 { sum += likelihoods[high << 4 | low] }
      }
      return min(sum, 1)
    }

    /// How likely each byte is, by its commonness.
    private static let likelihoods: [Double] = (UInt8.min...UInt8.max).map { byte in
      [0.0005, 0.001, 0.003, 0.01, 0.025, 0.05, 0.09][MagicMatch.commonness(byte)]
    }
  }
}
