#if hasFeature(Embedded)
/// The bytes of an item that a caller reads on request, piece by piece.
///
/// A caller without synchronous reads passes the head, asks for a verdict, adds the piece that was
/// missing, and asks again until none is.
package final class BytePieces {
  /// The number of bytes of the whole item, and of those that the caller can read.
  let size: Int
  let readableCount: Int
  private var pieces: [(offset: Int, bytes: UnsafeRawBufferPointer)] = []
  /// The first range that a verdict needed and no piece has.
  package private(set) var missing: (offset: Int, count: Int)?

  /// - Parameters:
  ///   - head: all bytes up to the limit of the head; valid as long as the pieces are used.
  package init(head: UnsafeRawBufferPointer, size: Int, readableCount: Int) {
    self.size = max(size, readableCount)
    self.readableCount = readableCount
    pieces = [(0, head)]
  }

  var head: UnsafeRawBufferPointer { pieces[0].bytes }

  /// The bytes stay valid as long as the pieces are used.
  package func add(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    pieces.append((offset, bytes))
    missing = nil
  }

  /// Forgets what the last verdict missed.
  package func startVerdict() { missing = nil }

  func look(at offset: Int, count: Int) -> [UInt8] {
    let end = min(offset + count, readableCount)
    guard offset < end else { return [] }
    for (start, bytes) in pieces where start <= offset && end <= start + bytes.count {
      return Array(bytes[offset - start..<end - start])
    }
    if missing == nil { missing = (offset, end - offset) }
    return []
  }
}
#endif
