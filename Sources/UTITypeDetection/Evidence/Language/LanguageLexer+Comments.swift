extension LanguageLexer {
  /// The comment is at the start of the line; only its mark is a token.
  mutating func readComment() {
    switch byte(place) {
    case UInt8(ascii: "#"): readHashLine()
    case UInt8(ascii: "-") where has("--", at: place): readDashLine()
    case UInt8(ascii: ";"): readMarkedLine(repeated: UInt8(ascii: ";"))
    case UInt8(ascii: "%")
    where !isSigil(at: place) && byte(place &+ 1) != UInt8(ascii: "{")
      && byte(place &+ 1) != UInt8(ascii: "}"):
      readMarkedLine(repeated: UInt8(ascii: "%"))
    case UInt8(ascii: "!")
    where Self.isAny(byte(place &+ 1), of: " !$\t-*") || byte(place &+ 1) == 0x0A:
      readMarkedLine(repeated: UInt8(ascii: "!"))
    case UInt8(ascii: "'") where !isQuotedValue(): readMarkedLine(repeated: UInt8(ascii: "'"))
    case UInt8(ascii: "\"") where byte(place &+ 1) == 0x20 && !closesOnLine(UInt8(ascii: "\"")):
      readMarkedLine(repeated: UInt8(ascii: "\""))
    case UInt8(ascii: "`") where has("```", at: place): readFence()
    case UInt8(ascii: "=") where line.indentation == .none && Self.isLetter(byte(place &+ 1)):
      readDocumentation()
    case UInt8(ascii: ".") where has(".\\\"", at: place):
      emitOperator(place..<place &+ 3)
      skip(to: endOfLine(from: place))
    default: break
    }
  }

  private func isQuotedValue() -> Bool {
    guard closesOnLine(UInt8(ascii: "'")) else { return Self.isLetter(byte(place &- 1)) }
    return true
  }

  private func closesOnLine(_ quote: UInt8) -> Bool {
    var at = place &+ 1
    while byte(at) != 0x0A {
      if byte(at) == quote { return true }
      at &+= 1
    }
    return false
  }

  private mutating func readMarkedLine(repeated mark: UInt8) {
    var end = place &+ 1
    while byte(end) == mark, end < place &+ 3 { end &+= 1 }
    emitOperator(place..<end)
    skip(to: endOfLine(from: place))
  }

  /// A directive, an interpreter, or a comment.
  private mutating func readHashLine() {
    let next = byte(place &+ 1)
    if next == UInt8(ascii: "!"), place == 0 {
      emitOperator(place..<place &+ 2)
      place &+= 2
      return
    }
    if Self.isAny(next, of: "[({\"|:'_"), !has("#:", at: place) { return }
    if Self.isLetter(next) {
      let start = place
      guard !readSigilWord(.hashWord) else { return }
      place = start
      skip(to: endOfLine(from: start))
      return
    }
    if isSpacedDirective() { return }
    readMarkedLine(repeated: UInt8(ascii: "#"))
  }

  /// Blanks follow the mark of the C preprocessor; false if there is none.
  private mutating func isSpacedDirective() -> Bool {
    var at = place &+ 1
    while byte(at) == 0x20 || byte(at) == 0x09 { at &+= 1 }
    let names: [StaticString] = [
      "include", "define", "ifdef", "ifndef", "endif", "pragma", "undef",
    ]
    guard names.contains(where: { has($0, at: at) }) else { return false }
    var hash = LanguageHash()
    hash.add(UInt8(ascii: "#"))
    place = at
    readWord(hash: &hash, .hashWord)
    return true
  }

  private mutating func readDashLine() {
    if has("---", at: place) {
      emitOperator(place..<place &+ 3)
      skip(to: endOfLine(from: place))
    } else if has("-->", at: place) {
      return
    } else if has("--[[", at: place), let end = find(.luaComment, from: place &+ 4) {
      emitOperator(place..<place &+ 4)
      skip(to: end &+ 2)
    } else {
      emitOperator(place..<place &+ 2)
      skip(to: endOfLine(from: place))
    }
  }

  /// A block of Markdown that another language is in.
  private mutating func readFence() {
    emitOperator(place..<place &+ 3)
    let end = endOfLine(from: place)
    if let close = find(.fence, from: end) {
      skip(to: endOfLine(from: close &+ 1))
    } else {
      skip(to: end)
    }
  }

  /// Documentation in programs in Perl; `=begin` may be Ruby's.
  private mutating func readDocumentation() {
    let start = place
    guard readSigilWord(.equalsWord) else { return }
    if has("=begin", at: start), let end = find(.rubyDocumentation, from: place) {
      skip(to: endOfLine(from: end &+ 1))
    } else if let end = find(.perlDocumentation, from: place) {
      skip(to: endOfLine(from: end &+ 1))
    } else {
      skip(to: endOfLine(from: place))
    }
  }

  /// Anywhere in a line; false if there is none.
  mutating func readInnerComment(_ first: UInt8) -> Bool {
    let next = byte(place &+ 1)
    let behind = byte(place &+ 2)
    switch (first, next) {
    case (UInt8(ascii: "/"), UInt8(ascii: "*")):
      return readBlock(mark: 2, upTo: .slashComment, from: place &+ 2)
    case (UInt8(ascii: "/"), UInt8(ascii: "/")):
      guard place == 0 || byte(place &- 1) != UInt8(ascii: ":") else { return false }
      let end = behind == UInt8(ascii: "/") || behind == UInt8(ascii: "!") ? 3 : 2
      emitOperator(place..<place &+ end)
      skip(to: endOfLine(from: place))
      return true
    case (UInt8(ascii: "("), UInt8(ascii: "*")):
      guard Self.isSpace(behind) || behind == 0x0A || Self.isAny(behind, of: "*!:") else {
        return false
      }
      return readBlock(mark: 2, upTo: .bracketComment, from: place &+ 2)
    case (UInt8(ascii: "{"), UInt8(ascii: "-")):
      guard Self.isSpace(behind) || behind == 0x0A || Self.isAny(behind, of: "-#|") else {
        return false
      }
      return readBlock(
        mark: behind == UInt8(ascii: "#") ? 3 : 2, upTo: .braceComment, from: place &+ 2)
    case (UInt8(ascii: "<"), UInt8(ascii: "!")):
      return has("<!--", at: place) && readBlock(mark: 4, upTo: .markupComment, from: place &+ 4)
    case (UInt8(ascii: "<"), UInt8(ascii: "#")):
      return readBlock(mark: 2, upTo: .hashComment, from: place &+ 2)
    case (UInt8(ascii: "#"), UInt8(ascii: "|")):
      return readBlock(mark: 2, upTo: .barComment, from: place &+ 2)
    case (UInt8(ascii: "#"), 0x20), (UInt8(ascii: "-"), UInt8(ascii: "-")),
      (UInt8(ascii: ";"), 0x20):
      return readTrailingComment(first)
    default: return false
    }
  }

  /// The mark has a space on both sides; false if there is none.
  private mutating func readTrailingComment(_ first: UInt8) -> Bool {
    let count = first == UInt8(ascii: "-") ? 2 : 1
    guard Self.isSpace(byte(place &- 1)), place > 0, byte(place &+ count) == 0x20 else {
      return false
    }
    let last = line.lastByte
    emitOperator(place..<place &+ count)
    line.lastByte = last
    skip(to: endOfLine(from: place))
    return true
  }

  /// A comment of several lines.
  private mutating func readBlock(mark: Int, upTo end: BlockEnd, from start: Int) -> Bool {
    guard let close = find(end, from: start) else { return false }
    emitOperator(place..<place &+ mark)
    skip(to: close &+ end.mark.utf8CodeUnitCount)
    return true
  }
}
