/// The language of a script, from its first line or from a line for an editor.
enum ScriptLanguage {
  /// The MIME types of a language, the best first, with the evidence.
  struct Clue {
    let mimeNames: [String]
    let strength: Strength
    let words: EvidenceReference.Words
  }

  /// The text begins with its first character; a whole text ends with its last lines.
  static func clue(_ text: UnsafeRawBufferPointer, isWhole: Bool) -> Clue? {
    if text.has("#!"), let clue = interpreterClue(text) { return clue }
    return modeLineClue(text, isWhole: isWhole)
  }

  /// The name is one for programs and editors, often with a version after it.
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

  /// The text after the colon of the line that has a word before it.
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

  /// A whole word: searching the table is faster than building another form, for so few scripts.
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

extension ScriptLanguage {
  private typealias Bytes = Slice<UnsafeRawBufferPointer>

  /// The first line names the interpreter (execve(2), "Interpreter scripts").
  static func interpreterClue(_ text: UnsafeRawBufferPointer) -> Clue? {
    var line = text[2..<min(text.count, 258)].prefix { $0 != 0x0A && $0 != 0x0D }
    guard var program = Self.program(of: &line) else { return nil }
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
    var start: StaticString = "the first line, which asks for the interpreter "
    if shells.contains(name), let other = programForItself(text) {
      name = other
      start = "the first command, which starts the script with "
    }
    guard let mimeNames = mimeNames(ofLanguage: name) else { return nil }
    return Clue(
      mimeNames: mimeNames, strength: .interpreter,
      words: EvidenceReference.Words(start: start, word: name))
  }

  private static let shells = ["sh", "bash", "dash", "ash", "ksh"]

  /// The program that replaces the shell for the same file, as `exec guile -s "$0"`.
  private static func programForItself(_ text: UnsafeRawBufferPointer) -> String? {
    var rest = text.prefix(1024)
    while let end = rest.firstIndex(of: 0x0A) {
      rest = rest[(end + 1)...]
      var line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
      let text = line.drop { $0 == 0x20 || $0 == 0x09 }
      if text.isEmpty || text.first == UInt8(ascii: "#") { continue }
      let own = "$0".utf8
      guard line.starts(with: "exec ".utf8),
        line.indices.contains(where: { line[$0...].starts(with: own) })
      else { return nil }
      _ = nextWord(of: &line)
      guard let program = Self.program(of: &line) else { return nil }
      let name = String(decoding: program, as: UTF8.self)
      return mimeNames(ofLanguage: name) == nil ? nil : name
    }
    return nil
  }

  private static func program(of line: inout Bytes) -> Bytes? {
    guard let program = nextWord(of: &line).map(lastComponent) else { return nil }
    guard program.elementsEqual("env".utf8) else { return program }
    return wordBehindOptions(of: &line).map(lastComponent)
  }

  /// Options and assignments precede the program of env(1), also in the words that `-S` splits.
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

  /// The rest of the word, or else the next word.
  private static func takesValue(_ letter: UInt8) -> Bool {
    switch letter {
    case UInt8(ascii: "S"), UInt8(ascii: "u"), UInt8(ascii: "C"), UInt8(ascii: "a"): true
    default: false
    }
  }

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
