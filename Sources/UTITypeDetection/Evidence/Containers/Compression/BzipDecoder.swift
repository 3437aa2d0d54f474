#if Bzip2
internal import CUTIBzip2
#endif

/// Decodes bzip2 with libbz2; without that library in the build it decodes nothing.
enum BzipDecoder {
  static func start(of window: ByteWindow, limit: Int) -> StreamStart? {
    #if Bzip2
    var stream = bz_stream()
    guard BZ2_bzDecompressInit(&stream, 0, 0) == BZ_OK else { return nil }
    defer { BZ2_bzDecompressEnd(&stream) }
    return StreamStart(of: window, limit: limit) { input, space in
      // The library does not write to its input, although the header does not declare it const.
      stream.next_in = input.withMemoryRebound(to: CChar.self) {
        UnsafeMutablePointer(mutating: $0.baseAddress)
      }
      stream.avail_in = CUnsignedInt(clamping: input.count)
      stream.next_out = space.withMemoryRebound(to: CChar.self) { $0.baseAddress }
      stream.avail_out = CUnsignedInt(clamping: space.count)
      let status = BZ2_bzDecompress(&stream)
      return (
        space.count - Int(stream.avail_out),
        status == BZ_STREAM_END ? .ended : status == BZ_OK ? .wantsMore : .failed
      )
    }
    #else
    return nil
    #endif
  }
}
