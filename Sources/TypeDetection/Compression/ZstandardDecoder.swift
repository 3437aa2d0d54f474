/// Zstandard streams through libzstd (zstd.h).
enum ZstandardDecoder {
  /// `ZSTD_inBuffer` and `ZSTD_outBuffer`, which differ in a const only.
  private struct Buffer {
    var bytes: UnsafeMutableRawPointer?
    var size: Int
    var position = 0
  }

  private typealias Make = @Sendable @convention(c) () -> UnsafeMutableRawPointer?
  private typealias Free = @Sendable @convention(c) (UnsafeMutableRawPointer) -> Int
  private typealias Code =
    @Sendable @convention(c) (
      UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer
    ) -> Int
  private typealias IsError = @Sendable @convention(c) (Int) -> CUnsignedInt

  private static let functions: (make: Make, free: Free, code: Code, isError: IsError)? = {
    guard let library = LoadedLibrary("libzstd.so.1"),
      let make = library.function("ZSTD_createDStream", Make.self),
      let free = library.function("ZSTD_freeDStream", Free.self),
      let code = library.function("ZSTD_decompressStream", Code.self),
      let isError = library.function("ZSTD_isError", IsError.self)
    else { return nil }
    return (make, free, code, isError)
  }()

  static func start(of window: ByteWindow, limit: Int) -> StreamStart? {
    guard let functions, let stream = functions.make() else { return nil }
    defer { _ = functions.free(stream) }
    return StreamStart(of: window, limit: limit) { input, space in
      var source = Buffer(
        bytes: UnsafeMutableRawPointer(mutating: input.baseAddress), size: input.count)
      var target = Buffer(bytes: space.baseAddress, size: space.count)
      while source.position < source.size, target.position < target.size {
        let missing = functions.code(stream, &target, &source)
        if functions.isError(missing) != 0 { return (target.position, .failed) }
        // Zero ends a frame; only a skippable one gives nothing, and another follows it.
        if missing == 0, target.position > 0 { return (target.position, .ended) }
      }
      return (target.position, .wantsMore)
    }
  }
}
