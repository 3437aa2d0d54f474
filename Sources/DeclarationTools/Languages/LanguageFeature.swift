internal import UTITypeDetection

/// A feature in its written form, divided into the tokens that the lexer makes of the same text.
struct LanguageFeature {
  /// One token.
  enum Part {
    case kind(LanguageToken.Kind)
    case text(String)
  }

  let parts: [Part]
  /// True if letters match in either case: the feature begins with a tilde directly before them.
  let isAnyCase: Bool

  init(_ pattern: String) {
    let second = pattern.utf8.dropFirst().first ?? 0x20
    isAnyCase =
      pattern.hasPrefix("~") && !LanguageLexer.isSpace(second)
      && !LanguageLexer.isAny(second, of: LanguageLexer.second(behind: UInt8(ascii: "~")))
    parts = (isAnyCase ? pattern.dropFirst() : pattern[...]).split(separator: " ")
      .flatMap { Self.parts(of: String($0)) }
  }

  /// The marks of comments and strings, which the lexer reads as a whole.
  private static let marks: Set<String> = [
    "(*", "{-", "{-#", "<!--", "\"\"\"", "'''", "```", "--[[", ".\\\"", "<#", "#|", "//", "///",
    "//!", "/*", "--", "---", "#", "##", "###", ";", ";;", ";;;", "%", "%%", "%%%", "!", "!!",
    "!!!",
  ]

  private static func parts(of word: String) -> [Part] {
    if let kind = LanguageToken.Kind.allCases.first(where: { "\($0.notation)" == word }) {
      return [.kind(kind)]
    }
    if marks.contains(word) || isMeasure(word) { return [.text(word)] }
    var parts: [Part] = []
    var rest = Array(word.utf8)[...]
    while let first = rest.first {
      let count = length(rest, isFirst: parts.isEmpty)
      let text = String(decoding: rest.prefix(count), as: UTF8.self)
      rest = rest.dropFirst(count)
      let kind = LanguageToken.Kind.allCases.first { "\($0.notation)" == text }
      // A lone sign that is also the notation of a kind means itself inside of a word.
      parts.append(
        kind.map { LanguageLexer.isWordByte(first) || count > 1 ? .kind($0) : .text(text) }
          ?? .text(text))
    }
    return parts
  }

  /// Returns true if a word is a measure: its name, a colon and a level.
  private static func isMeasure(_ word: String) -> Bool {
    [":none", ":few", ":some", ":many"].contains { word.hasSuffix($0) && word.count > $0.count + 1 }
  }

  /// Returns the size of the first token of a word in bytes.
  private static func length(_ bytes: ArraySlice<UInt8>, isFirst: Bool) -> Int {
    let first = bytes[bytes.startIndex]
    func byte(_ index: Int) -> UInt8 {
      index < bytes.count ? bytes[bytes.startIndex + index] : 0x20
    }
    func wordEnd(_ start: Int) -> Int {
      var end = start
      while LanguageLexer.isWordByte(byte(end))
        || byte(end) == UInt8(ascii: "-") && LanguageLexer.isLetter(byte(end + 1)) && end > start
      { end += 1 }
      return end
    }
    if LanguageLexer.isWordByte(first) { return wordEnd(0) }
    let isSigil =
      LanguageLexer.isAny(first, of: ".@#$\\")
      || isFirst && LanguageLexer.isAny(first, of: "%:-='")
    if isSigil, LanguageLexer.isLetter(byte(1)) { return wordEnd(1) }
    if isFirst, first == UInt8(ascii: "-"), byte(1) == first, LanguageLexer.isLetter(byte(2)) {
      return wordEnd(2)
    }
    guard LanguageLexer.isAny(byte(1), of: LanguageLexer.second(behind: first)) else { return 1 }
    let third = LanguageLexer.third(behind: first, byte(1))
    return LanguageLexer.isAny(byte(2), of: third) ? 3 : 2
  }
}
