/// The directory of an icon or a pointer of Windows (Microsoft, "Icons", structure `ICONDIR`): a
/// signature of four bytes of which three are zero, as many tables of numbers begin.
enum IconDirectory {
  private static let headerByteCount = 6
  private static let entryByteCount = 16

  /// Returns true if bytes begin as an icon does, and the first entry refers to no image in the
  /// file.
  static func isRefuted(by window: ByteWindow) -> Bool {
    let head = window.head
    guard head.count >= 4, head[0] == 0, head[1] == 0, head[2] == 1 || head[2] == 2, head[3] == 0
    else { return false }
    let bytes = window.bytes(at: 0, count: headerByteCount + entryByteCount)
    guard let count = bytes.little(4, 2), count > 0,
      let offset = bytes.little(headerByteCount + 12, 4)
    else { return false }
    return offset < headerByteCount + count * entryByteCount || offset >= window.size
  }
}
