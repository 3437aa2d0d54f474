/// The bytes of one item as far as an answer may look at them: a head that is in memory, and
/// counted reads behind it.
final class ByteWindow {
  /// The bytes at the start.
  let head: UnsafeRawBufferPointer
  /// The number of bytes of the whole item, as far as known.
  let size: Int
  /// The open file that the bytes come from; nil when there are only those in memory.
  private let descriptor: Int32?
  private let limits: DetectionLimits
  /// The reads so far, the head's included.
  private(set) var readCount: Int
  /// The bytes they gave.
  private(set) var readByteCount: Int

  /// Bytes that lie in memory.
  ///
  /// - Parameters:
  ///   - bytes: the bytes at the start.
  ///   - size: the number of bytes of the whole item.
  init(bytes: UnsafeRawBufferPointer, size: Int, limits: DetectionLimits) {
    head = bytes
    self.size = max(size, bytes.count)
    self.limits = limits
    descriptor = nil
    readCount = 0
    readByteCount = 0
  }

  /// Bytes of a file of which the head has been read.
  ///
  /// - Parameter descriptor: the file, open as long as the window is used.
  init(head: UnsafeRawBufferPointer, size: Int, limits: DetectionLimits, descriptor: Int32) {
    self.head = head
    self.size = size
    self.limits = limits
    self.descriptor = descriptor
    readCount = 1
    readByteCount = head.count
  }

  var cost: Verdict.Cost { Verdict.Cost(reads: readCount, bytes: readByteCount) }

  /// Whether every byte of the item can be had.
  var reachesEnd: Bool { head.count >= size || descriptor != nil }

  /// The bytes from an offset on, fewer where the item or the limits end.
  ///
  /// Bytes of the head cost nothing; all others count as a read.
  func bytes(at offset: Int, count: Int) -> ArraySlice<UInt8> {
    guard offset >= 0, count > 0, offset < size else { return [] }
    let count = min(count, size - offset)
    if offset + count <= head.count { return Array(head[offset..<offset + count])[...] }
    guard let descriptor, readCount <= limits.containerReadCount else {
      return offset < head.count ? Array(head[offset...])[...] : []
    }
    readCount += 1
    let wanted = min(count, limits.containerReadByteCount)
    let result = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      filled =
        OpenFile.read(descriptor, into: UnsafeMutableRawBufferPointer(buffer), at: offset) ?? 0
    }
    readByteCount += result.count
    return result[...]
  }
}
