/// Images of disks and discs, whose signatures are far from the start or at the end.
enum DiskImage {
  /// Returns the format of an optical disc, whose volume descriptors are in sector 16, after a
  /// system area that is empty or can start a computer (ECMA-119, 8.1; ECMA-167, 2/9.1).
  static func opticalClue(_ window: ByteWindow) -> ContainerClue? {
    let head = window.head
    guard head.count >= 512, head[0] == 0 && head[1] == 0 || head[510] == 0x55 && head[511] == 0xAA
    else { return nil }
    let identifier = window.bytes(at: 16 * 2048 + 1, count: 5)
    guard identifier.has("CD001") || identifier.has("BEA01") else { return nil }
    return ContainerClue(
      "application/vnd.efi.iso", "application/x-cd-image",
      seen: "sector 16, a volume descriptor with the identifier \(identifier.text)",
      at: 16 * 2048 + 1)
  }

  /// Apple's disk images end in a block that begins with its name and version.
  static func trailerClue(_ window: ByteWindow) -> ContainerClue? {
    let place = window.size - 512
    guard window.bytes(at: place, count: 8).elementsEqual(Array("koly".utf8) + [0, 0, 0, 4]) else {
      return nil
    }
    return ContainerClue(
      "application/x-apple-diskimage", seen: "the last block, which begins with koly", at: place)
  }
}
