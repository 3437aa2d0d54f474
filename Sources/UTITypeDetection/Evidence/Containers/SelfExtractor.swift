/// A program for Windows that carries an archive after its sections (Microsoft PE/COFF, section 4).
enum SelfExtractor {
  /// The formats of archives, by their first bytes.
  private static let archives: [(start: [UInt8], mimeName: String)] = [
    ([0x52, 0x61, 0x72, 0x21, 0x1A, 0x07], "application/vnd.rar"),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "application/x-7z-compressed"),
    ([0x50, 0x4B, 0x03, 0x04], "application/zip"),
  ]

  /// No linker writes more sections.
  private static let sectionCountLimit = 96

  /// Returns the clue of the archive; archive programs unpack it unchanged.
  ///
  /// - Parameter isNamed: a function that indicates whether the name shows the type of an archive; the
  ///   bytes are a program in the first place.
  static func clue(_ window: ByteWindow, isNamed: (String) -> Bool) -> ContainerClue? {
    guard archives.contains(where: { isNamed($0.mimeName) }),
      let offset = endOfSections(window)
    else { return nil }
    let start = window.bytes(at: offset, count: 8)
    guard let archive = archives.first(where: { start.starts(with: $0.start) }),
      isNamed(archive.mimeName)
    else { return nil }
    return ContainerClue(
      archive.mimeName, seen: "the archive behind the sections of a program", at: offset)
  }

  /// Returns the offset of the end of the last section in the file; nil if the bytes are not such a
  /// program.
  private static func endOfSections(_ window: ByteWindow) -> Int? {
    let head = window.bytes(at: 0, count: 64)
    guard head.has("MZ"), let place = head.little(60, 4) else { return nil }
    let header = window.bytes(at: place, count: 24)
    guard header.has("PE\0\0"), let count = header.little(6, 2), count <= sectionCountLimit,
      let optionalSize = header.little(20, 2)
    else { return nil }
    let table = window.bytes(at: place + 24 + optionalSize, count: count * 40)
    var end = 0
    for section in 0..<count {
      guard let size = table.little(section * 40 + 16, 4),
        let start = table.little(section * 40 + 20, 4)
      else { return nil }
      end = max(end, start + size)
    }
    return end > 0 ? end : nil
  }
}
