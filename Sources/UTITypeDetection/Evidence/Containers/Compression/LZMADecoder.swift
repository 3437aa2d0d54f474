#if LZMA
internal import CUTILZMA
#endif

/// A decoder of xz, lzip and LZMA streams through liblzma, if built with the trait `LZMA`.
enum LZMADecoder {
  #if LZMA
  /// A dictionary of the strongest setting takes 64 MiB, of which a start touches a few pages.
  private static let memoryLimit: UInt64 = 128 << 20
  #endif

  static func start(of window: ByteWindow, limit: Int) -> StreamStart? {
    #if LZMA
    var stream = lzma_stream()
    guard lzma_auto_decoder(&stream, memoryLimit, 0) == LZMA_OK else { return nil }
    defer { lzma_end(&stream) }
    return StreamStart(of: window, limit: limit) { input, space in
      stream.next_in = input.baseAddress
      stream.avail_in = input.count
      stream.next_out = space.baseAddress
      stream.avail_out = space.count
      let status = lzma_code(&stream, LZMA_RUN)
      return (
        space.count - stream.avail_out,
        status == LZMA_STREAM_END ? .ended : status == LZMA_OK ? .wantsMore : .failed
      )
    }
    #else
    return nil
    #endif
  }
}
