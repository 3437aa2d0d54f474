/// The tables of ``MagicNibbles`` for the values of a group.
struct NibbleTables {
  /// The possible bytes at each of the first places of a value; any byte when a list is empty.
  typealias Pattern = [[UInt8]]

  private(set) var width = MagicNibbles.greatestWidth
  /// The tables of each byte: first the lower half's, then the upper half's.
  private(set) var bytes: [UInt8]
  /// The expected share of places in files that pass.
  let passing: Double

  private static let bucketCount = 8
  /// The share of passing places below which a third byte is not worth comparing.
  private static let fewPassing = 1.0 / 1024

  static let all = Self(
    bytes: [UInt8](repeating: 0xFF, count: MagicNibbles.tableByteCount), passing: 1)

  private init(bytes: [UInt8], passing: Double) {
    self.bytes = bytes
    self.passing = passing
  }

  /// Values with common bytes come first, each into the bucket where it adds the fewest places.
  init(_ patterns: some Sequence<Pattern>) {
    var buckets = [Bucket](repeating: Bucket(), count: Self.bucketCount)
    let sorted = patterns.map { (Bucket().adding($0).passing, $0) }.sorted {
      $0.0 != $1.0 ? $0.0 > $1.0 : $0.1.lexicographicallyPrecedes($1.1, by: Self.precedes)
    }
    for (_, pattern) in sorted {
      var best: (bucket: Int, wider: Bucket, more: Double)?
      for (number, bucket) in buckets.enumerated() {
        let wider = bucket.adding(pattern)
        let more = wider.passing - bucket.passing
        if more < best?.more ?? .infinity { best = (number, wider, more) }
      }
      if let best { buckets[best.bucket] = best.wider }
    }
    self.init(bytes: Self.bytes(buckets), passing: buckets.reduce(0) { $0 + $1.passing })
    if buckets.reduce(0, { $0 + $1.passingTwo }) < Self.fewPassing { width = 2 }
  }

  private static func precedes(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.lexicographicallyPrecedes(other)
  }

  private static func bytes(_ buckets: [Bucket]) -> [UInt8] {
    let half = MagicNibbles.halfByteCount
    var bytes = [UInt8](repeating: 0, count: MagicNibbles.tableByteCount)
    for (number, bucket) in buckets.enumerated() {
      for index in bucket.halves.indices {
        let halves = bucket.halves[index]
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

  /// The halves of bytes of the values of a bucket.
  private struct Bucket {
    private(set) var halves: [4 of Halves] = .init(repeating: Halves())
    /// The share of ``NibbleTables/passing``, with all bytes and with the first two.
    private(set) var passing = 0.0
    private(set) var passingTwo = 0.0

    func adding(_ pattern: Pattern) -> Self {
      var wider = self
      wider.passing = 1
      for (index, bytes) in zip(halves.indices, pattern) {
        wider.halves[index].insert(bytes)
        wider.passing *= wider.halves[index].likelihood
        if index == 1 { wider.passingTwo = wider.passing }
      }
      return wider
    }
  }

  /// A set of halves of bytes, with a bit for each of the sixteen values.
  private struct Halves {
    private(set) var lower: UInt16 = 0
    private(set) var upper: UInt16 = 0
    /// The probability that a byte of a file has one of these lower and one of these upper halves.
    private(set) var likelihood = 0.0

    mutating func insert(_ bytes: [UInt8]) {
      let (knownLower, knownUpper) = (lower, upper)
      if bytes.isEmpty { (lower, upper) = (.max, .max) }
      for byte in bytes {
        lower |= 1 << UInt16(byte & 15)
        upper |= 1 << UInt16(byte >> 4)
      }
      if lower == knownLower, upper == knownUpper { return }
      likelihood = lower == .max && upper == .max ? 1 : sum(Self.likelihoods)
    }

    private func sum(_ likelihoods: [Double]) -> Double {
      var sum = 0.0
      var highs = upper
      while highs != 0 {
        let high = highs.trailingZeroBitCount
        highs &= highs - 1
        var lows = lower
        while lows != 0 {
          sum += likelihoods[high << 4 | lows.trailingZeroBitCount]
          lows &= lows - 1
        }
      }
      return min(sum, 1)
    }

    private static let likelihoods: [Double] = (UInt8.min...UInt8.max).map { byte in
      [0.0005, 0.001, 0.003, 0.01, 0.025, 0.05, 0.09][MagicMatch.commonness(byte)]
    }
  }
}
