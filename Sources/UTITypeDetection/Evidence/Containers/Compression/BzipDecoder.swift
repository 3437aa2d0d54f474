#if Bzip2
internal import CUTIBzip2
#endif

/// Decodes bzip2 with libbz2; without that library in the build it decodes nothing.
enum BzipDecoder {
  static func start(of window: ByteWindow, limit: Int) -> StreamStart? {
    #if Bzip2
    // A tar archive has zeros and a document has an angle bracket; nothing else is asked for.
    guard [0, UInt8(ascii: "<")].contains(where: { firstBlock(of: window.head, mayHave: $0) })
    else { return StreamStart(bytes: [], isWhole: true) }
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

  /// A block's head lists the values of its bytes (libbz2 1.0.8, `decompress.c`): a bit for each
  /// sixteen values, then sixteen bits for each of these that is set.
  private static func firstBlock(of head: UnsafeRawBufferPointer, mayHave value: UInt8) -> Bool {
    let start: [UInt8] = [0x31, 0x41, 0x59, 0x26, 0x53, 0x59]
    guard head.count >= 52, head[4..<10].elementsEqual(start) else { return true }
    func bit(_ place: Int) -> Int { Int(head[place / 8] >> UInt8(7 - place % 8) & 1) }
    // The signatures, the checksum, a bit, and 24 bits for the place of the first byte.
    let sets = 137..<153
    let set = sets.lowerBound + Int(value / 16)
    let earlier = (sets.lowerBound..<set).reduce(0) { $0 + bit($1) }
    return bit(set) != 0 && bit(sets.upperBound + 16 * earlier + Int(value % 16)) != 0
  }
}
