extension LanguageLexer {
  mutating func readToken(_ first: UInt8) {
    if Self.isLetter(first) {
      var hash = LanguageHash()
      readWord(hash: &hash, .word)
    } else if Self.isDigit(first) {
      readNumber()
    } else if readInnerComment(first) || readString(first) {
      return
    } else if let kind = sigil(at: place), readSigilWord(kind) {
      return
    } else {
      readOperator(first)
    }
  }

  /// The hash may have begun with a sigil.
  mutating func readWord(hash: inout LanguageHash, _ kind: LanguageToken.Kind) {
    let first = byte(place)
    let isContinued = kind == .dotWord && Self.isWordByte(byte(place &- 2))
    let start = place
    var at = place
    while at < text.count {
      let byte = text[at]
      guard
        Self.isWordByte(byte)
          || byte == UInt8(ascii: "-") && at > place && Self.isLetter(self.byte(at &+ 1))
      else { break }
      hash.add(byte)
      at &+= 1
    }
    place = max(at, place)
    var token = LanguageToken(kind)
    table.find(hash, &token)
    token.isContinuation = isContinued
    if kind == .word, first &- 0x41 < 26 {
      token.subkind = LanguageToken.Kind.capitalisedWord.rawValue
    }
    emit(token, last: byte(place &- 1), isWord: kind == .word)
    if kind == .word, place &- start == 3 { skipRemark(from: start) }
  }

  /// BASIC and batch files have a word for comments, and M4 has another.
  private mutating func skipRemark(from start: Int) {
    guard line.tokenCount <= 2 else { return }
    switch (byte(start), byte(start &+ 1) | 0x20, byte(start &+ 2) | 0x20) {
    case (UInt8(ascii: "r"), UInt8(ascii: "e"), UInt8(ascii: "m")),
      (UInt8(ascii: "R"), UInt8(ascii: "e"), UInt8(ascii: "m")),
      (UInt8(ascii: "d"), UInt8(ascii: "n"), UInt8(ascii: "l")):
      skip(to: endOfLine(from: place))
    default: break
    }
  }

  /// nil for a letter.
  func sigil(at place: Int) -> LanguageToken.Kind? {
    guard Self.isLetter(byte(place &+ 1)) || byte(place) == UInt8(ascii: "-") else { return nil }
    switch byte(place) {
    case UInt8(ascii: "."): return .dotWord
    case UInt8(ascii: "@"): return .atWord
    case UInt8(ascii: "#"): return .hashWord
    case UInt8(ascii: "$"): return .dollarWord
    case UInt8(ascii: "\\"): return .backslashWord
    case UInt8(ascii: "%"): return isSigil(at: place) ? .percentWord : nil
    case UInt8(ascii: ":"): return standsApart(place) ? .colonWord : nil
    case UInt8(ascii: "'"): return .tickWord
    case UInt8(ascii: "-"):
      guard standsApart(place) else { return nil }
      if Self.isLetter(byte(place &+ 1)) { return .dashWord }
      return byte(place &+ 1) == UInt8(ascii: "-") && Self.isLetter(byte(place &+ 2))
        ? .dashDashWord : nil
    default: return nil
    }
  }

  /// `%` is not an operator between two words.
  func isSigil(at place: Int) -> Bool { Self.isLetter(byte(place &+ 1)) && standsApart(place) }

  /// No word or value ends right before a place.
  private func standsApart(_ place: Int) -> Bool {
    guard place > 0 else { return true }
    let before = byte(place &- 1)
    return before == 0x0A || Self.isSpace(before) || Self.isAny(before, of: "([{,;=!\"'`|")
  }

  /// The word includes the character before it; false if the table has no such word.
  mutating func readSigilWord(_ kind: LanguageToken.Kind) -> Bool {
    var hash = LanguageHash()
    hash.add(byte(place))
    place &+= 1
    if kind == .dashDashWord {
      hash.add(byte(place))
      place &+= 1
    }
    let count = line.tokenCount
    readWord(hash: &hash, kind)
    return kind != .hashWord || line.tokenCount > count && isKnown(hash)
  }

  private func isKnown(_ hash: LanguageHash) -> Bool {
    var token = LanguageToken()
    table.find(hash, &token)
    return token.exact != 0 || token.anyCase != 0
  }

  private mutating func readNumber() {
    let start = place
    var kind = LanguageToken.Kind.number
    if let end = dateEnd(start) {
      place = end
      kind = .date
    } else if let end = timeEnd(start) {
      place = end
      kind = .time
    } else {
      while Self.isWordByte(byte(place))
        || byte(place) == UInt8(ascii: ".") && Self.isDigit(byte(place &+ 1))
      { place &+= 1 }
      if byte(place) == UInt8(ascii: "'"), Self.isAny(byte(place &+ 1), of: "bdhosBDHOS"),
        Self.isWordByte(byte(place &+ 2))
      {
        kind = .basedNumber
        place &+= 1
        while Self.isWordByte(byte(place)) { place &+= 1 }
      }
    }
    emit(LanguageToken(kind), last: byte(place &- 1))
  }

  private func areDigits(_ start: Int, _ count: Int) -> Bool {
    for index in start..<start &+ count where !Self.isDigit(byte(index)) { return false }
    return true
  }

  /// ISO 8601.
  private func dateEnd(_ start: Int) -> Int? {
    let separator = byte(start &+ 4)
    guard separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/"),
      byte(start &+ 7) == separator, areDigits(start, 4), areDigits(start &+ 5, 2),
      areDigits(start &+ 8, 2), !Self.isDigit(byte(start &+ 10))
    else { return nil }
    return byte(start &+ 10) | 0x20 == UInt8(ascii: "t") ? start &+ 11 : start &+ 10
  }

  private func timeEnd(_ start: Int) -> Int? {
    guard byte(start &+ 2) == UInt8(ascii: ":"), byte(start &+ 5) == UInt8(ascii: ":"),
      areDigits(start, 2), areDigits(start &+ 3, 2), areDigits(start &+ 6, 2)
    else { return nil }
    var end = start &+ 8
    while Self.isWordByte(byte(end))
      || Self.isAny(byte(end), of: ".,+") && Self.isDigit(byte(end &+ 1))
    {
      end &+= 1
    }
    return end
  }

  private mutating func readOperator(_ first: UInt8) {
    switch first {
    case UInt8(ascii: ","): line.commaCount &+= 1
    case UInt8(ascii: ";"): line.semicolonCount &+= 1
    default: break
    }
    var end = place &+ 1
    let second = byte(end)
    if Self.isAny(second, of: Self.second(behind: first)) {
      end &+= 1
      if Self.isAny(byte(end), of: Self.third(behind: first, second)) { end &+= 1 }
    }
    let start = place
    place = min(end, text.count)
    emitOperator(start..<place)
  }
}
