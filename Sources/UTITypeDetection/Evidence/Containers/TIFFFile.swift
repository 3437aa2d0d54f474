/// The first directory of a TIFF file (TIFF 6.0, section 2), which states what else the file is.
enum TIFFFile {
  private static let greatestFieldCount = 512

  static func clue(_ window: ByteWindow) -> ContainerClue? {
    let header = window.bytes(at: 0, count: 8)
    let isBig = header.has("MM\0*")
    guard header.count == 8, isBig || header.has("II*\0") else { return nil }
    func number(_ bytes: ArraySlice<UInt8>) -> Int {
      (isBig ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
    let place = number(header.part(4, 4))
    // On 32 bits, a great number is negative.
    guard place >= 0, place < window.size else { return nil }
    let count = min(number(window.bytes(at: place, count: 2)), greatestFieldCount)
    let fields = window.bytes(at: place + 2, count: 12 * count)
    for field in 0..<fields.count / 12
    where number(fields.part(12 * field, 2)) == versionOfDigitalNegative {
      return ContainerClue(
        "image/x-adobe-dng", seen: "the field DNGVersion of the first directory",
        at: place + 2 + 12 * field)
    }
    return nil
  }

  /// Every digital negative has it in its first directory (DNG 1.6, "DNGVersion").
  private static let versionOfDigitalNegative = 50706
}
