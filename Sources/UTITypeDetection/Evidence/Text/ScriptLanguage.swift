/// The language of a script, from its first line or from a line for an editor.
enum ScriptLanguage {
  /// The MIME types of a language, the best first, with the evidence.
  struct Clue {
    let mimeNames: [String]
    let strength: Strength
    let words: EvidenceReference.Words
  }

  /// - Parameters:
  ///   - text: the text from its first character on.
  ///   - isWhole: whether the text ends with the bytes, so that its last lines are among them.
  static func clue(_ text: UnsafeRawBufferPointer, isWhole: Bool) -> Clue? {
    if text.has("#!"), let clue = interpreterClue(text) { return clue }
    return modeLineClue(text, isWhole: isWhole)
  }

  /// Returns the types of a language with a name for programs and editors, often with a version
  /// after it.
  static func mimeNames(ofLanguage name: String) -> [String]? {
    let name = name.lowercased()
    let spellings: [Substring] = [
      name[...], name.prefix { $0 != "." }, name.prefix { !$0.isNumber && $0 != "." },
    ]
    for (index, spelling) in spellings.enumerated()
    where !spelling.isEmpty && spellings.firstIndex(of: spelling) == index {
      if let types = types(ofName: spelling) { return types }
    }
    return nil
  }

  private static func types(ofName name: Substring) -> [String]? {
    var name = name
    return name.withUTF8 { name in
      let name = UnsafeRawBufferPointer(name)
      if let types = namedLanguages.withUTF8Buffer({ line(of: name, in: .init($0)) }) {
        return types.split(separator: " ").map(String.init)
      }
      let isPlain = plainNames.withUTF8Buffer { place(of: name, in: .init($0)) != nil }
      return isPlain ? ["text/x-" + String(decoding: name, as: UTF8.self)] : nil
    }
  }

  /// Returns the text after the colon of the line that has a word before it.
  private static func line(
    of word: UnsafeRawBufferPointer, in table: UnsafeRawBufferPointer
  ) -> String? {
    var start = 0
    while let place = place(of: word, in: .init(rebasing: table[start...])) {
      start += place + word.count
      let rest = table[start...].prefix { $0 != 0x0A }
      // After its colon a line has types, which are not names.
      guard let colon = rest.firstIndex(of: UInt8(ascii: ":")) else { continue }
      return String(decoding: rest[(colon + 1)...], as: UTF8.self)
    }
    return nil
  }

  /// Returns the first place of a whole word.
  ///
  /// Searching a table of this size is faster than building any other form of it, because a process
  /// reads few scripts.
  private static func place(
    of word: UnsafeRawBufferPointer, in table: UnsafeRawBufferPointer
  ) -> Int? {
    guard let first = word.first, !word.contains(where: endsWord) else { return nil }
    return place(of: first, in: table) { place in
      let end = place + word.count
      return end <= table.count && (place == 0 || isBlank(table[place - 1]))
        && (end == table.count || endsWord(table[end])) && table[place..<end].elementsEqual(word)
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A }

  private static func endsWord(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == UInt8(ascii: ":")
  }
}
