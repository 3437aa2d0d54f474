#if Zstandard
internal import CUTIZstandard
#endif

/// Decodes Zstandard with libzstd; without that library in the build it decodes nothing.
enum ZstandardDecoder {
  static func start(of window: ByteWindow, limit: Int) -> StreamStart? {
    #if Zstandard
    guard let stream = ZSTD_createDStream() else { return nil }
    defer { ZSTD_freeDStream(stream) }
    return StreamStart(of: window, limit: limit) { input, space in
      var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
      var target = ZSTD_outBuffer(dst: space.baseAddress, size: space.count, pos: 0)
      while source.pos < source.size, target.pos < target.size {
        let missing = ZSTD_decompressStream(stream, &target, &source)
        if ZSTD_isError(missing) != 0 { return (target.pos, .failed) }
        // Zero ends a frame; only a skippable one gives nothing, and another follows it.
        if missing == 0, target.pos > 0 { return (target.pos, .ended) }
      }
      return (target.pos, .wantsMore)
    }
    #else
    return nil
    #endif
  }
}
