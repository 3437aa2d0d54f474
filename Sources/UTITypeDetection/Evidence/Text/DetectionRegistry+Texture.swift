internal import UTITypeGraph

extension DetectionRegistry {
  /// Only if nothing in the bytes shows a type and the name shows one other than plain text.
  func readTexture(
    of head: UnsafeRawBufferPointer, _ encoding: TextEncoding?, into state: inout DetectionState
  ) {
    // A byte order mark shows text, and no type of it.
    guard state.content.findings.allSatisfy({ $0.type == known.plainText }),
      state.names.candidates.contains(where: { $0.type != known.plainText })
    else { return }
    if isRepeatedByte(head) {
      state.content.texture = .repeatedByte
    } else if encoding != nil {
      state.content.texture = isBlank(head) ? .blank : Prose.contains(head) ? .prose : .other
    } else if isRandom(head) {
      state.content.texture = .random
    }
  }

  /// A line of blanks or a few characters can be a text.
  private func isRepeatedByte(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let first = bytes.first, first != 0x20, first != 0x0A, bytes.count >= 16 || first == 0
    else { return false }
    return bytes.allSatisfy { $0 == first }
  }

  private func isBlank(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.allSatisfy { $0 == 0x20 || 0x09...0x0D ~= $0 }
  }

  /// 512 random bytes have 221 values on average (deviation 5), none more than 12 times in
  /// practice.
  ///
  /// A header has fewer values and many zeros.
  private func isRandom(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 512 else { return false }
    var counts = InlineArray<256, UInt8>(repeating: 0)
    for byte in bytes.prefix(512) {
      counts[Int(byte)] += 1
      if counts[Int(byte)] > 12 { return false }
    }
    return counts.indices.count { counts[$0] > 0 } > 195
  }
}

/// The test for sentences in a natural language.
///
/// One assignment, brace or tag excludes them, and so do many other signs.
private enum Prose {
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
    var previous = UInt8(ascii: "\n")
    for place in text.indices {
      let byte = text[place]
      let next = place + 1 < text.count ? text[place + 1] : UInt8(ascii: "\n")
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...:
        letters += 1
        if byte < UInt8(ascii: "a") { capitals += 1 }
        if isBlank(previous) { words += 1 }
      case UInt8(ascii: "\n"):
        if !isLineEnd(previous) { lines += 1 }
      case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"):
        if isBlank(next), !isBlank(previous) { sentences += 1 }
      case UInt8(ascii: ";"), UInt8(ascii: ":"):
        if next != UInt8(ascii: " ") { signs += 1 }
      case UInt8(ascii: "("):
        // The parameters of a function follow its name.
        if !isBlank(previous) { signs += 1 }
      case UInt8(ascii: " "), UInt8(ascii: "\r"), UInt8(ascii: ","), UInt8(ascii: ")"),
        UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "-"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        break
      case UInt8(ascii: "="), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "<"),
        UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "|"), UInt8(ascii: "`"):
        return false
      default: signs += 1
      }
      // A program ends the test within a few lines.
      if signs > 2, signs * fewestWordsForSign > words { return false }
      previous = byte
    }
    if !isLineEnd(previous) { lines += 1 }
    return words >= fewestWords && signs * fewestWordsForSign <= words
      && sentences >= fewestSentences
      && words >= fewestWordsInLine * lines && words <= mostWordsInSentence * sentences
      && letters * 10 >= text.count * 7 && capitals * 5 < letters
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || isLineEnd(byte)
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}
