#if Zlib
internal import CUTIZlib
#endif

/// Decompression of the start of a deflate stream (RFC 1951), through zlib; without an operating
/// system, by `DeflateDecoder`.
///
/// If the data end or are damaged, the bytes so far are returned.
enum Inflate {
  /// The package is built with the trait `Zlib`; without it, no stream is sound.
  static var isAvailable: Bool {
    #if Zlib || hasFeature(Embedded)
    true
    #else
    false
    #endif
  }

  /// The stream may be cut; `isSound` is about what was read, `isWhole` if it ends after the bytes.
  static func start(
    of data: ArraySlice<UInt8>, limit: Int
  ) -> (bytes: [UInt8], isSound: Bool, isWhole: Bool) {
    data.withUnsafeBytes { start(of: $0, limit: limit) }
  }

  /// Nothing is copied; `isEnough` is called after `firstLimit` bytes, 512 at most.
  static func start(
    of data: UnsafeRawBufferPointer, limit: Int, firstLimit: Int = 0,
    isEnough: (UnsafeRawBufferPointer) -> Bool = { _ in false }
  ) -> (bytes: [UInt8], isSound: Bool, isWhole: Bool) {
    #if Zlib
    var stream = z_stream()
    guard limit > 0, inflate_start_without_header(&stream) == Z_OK else { return ([], true, false) }
    defer { inflateEnd(&stream) }
    var status = Z_OK
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { output, count in
      // zlib does not write to its input, although the header does not declare it const.
      stream.next_in = UnsafeMutablePointer(
        mutating: data.baseAddress?.assumingMemoryBound(to: UInt8.self))
      stream.avail_in = uInt(clamping: data.count)
      stream.next_out = output.baseAddress
      var end = firstLimit > 0 && firstLimit < limit ? firstLimit : limit
      while true {
        stream.avail_out = uInt(clamping: end - count)
        status = inflate(&stream, Z_SYNC_FLUSH)
        count = end - Int(stream.avail_out)
        guard end < limit, count == end, status == Z_OK else { break }
        if isEnough(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(output)[..<count])) {
          break
        }
        end = limit
      }
    }
    // No progress means that the stream has no further byte, and is not damage.
    let isSound = [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status)
    return (bytes, isSound, status == Z_STREAM_END && bytes.count < limit)
    #elseif hasFeature(Embedded)
    guard limit > 0 else { return ([], true, false) }
    var decoder = DeflateDecoder(data, limit: limit)
    if firstLimit > 0, firstLimit < limit {
      decoder.limit = firstLimit
      let status = decoder.decode()
      let isEarly = status == .full && decoder.output.withUnsafeBytes(isEnough)
      if status != .full || isEarly {
        return (decoder.output, status != .damaged, status == .ended)
      }
      decoder = DeflateDecoder(data, limit: limit)
    }
    let status = decoder.decode()
    return (decoder.output, status != .damaged, status == .ended && decoder.output.count < limit)
    #else
    return ([], false, false)
    #endif
  }
}
