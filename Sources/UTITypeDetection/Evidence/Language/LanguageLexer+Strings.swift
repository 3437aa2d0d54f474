extension LanguageLexer {
  /// Skips a string, which is one token regardless of its contents; false if none begins.
  mutating func readString(_ quote: UInt8) -> Bool {
    switch quote {
    case UInt8(ascii: "\""):
      if has("\"\"\"", at: place) { return readLongString(.doubleQuotes) }
      return readShortString(quote, .string)
    case UInt8(ascii: "'"):
      if has("'''", at: place) { return readLongString(.singleQuotes) }
      guard !Self.isWordByte(byte(place &- 1)) || place == 0, !isLifetime() else { return false }
      return readShortString(quote, .quoted)
    case UInt8(ascii: "`"):
      return !has("```", at: place) && readShortString(quote, .backquoted)
    default: return false
    }
  }

  /// Rust has names with a quote before them.
  private func isLifetime() -> Bool {
    let before = byte(place &- 1)
    guard before == UInt8(ascii: "<") || before == UInt8(ascii: "&") || before == UInt8(ascii: "+")
    else { return false }
    var at = place &+ 1
    while Self.isWordByte(byte(at)) { at &+= 1 }
    return at > place &+ 1 && byte(at) != UInt8(ascii: "'")
  }

  /// A string that ends on its line.
  private mutating func readShortString(_ quote: UInt8, _ kind: LanguageToken.Kind) -> Bool {
    guard searchedCount < Self.searchedByteCount else { return false }
    var at = place &+ 1
    while at < text.count, text[at] != 0x0A {
      if text[at] == quote {
        place = at &+ 1
        emit(LanguageToken(kind), last: quote)
        return true
      }
      at &+= text[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    searchedCount &+= at &- place
    return false
  }

  /// A string between three quotes, over any number of lines.
  private mutating func readLongString(_ quotes: BlockEnd) -> Bool {
    guard let end = find(quotes, from: place &+ 3) else { return false }
    emitOperator(place..<place &+ 3)
    skip(to: end &+ 3)
    return true
  }
}
