/// The test for sentences in a natural language.
///
/// One assignment, brace or tag excludes them, and so do many other signs.
enum Prose {
  /// Prose has a slash, a time or an address now and then; a comment begins each line with a sign.
  private static let fewestWordsForSign = 16
  private static let byteCount = 4096
  private static let fewestWords = 15
  private static let fewestSentences = 2
  private static let fewestWordsInLine = 5
  private static let mostWordsInSentence = 60

  /// O(*n*) in at most 4,096 bytes; most programs end the test within a line.
  static func contains(_ text: UnsafeRawBufferPointer) -> Bool {
    let text = UnsafeRawBufferPointer(rebasing: text.prefix(byteCount))
    var (words, lines, sentences, letters, capitals, signs) = (0, 0, 0, 0, 0, 0)
    var ideographs = 0
    var previous = UInt8(ascii: "\n")
    for place in text.indices {
      let byte = text[place]
      defer { previous = byte }
      var next: UInt8 { place + 1 < text.count ? text[place + 1] : UInt8(ascii: "\n") }
      if (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte >= 0x80 {
        letters += 1
        if byte < UInt8(ascii: "a") { capitals += 1 }
        if isBlank(previous) { words += 1 }
        guard 0xE3...0xEF ~= byte else { continue }
        // Two characters are a word on average, and no blanks separate them (UTF-8, RFC 3629).
        if byte <= 0xE9, next >= 0x80 {
          ideographs += 1
          if ideographs.isMultiple(of: 2) { words += 1 }
        }
        if isFullStop(text, at: place) { sentences += 1 }
        continue
      }
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\r"), UInt8(ascii: ","), UInt8(ascii: ")"),
        UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "-"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        continue
      case UInt8(ascii: "\n"):
        if !isLineEnd(previous) { lines += 1 }
        continue
      case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"):
        if isBlank(next), !isBlank(previous) { sentences += 1 }
        continue
      case UInt8(ascii: "="), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "<"),
        UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "|"), UInt8(ascii: "`"):
        return false
      case UInt8(ascii: ";"), UInt8(ascii: ":"):
        if next != UInt8(ascii: " ") { signs += 1 }
      case UInt8(ascii: "("):
        // The parameters of a function follow its name.
        if !isBlank(previous) { signs += 1 }
      default: signs += 1
      }
      // A program ends the test within a few lines.
      if signs > 2, signs * fewestWordsForSign > words { return false }
    }
    if !isLineEnd(previous) { lines += 1 }
    return words >= fewestWords && signs * fewestWordsForSign <= words
      && sentences >= fewestSentences
      && words >= fewestWordsInLine * lines && words <= mostWordsInSentence * sentences
      && letters * 10 >= text.count * 7 && capitals * 5 < letters
  }

  /// The full stop of Chinese and Japanese, U+3002, or the wide marks U+FF01 and U+FF1F.
  private static func isFullStop(_ text: UnsafeRawBufferPointer, at place: Int) -> Bool {
    text.has("\u{3002}", at: place) || text.has("\u{FF01}", at: place)
      || text.has("\u{FF1F}", at: place)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || isLineEnd(byte)
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}
