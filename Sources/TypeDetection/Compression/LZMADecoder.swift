/// xz, lzip and LZMA streams through liblzma (lzma/base.h, lzma/container.h).
enum LZMADecoder {
  /// `lzma_stream`: fields in the order and of the sizes of C's, which Swift lays out alike.
  private struct Stream {
    var nextInput: UnsafePointer<UInt8>?
    var availableInput = 0
    var totalInput: UInt64 = 0
    var nextOutput: UnsafeMutablePointer<UInt8>?
    var availableOutput = 0
    var totalOutput: UInt64 = 0
    var allocator: UnsafeRawPointer?
    var state: UnsafeMutableRawPointer?
    var reservedPointers: (Int, Int, Int, Int) = (0, 0, 0, 0)
    var seekPosition: UInt64 = 0
    var reservedNumbers: (UInt64, Int, Int) = (0, 0, 0)
    var reservedChoices: (CInt, CInt) = (0, 0)
  }

  private typealias Start =
    @Sendable @convention(c) (
      UnsafeMutableRawPointer, UInt64, UInt32
    ) -> CInt
  private typealias Code = @Sendable @convention(c) (UnsafeMutableRawPointer, CInt) -> CInt
  private typealias End = @Sendable @convention(c) (UnsafeMutableRawPointer) -> Void

  private static let functions: (start: Start, code: Code, end: End)? = {
    guard let library = LoadedLibrary("liblzma.so.5"),
      let start = library.function("lzma_auto_decoder", Start.self),
      let code = library.function("lzma_code", Code.self),
      let end = library.function("lzma_end", End.self)
    else { return nil }
    return (start, code, end)
  }()

  /// A dictionary of the strongest setting takes 64 MiB, of which a start touches a few pages.
  private static let memoryLimit: UInt64 = 128 << 20
  /// LZMA_RUN, LZMA_OK, LZMA_STREAM_END.
  private static let run: CInt = 0
  private static let isDone: CInt = 0
  private static let isAtEnd: CInt = 1

  static func start(of window: ByteWindow, limit: Int) -> StreamStart? {
    guard let functions else { return nil }
    var stream = Stream()
    return withUnsafeMutablePointer(to: &stream) { stream in
      guard functions.start(stream, memoryLimit, 0) == isDone else { return nil }
      defer { functions.end(stream) }
      return StreamStart(of: window, limit: limit) { input, space in
        stream.pointee.nextInput = input.baseAddress
        stream.pointee.availableInput = input.count
        stream.pointee.nextOutput = space.baseAddress
        stream.pointee.availableOutput = space.count
        let status = functions.code(stream, run)
        return (
          space.count - stream.pointee.availableOutput,
          status == isAtEnd ? .ended : status == isDone ? .wantsMore : .failed
        )
      }
    }
  }
}
