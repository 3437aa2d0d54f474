/// Decompression of a deflate stream (RFC 1951) up to a number of bytes.
///
/// It serves to see how the content of a file begins, so it stops early, keeps everything it has
/// written as its window, and gives what it could decompress when the data end or are damaged.
struct Inflate {
  private let data: ArraySlice<UInt8>
  private let limit: Int
  private var place: Int
  private var bits: UInt64 = 0
  private var bitCount = 0
  private var output: [UInt8] = []
  /// Whether the data ended before the stream.
  private var isCut = false
  /// Whether the last block was read to its end.
  private var isWhole = false

  /// The start of what a stream holds.
  ///
  /// - Parameters:
  ///   - data: the stream, which may be cut.
  ///   - limit: the bytes after which to stop.
  /// - Returns: the bytes, whether the stream was sound as far as it was read, and whether it ends
  ///   behind them.
  static func start(
    of data: ArraySlice<UInt8>, limit: Int
  ) -> (bytes: [UInt8], isSound: Bool, isWhole: Bool) {
    var inflate = Inflate(data: data, limit: limit)
    let isSound = inflate.run()
    return (inflate.output, isSound, isSound && inflate.isWhole)
  }

  private init(data: ArraySlice<UInt8>, limit: Int) {
    self.data = data
    self.limit = limit
    place = data.startIndex
  }

  /// Ends when the last block, the limit or the data end; false when the data are no deflate.
  private mutating func run() -> Bool {
    while output.count < limit {
      guard let isLast = take(1), let kind = take(2) else { return true }
      let isSound =
        switch kind {
        case 0: stored()
        case 1: block(Self.fixedLengths, Self.fixedDistances)
        case 2: dynamicBlock()
        default: false
        }
      guard isSound else { return false }
      if isLast == 1 {
        isWhole = !isCut && output.count < limit
        return true
      }
    }
    return true
  }

  private var isAtEnd: Bool { place >= data.endIndex }

  /// Notes that something is missing; false when it is not for the end of the data.
  private mutating func ranOut() -> Bool {
    isCut = isAtEnd
    return isAtEnd
  }

  /// Bits, least significant first; nil at the end of the data.
  private mutating func take(_ count: Int) -> Int? {
    while bitCount < count {
      guard place < data.endIndex else { return nil }
      bits |= UInt64(data[place]) << UInt64(bitCount)
      bitCount += 8
      place += 1
    }
    let value = bits & (1 << UInt64(count) - 1)
    bits >>= UInt64(count)
    bitCount -= count
    return Int(value)
  }

  private mutating func stored() -> Bool {
    // The rest of the byte is not used; whole bytes that were looked at go back.
    place -= bitCount / 8
    bits = 0
    bitCount = 0
    guard let count = take(16), let complement = take(16) else { return ranOut() }
    guard count ^ complement == 0xFFFF else { return false }
    let wanted = min(count, limit - output.count, data.endIndex - place)
    output += data[place..<place + wanted]
    place += wanted
    isCut = wanted < count && output.count < limit
    return true
  }

  private mutating func dynamicBlock() -> Bool {
    guard let lengths = take(5), let distances = take(5), let codes = take(4) else {
      return ranOut()
    }
    var codeLengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<codes + 4 {
      guard let length = take(3) else { return ranOut() }
      codeLengths[Self.codeOrder[index]] = UInt8(length)
    }
    guard let codeTree = HuffmanCode(codeLengths) else { return false }
    let total = lengths + 257 + distances + 1
    var all: [UInt8] = []
    while all.count < total {
      guard let symbol = next(codeTree) else { return ranOut() }
      switch symbol {
      case 0...15: all.append(UInt8(symbol))
      case 16:
        guard let last = all.last else { return false }
        guard let extra = take(2) else { return ranOut() }
        all += repeatElement(last, count: 3 + extra)
      case 17:
        guard let extra = take(3) else { return ranOut() }
        all += repeatElement(0, count: 3 + extra)
      default:
        guard let extra = take(7) else { return ranOut() }
        all += repeatElement(0, count: 11 + extra)
      }
    }
    guard all.count == total, let literals = HuffmanCode(Array(all[..<(lengths + 257)])),
      let distanceCode = HuffmanCode(Array(all[(lengths + 257)...]))
    else { return false }
    return block(literals, distanceCode)
  }

  private mutating func block(_ literals: HuffmanCode, _ distances: HuffmanCode) -> Bool {
    while output.count < limit {
      guard let symbol = next(literals) else { return ranOut() }
      if symbol < 256 {
        output.append(UInt8(symbol))
      } else if symbol == 256 {
        return true
      } else {
        guard symbol - 257 < Self.lengthBases.count else { return false }
        let (base, extraBits) = Self.lengthBases[symbol - 257]
        guard let extra = take(extraBits), let code = next(distances) else { return ranOut() }
        guard code < Self.distanceBases.count else { return false }
        let (distanceBase, distanceBits) = Self.distanceBases[code]
        guard let distanceExtra = take(distanceBits) else { return ranOut() }
        let distance = distanceBase + distanceExtra
        guard distance <= output.count else { return false }
        for _ in 0..<min(base + extra, limit - output.count) {
          output.append(output[output.count - distance])
        }
      }
    }
    return true
  }

  /// The next symbol; nil at the end of the data, or where no code has that many bits.
  ///
  /// Bits are looked at first and taken once the length of their code is known.
  private mutating func next(_ code: HuffmanCode) -> Int? {
    while bitCount <= 48, place < data.endIndex {
      bits |= UInt64(data[place]) << UInt64(bitCount)
      bitCount += 8
      place += 1
    }
    var rest = bits
    var value = 0
    var first = 0
    var index = 0
    let longest = min(15, bitCount)
    var length = 1
    while length <= longest {
      value |= Int(rest & 1)
      rest >>= 1
      let count = code.counts[length]
      if value - count < first {
        bits = rest
        bitCount -= length
        return code.symbols[index + value - first]
      }
      index += count
      first = (first + count) << 1
      value <<= 1
      length += 1
    }
    return nil
  }

  private static let codeOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// The first length and the number of extra bits of the symbols from 257 on (RFC 1951, 3.2.5).
  private static let lengthBases: [(Int, Int)] = {
    var bases: [(Int, Int)] = []
    var base = 3
    for code in 0..<28 {
      let bits = code < 8 ? 0 : (code - 4) / 4
      bases.append((base, bits))
      base += 1 << bits
    }
    return bases + [(258, 0)]
  }()

  /// The first distance and the number of extra bits of each distance symbol (RFC 1951, 3.2.5).
  private static let distanceBases: [(Int, Int)] = {
    var bases: [(Int, Int)] = []
    var base = 1
    for code in 0..<30 {
      let bits = code < 4 ? 0 : (code - 2) / 2
      bases.append((base, bits))
      base += 1 << bits
    }
    return bases
  }()

  private static let fixedLengths = HuffmanCode(
    unchecked: Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112)
      + Array(repeating: 7, count: 24) + Array(repeating: 8, count: 8))
  private static let fixedDistances = HuffmanCode(unchecked: Array(repeating: 5, count: 30))
}

/// A canonical Huffman code: how many codes have each length, and the symbols in their order.
private struct HuffmanCode {
  let counts: [Int]
  let symbols: [Int]

  /// Nil when more codes are asked for than their lengths allow.
  init?(_ lengths: [UInt8]) {
    self.init(unchecked: lengths)
    var left = 1
    for length in 1...15 {
      left = left * 2 - counts[length]
      if left < 0 { return nil }
    }
  }

  init(unchecked lengths: [UInt8]) {
    var counts = [Int](repeating: 0, count: 16)
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    self.counts = counts
    var places = [Int](repeating: 0, count: 17)
    for length in 1...15 { places[length + 1] = places[length] + counts[length] }
    var symbols = [Int](repeating: 0, count: places[16])
    for (symbol, length) in lengths.enumerated() where length > 0 {
      symbols[places[Int(length)]] = symbol
      places[Int(length)] += 1
    }
    self.symbols = symbols
  }
}
