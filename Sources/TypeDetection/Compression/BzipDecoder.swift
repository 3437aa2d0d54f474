/// bzip2 streams through libbz2 (bzlib.h).
enum BzipDecoder {
  /// `bz_stream`: fields in the order and of the sizes of C's, which Swift lays out alike.
  private struct Stream {
    var nextInput: UnsafePointer<UInt8>?
    var availableInput: UInt32 = 0
    var totalInput: (UInt32, UInt32) = (0, 0)
    var nextOutput: UnsafeMutablePointer<UInt8>?
    var availableOutput: UInt32 = 0
    var totalOutput: (UInt32, UInt32) = (0, 0)
    var state: UnsafeMutableRawPointer?
    var allocation: (Int, Int, Int) = (0, 0, 0)
  }

  private typealias Start = @Sendable @convention(c) (UnsafeMutableRawPointer, CInt, CInt) -> CInt
  private typealias Code = @Sendable @convention(c) (UnsafeMutableRawPointer) -> CInt

  private static let functions: (start: Start, code: Code, end: Code)? = {
    guard let library = LoadedLibrary("libbz2.so.1.0") ?? LoadedLibrary("libbz2.so.1"),
      let start = library.function("BZ2_bzDecompressInit", Start.self),
      let code = library.function("BZ2_bzDecompress", Code.self),
      let end = library.function("BZ2_bzDecompressEnd", Code.self)
    else { return nil }
    return (start, code, end)
  }()

  /// BZ_OK, BZ_STREAM_END.
  private static let isDone: CInt = 0
  private static let isAtEnd: CInt = 4

  static func start(of window: ByteWindow, limit: Int) -> StreamStart? {
    guard let functions else { return nil }
    var stream = Stream()
    return withUnsafeMutablePointer(to: &stream) { stream in
      guard functions.start(stream, 0, 0) == isDone else { return nil }
      defer { _ = functions.end(stream) }
      return StreamStart(of: window, limit: limit) { input, space in
        stream.pointee.nextInput = input.baseAddress
        stream.pointee.availableInput = UInt32(clamping: input.count)
        stream.pointee.nextOutput = space.baseAddress
        stream.pointee.availableOutput = UInt32(clamping: space.count)
        let status = functions.code(stream)
        return (
          space.count - Int(stream.pointee.availableOutput),
          status == isAtEnd ? .ended : status == isDone ? .wantsMore : .failed
        )
      }
    }
  }
}
