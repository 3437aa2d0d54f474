/// The start of the contents of a compressed stream.
struct StreamStart {
  let bytes: [UInt8]
  /// The stream ends after these bytes.
  let isWhole: Bool

  /// The result of decoding one piece of a stream.
  enum Step {
    /// All of the piece was consumed, or there is no space left.
    case wantsMore
    case ended
    case failed
  }

  /// A piece of a stream, the space that is left, and how much of it was filled.
  typealias Decode = (
    _ input: UnsafeBufferPointer<UInt8>, _ space: UnsafeMutableBufferPointer<UInt8>
  ) -> (written: Int, step: Step)

  init(bytes: [UInt8], isWhole: Bool) {
    self.bytes = bytes
    self.isWhole = isWhole
  }

  /// Piece by piece, up to a number of bytes; nil when damaged or beyond the limits of reading.
  init?(of window: ByteWindow, limit: Int, decode: Decode) {
    var output = [UInt8](repeating: 0, count: limit)
    var filled = 0
    var offset = 0
    var piece = Array(window.head)[...]
    while !piece.isEmpty {
      let (written, step) = piece.withUnsafeBufferPointer { input in
        output.withUnsafeMutableBufferPointer { decode(input, .init(rebasing: $0[filled...])) }
      }
      filled += written
      if step == .ended || filled == limit {
        self.init(bytes: Array(output[..<filled]), isWhole: step == .ended)
        return
      }
      guard step == .wantsMore else { return nil }
      offset += piece.count
      piece = window.bytes(at: offset, count: Self.pieceByteCount)
    }
    return nil
  }

  private static let pieceByteCount = 1 << 16
}
