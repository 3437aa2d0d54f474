#if hasFeature(Embedded)
/// A decoder of the start of a deflate stream (RFC 1951), for builds without zlib.
///
/// It accepts and refuses what zlib does, and gives the bytes up to the end, the limit or the damage.
struct DeflateDecoder {
  enum Status {
    case ended
    /// The limit is reached.
    case full
    /// The data end before the stream does.
    case cut
    case damaged
  }

  private(set) var output: [UInt8] = []
  var limit: Int
  private let data: UnsafeRawBufferPointer
  private var place = 0
  private var bits: UInt64 = 0
  private var bitCount = 0

  init(_ data: UnsafeRawBufferPointer, limit: Int) {
    self.data = data
    self.limit = limit
    output.reserveCapacity(limit)
  }

  mutating func decode() -> Status {
    while true {
      guard let header = take(3) else { return .cut }
      let status: Status
      switch header >> 1 {
      case 0: status = copyStored()
      case 1: status = decodeBlock(Self.fixedLiterals, Self.fixedDistances)
      case 2:
        switch readCodes() {
        case .success(let (literals, distances)): status = decodeBlock(literals, distances)
        case .failure(let failed): status = failed.status
        }
      default: return .damaged
      }
      guard status == .ended else { return status }
      if header & 1 == 1 { return .ended }
    }
  }

  private mutating func copyStored() -> Status {
    let padding = bitCount % 8
    bits >>= UInt64(padding)
    bitCount -= padding
    guard let count = take(16), let complement = take(16) else { return .cut }
    guard count == ~complement & 0xFFFF else { return .damaged }
    for _ in 0..<count {
      if output.count == limit { return .full }
      guard let byte = take(8) else { return .cut }
      output.append(UInt8(truncatingIfNeeded: byte))
    }
    return .ended
  }

  private mutating func decodeBlock(_ literals: HuffmanCode, _ distances: HuffmanCode) -> Status {
    while true {
      // zlib stops at the limit before it reads the next symbol.
      if output.count == limit { return .full }
      let symbol: Int
      switch next(literals) {
      case .symbol(let found): symbol = found
      case .cut: return .cut
      case .none: return .damaged
      }
      if symbol < 256 {
        output.append(UInt8(truncatingIfNeeded: symbol))
        continue
      }
      if symbol == 256 { return .ended }
      guard symbol < 286 else { return .damaged }
      let (length, lengthBits) = Self.length(symbol - 257)
      guard let more = take(lengthBits) else { return .cut }
      let distanceSymbol: Int
      switch next(distances) {
      case .symbol(let found): distanceSymbol = found
      case .cut: return .cut
      case .none: return .damaged
      }
      guard distanceSymbol < 30 else { return .damaged }
      let (base, distanceBits) = Self.distance(distanceSymbol)
      guard let further = take(distanceBits) else { return .cut }
      let distance = base + further
      guard distance <= output.count else { return .damaged }
      for _ in 0..<length + more {
        if output.count == limit { return .full }
        output.append(output[output.count - distance])
      }
    }
  }

  // MARK: Codes

  private struct Failure: Error {
    let status: Status
  }

  /// The lengths of the codes are themselves coded (RFC 1951, 3.2.7).
  private mutating func readCodes() -> Result<(HuffmanCode, HuffmanCode), Failure> {
    guard let counts = take(14) else { return .failure(Failure(status: .cut)) }
    let literalCount = 257 + counts & 0x1F
    let distanceCount = 1 + counts >> 5 & 0x1F
    let lengthCount = 4 + counts >> 10
    guard literalCount <= 286, distanceCount <= 30 else {
      return .failure(Failure(status: .damaged))
    }
    var lengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<lengthCount {
      guard let length = take(3) else { return .failure(Failure(status: .cut)) }
      lengths[Self.lengthOrder[index]] = UInt8(truncatingIfNeeded: length)
    }
    guard let code = HuffmanCode(lengths, isComplete: true) else {
      return .failure(Failure(status: .damaged))
    }
    lengths = []
    while lengths.count < literalCount + distanceCount {
      guard case .symbol(let symbol) = next(code) else {
        return .failure(Failure(status: .cut))
      }
      guard symbol >= 16 else {
        lengths.append(UInt8(truncatingIfNeeded: symbol))
        continue
      }
      let (least, width) = symbol == 16 ? (3, 2) : symbol == 17 ? (3, 3) : (11, 7)
      guard let more = take(width) else { return .failure(Failure(status: .cut)) }
      guard symbol != 16 || !lengths.isEmpty,
        lengths.count + least + more <= literalCount + distanceCount
      else { return .failure(Failure(status: .damaged)) }
      let repeated = symbol == 16 ? lengths[lengths.count - 1] : 0
      for _ in 0..<least + more { lengths.append(repeated) }
    }
    // A block without an end is damage.
    guard lengths[256] != 0,
      let literals = HuffmanCode(Array(lengths[..<literalCount]), isComplete: false),
      let distances = HuffmanCode(Array(lengths[literalCount...]), isComplete: false)
    else { return .failure(Failure(status: .damaged)) }
    return .success((literals, distances))
  }

  private static let lengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  private static let fixedLiterals = HuffmanCode(fixedLiteralLengths)
  private static let fixedDistances = HuffmanCode([UInt8](repeating: 5, count: 32))

  private static var fixedLiteralLengths: [UInt8] {
    (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
  }

  private static func length(_ index: Int) -> (base: Int, bits: Int) {
    if index == 28 { return (258, 0) }
    if index < 8 { return (3 + index, 0) }
    let bits = index / 4 - 1
    return (3 + (4 + index % 4) << bits, bits)
  }

  private static func distance(_ index: Int) -> (base: Int, bits: Int) {
    if index < 4 { return (1 + index, 0) }
    let bits = index / 2 - 1
    return (1 + (2 + index % 2) << bits, bits)
  }

  // MARK: Bits

  /// nil at the end of the data; at most 16 bits.
  private mutating func take(_ count: Int) -> Int? {
    fill()
    guard bitCount >= count else { return nil }
    let value = Int(bits & (1 << UInt64(count) - 1))
    bits >>= UInt64(count)
    bitCount -= count
    return value
  }

  private mutating func fill() {
    while bitCount <= 48, place < data.count {
      bits |= UInt64(data[place]) << UInt64(bitCount)
      place += 1
      bitCount += 8
    }
  }

  private enum Step {
    case symbol(Int)
    case cut
    /// No code begins so.
    case none
  }

  private mutating func next(_ code: HuffmanCode) -> Step {
    fill()
    var value = 0
    var first = 0
    var index = 0
    for length in 1...HuffmanCode.longest {
      guard length <= bitCount else { return .cut }
      value |= Int(bits >> UInt64(length - 1) & 1)
      let count = code.counts[length]
      if value - count < first {
        bits >>= UInt64(length)
        bitCount -= length
        return .symbol(code.symbols[index + value - first])
      }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    return .none
  }
}

/// The canonical code of some lengths (RFC 1951, 3.2.2).
private struct HuffmanCode {
  static let longest = 15

  /// The number of codes of each length.
  private(set) var counts = [Int](repeating: 0, count: longest + 1)
  /// Sorted by code.
  private(set) var symbols: [Int] = []

  /// The lengths are known to be valid.
  init(_ lengths: [UInt8]) {
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    for length in 1...Self.longest {
      for symbol in lengths.indices where Int(lengths[symbol]) == length { symbols.append(symbol) }
    }
  }

  /// nil if a code belongs to two symbols, or to none unless there is one code of one bit at most.
  init?(_ lengths: [UInt8], isComplete: Bool) {
    self.init(lengths)
    var left = 1
    for length in 1...Self.longest {
      left = left << 1 - counts[length]
      if left < 0 { return nil }
    }
    let isSingle = symbols.count == counts[1] && symbols.count <= 1
    guard left == 0 || !isComplete && isSingle else { return nil }
  }
}
#endif
