internal import UTIPortable

extension ScriptLanguage {
  /// A mode may be named in so many lines at either end.
  private static let lineCount = 5
  /// These lines are looked for in so many bytes at either end.
  private static let lineByteCount = 1024

  /// `-*- mode: NAME -*-` or `-*- NAME -*-` in the first two lines, `vim: ft=NAME` in five at an
  /// end.
  ///
  /// Sources: GNU Emacs manual, "Specifying File Variables"; Vim documentation, "modeline".
  static func modeLineClue(_ text: UnsafeRawBufferPointer, isWhole: Bool) -> Clue? {
    let first = firstLines(of: text)
    // Most texts have no such line; two searches for a character show it.
    if place(of: 0x2A, in: first, where: { first.has("-*-", at: $0 - 1) }) != nil,
      let clue = emacsClue(first)
    {
      return clue
    }
    if let clue = vimClue(first) { return clue }
    // Lines are counted only where one of them has a mark.
    let last = UnsafeRawBufferPointer(rebasing: text.suffix(lineByteCount))
    guard isWhole, vimMark(in: last) != nil else { return nil }
    return vimClue(lastLines(of: text))
  }

  private static func emacsClue(_ lines: UnsafeRawBufferPointer) -> Clue? {
    for line in firstTwoLines(of: lines) {
      guard let variables = emacsVariables(line), let mode = emacsMode(variables),
        let mimeNames = mimeNames(ofLanguage: mode)
      else { continue }
      return Clue(
        mimeNames: mimeNames, strength: .modeLine,
        words: EvidenceReference.Words(start: "a line for Emacs, which names the mode ", word: mode)
      )
    }
    return nil
  }

  /// nil for a single variable of another name, as many files in Python name their encoding.
  private static func emacsVariables(_ line: UnsafeRawBufferPointer) -> Substring? {
    func mark(from start: Int) -> Int? {
      guard start < line.count else { return nil }
      let rest = UnsafeRawBufferPointer(rebasing: line[start...])
      return place(of: 0x2D, in: rest) { rest.has("-*-", at: $0) }.map { start + $0 }
    }
    guard let open = mark(from: 0), let close = mark(from: open + 3) else { return nil }
    let variables = line[(open + 3)..<close]
    if let colon = variables.firstIndex(of: UInt8(ascii: ":")), colon > variables.startIndex,
      colon + 1 < variables.endIndex,
      !variables.contains(where: { $0 | 0x20 == UInt8(ascii: "m") || $0 == UInt8(ascii: ";") })
    {
      return nil
    }
    return String(decoding: variables, as: UTF8.self)[...]
  }

  private static func emacsMode(_ text: Substring) -> String? {
    let settings = text.split(separator: ";").map { $0.split(separator: ":", maxSplits: 1) }
    for setting in settings where setting.count == 2 {
      if trimmed(setting[0]) == "mode" { return trimmed(setting[1]) }
    }
    return settings.count == 1 && settings[0].count == 1 ? trimmed(settings[0][0]) : nil
  }

  private static func vimClue(_ lines: UnsafeRawBufferPointer) -> Clue? {
    var rest = lines
    while let colon = vimMark(in: rest) {
      rest = UnsafeRawBufferPointer(rebasing: rest[(colon + 1)...])
      let options = String(decoding: rest.prefix { $0 != 0x0A }, as: UTF8.self)
      guard let type = vimFileType(options), let mimeNames = mimeNames(ofLanguage: type) else {
        continue
      }
      return Clue(
        mimeNames: mimeNames, strength: .modeLine,
        words: EvidenceReference.Words(
          start: "a line for Vim, which names the file type ", word: type))
    }
    return nil
  }

  private static func vimMark(in text: UnsafeRawBufferPointer) -> Int? {
    place(of: 0x3A, in: text) { isVimMark(before: $0, in: text) }
  }

  /// A blank or the start of a line precedes the mark; `ex` is not a mark at the start.
  private static func isVimMark(before colon: Int, in text: UnsafeRawBufferPointer) -> Bool {
    func isPreceded(_ start: Int, orStartsLine: Bool) -> Bool {
      guard start > 0 else { return orStartsLine }
      let byte = text[start - 1]
      return byte == 0x20 || byte == 0x09 || orStartsLine && byte == 0x0A
    }
    if text.has("vi", at: colon - 2) { return isPreceded(colon - 2, orStartsLine: true) }
    if text.has("vim", at: colon - 3) || text.has("Vim", at: colon - 3) {
      return isPreceded(colon - 3, orStartsLine: true)
    }
    return text.has("ex", at: colon - 2) && isPreceded(colon - 2, orStartsLine: false)
  }

  private static func vimFileType(_ options: String) -> String? {
    for word in options.split(whereSeparator: { " \t:".contains($0) }) {
      for key in ["ft=", "filetype="] where word.hasPrefix(key) {
        return trimmed(word.dropFirst(key.count))
      }
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> String {
    text.filter { !$0.isWhitespace }.lowercased()
  }

  // MARK: Lines

  private static func firstLines(of text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let text = UnsafeRawBufferPointer(rebasing: text.prefix(lineByteCount))
    var end = 0
    for _ in 0..<lineCount where end < text.count {
      end = text.firstPlace(of: 0x0A, in: end..<text.count).map { $0 + 1 } ?? text.count
    }
    return UnsafeRawBufferPointer(rebasing: text[..<end])
  }

  private static func firstTwoLines(
    of text: UnsafeRawBufferPointer
  ) -> ShortList<UnsafeRawBufferPointer> {
    let first = text.prefix { $0 != 0x0A }
    var lines = ShortList(UnsafeRawBufferPointer(rebasing: first))
    if first.endIndex < text.count {
      lines.append(
        UnsafeRawBufferPointer(
          rebasing: text[(first.endIndex + 1)...].prefix { $0 != 0x0A }))
    }
    return lines
  }

  private static func lastLines(of text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let text = UnsafeRawBufferPointer(rebasing: text.suffix(lineByteCount))
    // The line feed at the end of the last line begins no other.
    var start = text.last == 0x0A ? text.count - 1 : text.count
    for _ in 0..<lineCount {
      guard let feed = text[..<start].lastIndex(of: 0x0A) else {
        return text
      }
      start = feed
    }
    return UnsafeRawBufferPointer(rebasing: text[(start + 1)...])
  }

  static func place(
    of byte: UInt8, in text: UnsafeRawBufferPointer, where holds: (Int) -> Bool
  ) -> Int? {
    var place = 0
    while let hit = text.firstPlace(of: byte, in: place..<text.count) {
      if holds(hit) { return hit }
      place = hit + 1
    }
    return nil
  }
}
