#if !hasFeature(Embedded)
#if Zlib
internal import CUTIZlib
#endif
internal import UTIPortable

/// Bytes that are read once, in their order.
package protocol ByteStream: AnyObject {
  /// Returns the number of bytes, which can be less than the space; 0 at the end.
  func read(into space: UnsafeMutableRawBufferPointer) throws(ArchiveFault) -> Int
}

extension ByteStream {
  /// Fewer only at the end.
  package func read(upTo count: Int) throws(ArchiveFault) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = try read(into: &bytes, from: filled)
      if read == 0 { break }
      filled += read
    }
    bytes.removeLast(count - filled)
    return bytes
  }

  /// Fills the bytes from a place.
  package func read(into bytes: inout [UInt8], from place: Int) throws(ArchiveFault) -> Int {
    var fault: ArchiveFault?
    let count = bytes.withUnsafeMutableBytes { buffer in
      do throws(ArchiveFault) {
        return try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[place...]))
      } catch {
        fault = error
        return 0
      }
    }
    if let fault { throw fault }
    return count
  }

  package func skipRest() throws(ArchiveFault) {
    var fault: ArchiveFault?
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
      do throws(ArchiveFault) {
        while try read(into: buffer) > 0 {}
      } catch {
        fault = error
      }
    }
    if let fault { throw fault }
  }
}

/// A part of an open file.
final class FileStream: ByteStream {
  private let descriptor: Int32
  private var offset: Int
  private var left: Int

  init(_ descriptor: Int32, offset: Int, count: Int) {
    self.descriptor = descriptor
    self.offset = offset
    left = count
  }

  func read(into space: UnsafeMutableRawBufferPointer) throws(ArchiveFault) -> Int {
    let space = UnsafeMutableRawBufferPointer(rebasing: space.prefix(left))
    if space.isEmpty { return 0 }
    guard let count = OpenFile.read(descriptor, into: space, at: offset) else {
      throw ArchiveFault("it cannot be read")
    }
    offset += count
    left = count == 0 ? 0 : left - count
    return count
  }
}

/// A part of a window, such as the data of an entry.
final class WindowStream: ByteStream {
  private let window: ByteWindow
  private var offset: Int
  private var left: Int
  private let piece: Int

  init(_ window: ByteWindow, offset: Int, count: Int, piece: Int) {
    self.window = window
    self.offset = offset
    self.piece = piece
    left = count
  }

  func read(into space: UnsafeMutableRawBufferPointer) throws(ArchiveFault) -> Int {
    let bytes = window.bytes(at: offset, count: min(space.count, left, piece))
    space.copyBytes(from: bytes)
    offset += bytes.count
    left -= bytes.count
    return bytes.count
  }
}

/// The next bytes of another stream, whose number is stated.
final class PartStream: ByteStream {
  private let stream: any ByteStream
  private var left: Int

  init(_ stream: any ByteStream, count: Int) {
    self.stream = stream
    left = count
  }

  func read(into space: UnsafeMutableRawBufferPointer) throws(ArchiveFault) -> Int {
    if left == 0 { return 0 }
    let count = try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: space.prefix(left)))
    guard count > 0 else {
      defer { left = 0 }
      throw ArchiveFault("the data end \(left) bytes too early")
    }
    left -= count
    return count
  }
}

/// The stream of a member that cannot be read.
final class FailedStream: ByteStream {
  private let fault: ArchiveFault

  init(_ fault: ArchiveFault) { self.fault = fault }

  func read(into space: UnsafeMutableRawBufferPointer) throws(ArchiveFault) -> Int { throw fault }
}

/// A stream that can be read by bytes and lines.
final class BufferedStream: ByteStream {
  private let stream: any ByteStream
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var start = 0
  private var end = 0

  init(_ stream: any ByteStream) { self.stream = stream }

  func read(into space: UnsafeMutableRawBufferPointer) throws(ArchiveFault) -> Int {
    if start == end, try !fill() { return 0 }
    let count = min(space.count, end - start)
    space.copyBytes(from: buffer[start..<start + count])
    start += count
    return count
  }

  /// The bytes that are known, at least one except at the end.
  func withKnownBytes<Result>(
    _ body: (UnsafeRawBufferPointer) -> (used: Int, Result)
  ) throws(ArchiveFault) -> Result {
    if start == end { _ = try fill() }
    let (used, result) = buffer.withUnsafeBytes {
      body(UnsafeRawBufferPointer(rebasing: $0[start..<end]))
    }
    start += used
    return result
  }

  /// nil at the end.
  func next() throws(ArchiveFault) -> UInt8? {
    if start == end, try !fill() { return nil }
    defer { start += 1 }
    return buffer[start]
  }

  /// Does not consume the byte.
  func peek() throws(ArchiveFault) -> UInt8? {
    if start == end, try !fill() { return nil }
    return buffer[start]
  }

  /// Without its end; nil at the end of the stream.
  func line(limit: Int) throws(ArchiveFault) -> [UInt8]? {
    var line: [UInt8] = []
    while let byte = try next() {
      if byte == 0x0A {
        if line.last == 0x0D { line.removeLast() }
        return line
      }
      line.append(byte)
      guard line.count <= limit else { throw ArchiveFault("a line of a header is too long") }
    }
    return line.isEmpty ? nil : line
  }

  private func fill() throws(ArchiveFault) -> Bool {
    start = 0
    end = 0
    end = try stream.read(into: &buffer, from: 0)
    return end > 0
  }
}

/// The output of deflate (RFC 1951) in a stream.
final class InflateStream: ByteStream {
  private let input: BufferedStream
  private(set) var hasEnded = false
  /// Of all output.
  private(set) var checksum: UInt = 0
  private(set) var count = 0
  #if Zlib
  private let state: UnsafeMutablePointer<z_stream>
  #endif

  init(_ input: BufferedStream) {
    self.input = input
    #if Zlib
    state = .allocate(capacity: 1)
    state.initialize(to: z_stream())
    _ = inflate_start_with_window(state)
    #endif
  }

  #if Zlib
  deinit {
    inflateEnd(state)
    state.deallocate()
  }
  #endif

  func read(into space: UnsafeMutableRawBufferPointer) throws(ArchiveFault) -> Int {
    #if Zlib
    while !hasEnded, !space.isEmpty {
      state.pointee.next_out = space.assumingMemoryBound(to: UInt8.self).baseAddress
      state.pointee.avail_out = uInt(clamping: space.count)
      let capacity = Int(state.pointee.avail_out)
      let (status, isInputEmpty) = try input.withKnownBytes { bytes in
        // zlib does not write to its input, although the header does not declare it const.
        state.pointee.next_in = UnsafeMutablePointer(
          mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        state.pointee.avail_in = uInt(clamping: bytes.count)
        let status = inflate(state, Z_NO_FLUSH)
        return (
          min(bytes.count, Int(uInt.max)) - Int(state.pointee.avail_in), (status, bytes.isEmpty)
        )
      }
      let written = capacity - Int(state.pointee.avail_out)
      hasEnded = status == Z_STREAM_END
      count += written
      checksum = crc32(
        checksum, space.assumingMemoryBound(to: UInt8.self).baseAddress, uInt(written))
      if written > 0 { return written }
      guard status == Z_OK || hasEnded || status == Z_BUF_ERROR else {
        throw ArchiveFault("the compressed data are damaged after \(count) bytes")
      }
      if isInputEmpty, !hasEnded {
        throw ArchiveFault("the compressed data end too early, after \(count) bytes")
      }
    }
    return 0
    #else
    throw ArchiveFault("this uti was built without zlib, and cannot read compressed data")
    #endif
  }
}

/// The output of all parts of a gzip stream (RFC 1952).
final class GzipStream: ByteStream {
  private let input: BufferedStream
  private var part: InflateStream?

  init(_ stream: any ByteStream) { input = BufferedStream(stream) }

  func readHeader() throws(ArchiveFault) -> (name: String?, modified: Int?) {
    func next() throws(ArchiveFault) -> UInt8 {
      guard let byte = try input.next() else {
        throw ArchiveFault("the gzip stream ends inside of its header")
      }
      return byte
    }
    func text() throws(ArchiveFault) -> [UInt8] {
      var text: [UInt8] = []
      while case let byte = try next(), byte != 0 { if text.count < 4096 { text.append(byte) } }
      return text
    }
    var start: [UInt8] = []
    for _ in 0..<10 { start.append(try next()) }
    guard start[0] == 0x1F, start[1] == 0x8B, start[2] == 8 else {
      throw ArchiveFault("the gzip stream has a damaged header")
    }
    let flags = start[3]
    if flags & 4 != 0 {
      let count = Int(try next()) | Int(try next()) << 8
      for _ in 0..<count { _ = try next() }
    }
    let name = flags & 8 != 0 ? LosslessText.text(try text()) : nil
    if flags & 16 != 0 { _ = try text() }
    if flags & 2 != 0 { for _ in 0..<2 { _ = try next() } }
    part = InflateStream(input)
    let modified = start[...].little(4, 4) ?? 0
    return (name.flatMap { $0.isEmpty ? nil : $0 }, modified == 0 ? nil : modified)
  }

  func read(into space: UnsafeMutableRawBufferPointer) throws(ArchiveFault) -> Int {
    while let part {
      let count = try part.read(into: space)
      if count > 0 { return count }
      try readTrailer(of: part)
      self.part = nil
      // Zeros after a part are padding.
      while try input.peek() == 0 { _ = try input.next() }
      guard let byte = try input.peek() else { return 0 }
      guard byte == 0x1F else { throw ArchiveFault("bytes that are not gzip follow its end") }
      _ = try readHeader()
    }
    return 0
  }

  private func readTrailer(of part: InflateStream) throws(ArchiveFault) {
    var trailer: [UInt8] = []
    for _ in 0..<8 {
      guard let byte = try input.next() else {
        throw ArchiveFault("the gzip stream ends inside of its trailer")
      }
      trailer.append(byte)
    }
    guard trailer[...].little(0, 4) == Int(part.checksum),
      trailer[...].little(4, 4) == part.count & 0xFFFF_FFFF
    else { throw ArchiveFault("the gzip stream has another checksum or size than it states") }
  }
}
#endif
