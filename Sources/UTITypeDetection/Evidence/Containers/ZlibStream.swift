/// A zlib stream (RFC 1950), which is also how a compressed Apple disk image begins.
enum ZlibStream {
  /// The first two bytes are a multiple of 31, and the rest must be deflate.
  static func clue(_ window: ByteWindow) -> ContainerClue? {
    guard window.head.count > 2 else { return nil }
    // Some texts begin with such bytes too, so nothing is copied before the check.
    let check = UInt16(window.head[0]) << 8 | UInt16(window.head[1])
    guard check % 31 == 0, check & 0x0F00 == 0x0800, check & 0x20 == 0 else { return nil }
    guard Inflate.isAvailable else { return DiskImage.trailerClue(window) }
    let head = Array(window.head)[...]
    let (bytes, isSound, _) = Inflate.start(of: head.part(2, head.count), limit: 1024)
    guard isSound, !bytes.isEmpty else { return nil }
    return DiskImage.trailerClue(window)
      ?? ContainerClue(
        "application/zlib", seen: "a zlib stream at the start, which can be decompressed", at: 0,
        strength: .streamHint)
  }
}
