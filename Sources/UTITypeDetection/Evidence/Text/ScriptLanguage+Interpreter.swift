extension ScriptLanguage {
  private typealias Bytes = Slice<UnsafeRawBufferPointer>

  /// Returns the clue of the interpreter in the first line (execve(2), "Interpreter scripts").
  static func interpreterClue(_ text: UnsafeRawBufferPointer) -> Clue? {
    var line = text[2..<min(text.count, 258)].prefix { $0 != 0x0A && $0 != 0x0D }
    guard var program = nextWord(of: &line).map(lastComponent) else { return nil }
    if program.elementsEqual("env".utf8) {
      guard let word = wordBehindOptions(of: &line) else { return nil }
      program = lastComponent(word)
    }
    // They start the program that follows.
    while ["sudo", "time", "npx"].contains(where: { program.elementsEqual($0.utf8) }) {
      guard let word = wordBehindOptions(of: &line) else { return nil }
      program = lastComponent(word)
    }
    // Their first argument selects one of many programs.
    if program.elementsEqual("busybox".utf8) || program.elementsEqual("toybox".utf8) {
      guard let word = nextWord(of: &line) else { return nil }
      program = word
    }
    var name = String(decoding: program, as: UTF8.self)
    // Its option selects one of two languages (osascript(1)).
    if name == "osascript",
      line.split(separator: UInt8(ascii: " ")).contains(where: {
        $0.elementsEqual("JavaScript".utf8)
      })
    {
      name = "javascript"
    }
    guard let mimeNames = mimeNames(ofLanguage: name) else { return nil }
    return Clue(
      mimeNames: mimeNames, strength: .interpreter,
      words: EvidenceReference.Words(
        start: "the first line, which asks for the interpreter ", word: name))
  }

  /// Returns the program that env(1) starts.
  ///
  /// Options and assignments precede it, also in the words that `-S` splits.
  private static func wordBehindOptions(of line: inout Bytes) -> Bytes? {
    let whole = line
    while let word = nextWord(of: &line) {
      if word.starts(with: "--".utf8) {
        let name = word.prefix { $0 != UInt8(ascii: "=") }
        let hasValue = name.endIndex < word.endIndex
        if name.elementsEqual("--split-string".utf8), hasValue {
          line = whole[(name.endIndex + 1)...]
        } else if !hasValue, longOptionsWithValue.contains(where: { name.elementsEqual($0.utf8) }) {
          _ = nextWord(of: &line)
        }
      } else if word.first == UInt8(ascii: "-") {
        guard let place = word.indices.dropFirst().first(where: { takesValue(word[$0]) }) else {
          continue
        }
        if word[place] == UInt8(ascii: "S") {
          line = whole[(place + 1)...]
        } else if place + 1 == word.endIndex {
          _ = nextWord(of: &line)
        }
      } else if !word.contains(UInt8(ascii: "=")) {
        return word
      }
    }
    return nil
  }

  private static let longOptionsWithValue = ["--unset", "--chdir", "--argv0"]

  /// Returns true if an option letter takes the rest of the word, or else the next word.
  private static func takesValue(_ letter: UInt8) -> Bool {
    switch letter {
    case UInt8(ascii: "S"), UInt8(ascii: "u"), UInt8(ascii: "C"), UInt8(ascii: "a"): true
    default: false
    }
  }

  /// Removes and returns the next word of a line.
  private static func nextWord(of line: inout Bytes) -> Bytes? {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    line = line.drop(while: isSpace)
    let word = line.prefix { !isSpace($0) }
    line = line[word.endIndex...]
    return word.isEmpty ? nil : word
  }

  private static func lastComponent(_ path: Bytes) -> Bytes {
    path.lastIndex(of: UInt8(ascii: "/")).map { path[($0 + 1)...] } ?? path
  }
}
