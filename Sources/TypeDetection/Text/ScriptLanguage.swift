internal import Glibc

/// The language of a script, from its first line or from a line that tells an editor.
enum ScriptLanguage {
  /// The MIME types of a language, the best first, with what was seen.
  struct Clue {
    let mimeNames: [String]
    let words: Ground.Words
  }

  /// Whether a text may have a clue: it begins as scripts do, or its first lines hold one of the marks
  /// that editors look for.
  static func isPossible(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let start = text.baseAddress, text.count >= 2 else { return false }
    if text[0] == UInt8(ascii: "#"), text[1] == UInt8(ascii: "!") { return true }
    var end = 0
    for _ in 0..<lineCount where end < text.count {
      end =
        memchr(start + end, 0x0A, text.count - end).map { start.distance(to: $0) + 1 }
        ?? text.count
    }
    let lines = UnsafeRawBufferPointer(rebasing: text.prefix(end))
    return places(of: 0x2A, in: lines) { lines.has("-*-", at: $0 - 1) }
      || places(of: 0x3A, in: lines) {
        lines.has("vi", at: $0 - 2) || lines.has("vim", at: $0 - 3)
      }
  }

  /// Whether something holds for one of the places of a byte.
  private static func places(
    of byte: UInt8, in text: UnsafeRawBufferPointer, where holds: (Int) -> Bool
  ) -> Bool {
    guard let start = text.baseAddress else { return false }
    var place = 0
    while place < text.count, let hit = memchr(start + place, Int32(byte), text.count - place) {
      place = start.distance(to: UnsafeRawPointer(hit))
      if holds(place) { return true }
      place += 1
    }
    return false
  }

  static func clue(_ text: UnsafeRawBufferPointer) -> Clue? {
    interpreterClue(text) ?? modeLineClue(Array(text)[...])
  }

  // MARK: Interpreter

  private static func interpreterClue(_ text: UnsafeRawBufferPointer) -> Clue? {
    guard text.has("#!") else { return nil }
    var line = text[2..<min(text.count, 258)].prefix { $0 != 0x0A && $0 != 0x0D }
    guard var program = nextWord(of: &line).map(lastComponent) else { return nil }
    if program.elementsEqual("env".utf8) {
      // env(1): options and assignments stand before the program.
      var word = nextWord(of: &line)
      while let option = word, option.first == UInt8(ascii: "-") || option.contains(0x3D) {
        word = nextWord(of: &line)
      }
      guard let word else { return nil }
      program = lastComponent(word)
    }
    let name = String(decoding: program, as: UTF8.self)
    guard let mimeNames = mimeNames(ofLanguage: name) else { return nil }
    return Clue(
      mimeNames: mimeNames,
      words: Ground.Words(start: "its first line asks for the interpreter ", word: name))
  }

  private typealias Bytes = Slice<UnsafeRawBufferPointer>

  /// Takes the next word off a line.
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

  // MARK: Mode lines

  /// The lines at the start that a mode may be named in.
  private static let lineCount = 5

  /// `-*- mode: NAME -*-` or `-*- NAME -*-` in the first two lines (GNU Emacs manual, "Specifying
  /// File Variables"); `vim: ft=NAME` in the first five (Vim documentation, "modeline").
  private static func modeLineClue(_ text: ArraySlice<UInt8>) -> Clue? {
    let lines = firstLines(of: text, count: lineCount)
    for line in lines.prefix(2) where line.contains("-*-") {
      let parts = line.text.split(separator: "-*-", omittingEmptySubsequences: false)
      guard parts.count >= 3, let mode = emacsMode(parts[1]),
        let mimeNames = mimeNames(ofLanguage: mode)
      else { continue }
      return Clue(
        mimeNames: mimeNames,
        words: Ground.Words(start: "a line for Emacs names the mode ", word: mode))
    }
    for line in lines where line.contains("vim:") || line.contains("vi:") {
      guard let type = vimFileType(line.text), let mimeNames = mimeNames(ofLanguage: type) else {
        continue
      }
      return Clue(
        mimeNames: mimeNames,
        words: Ground.Words(start: "a line for Vim names the file type ", word: type))
    }
    return nil
  }

  private static func firstLines(of text: ArraySlice<UInt8>, count: Int) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = text
    while lines.count < count, !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      lines.append(rest[..<end])
      rest = rest[end...].dropFirst()
    }
    return lines
  }

  private static func emacsMode(_ text: Substring) -> String? {
    let settings = text.split(separator: ";").map { $0.split(separator: ":", maxSplits: 1) }
    for setting in settings where setting.count == 2 {
      if trimmed(setting[0]) == "mode" { return trimmed(setting[1]) }
    }
    return settings.count == 1 && settings[0].count == 1 ? trimmed(settings[0][0]) : nil
  }

  private static func vimFileType(_ line: String) -> String? {
    for word in line.split(whereSeparator: { " \t:".contains($0) }) {
      for key in ["ft=", "filetype="] where word.hasPrefix(key) {
        return trimmed(word.dropFirst(key.count))
      }
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> String {
    text.filter { !$0.isWhitespace }.lowercased()
  }

  // MARK: Names

  /// Programs and editors call a language by one name, often with a version behind it.
  private static func mimeNames(ofLanguage name: String) -> [String]? {
    let name = name.lowercased()
    return languages[name] ?? languages[String(name.prefix { $0 != "." })]
      ?? languages[String(name.prefix { !$0.isNumber && $0 != "." })]
  }

  private static let languages: [String: [String]] = {
    let groups: [([String], [String])] = [
      (
        ["sh", "bash", "dash", "ash", "ksh", "mksh", "zsh", "shell-script"],
        ["text/x-shellscript", "application/x-shellscript"]
      ),
      (["csh", "tcsh"], ["text/x-csh", "application/x-csh"]),
      (["fish"], ["application/x-fishscript"]),
      (["nu"], ["application/x-nuscript"]),
      (["pwsh", "powershell"], ["application/x-powershell"]),
      (["python3"], ["text/x-python3", "text/x-python"]),
      (["python2"], ["text/x-python2", "text/x-python"]),
      (["python", "pypy"], ["text/x-python"]),
      (["perl", "cperl"], ["application/x-perl", "text/x-perl"]),
      (["raku", "rakudo"], ["text/x-raku"]),
      (["ruby", "jruby"], ["application/x-ruby", "text/x-ruby"]),
      (
        ["node", "nodejs", "javascript", "js", "gjs", "bun", "deno"],
        ["text/javascript", "application/javascript"]
      ),
      (["typescript", "tsx", "ts-node"], ["application/typescript"]),
      (["php"], ["application/x-php"]),
      (["lua", "luajit"], ["text/x-lua"]),
      (["tclsh", "wish", "tcl", "expect"], ["text/x-tcl"]),
      (["awk"], ["text/x-awk", "application/x-awk"]),
      (["gawk"], ["application/x-gawk", "text/x-awk"]),
      (["sed"], ["text/x-sed"]),
      (["make", "gmake", "makefile"], ["text/x-makefile"]),
      (["rscript"], ["text/x-r"]),
      (["julia"], ["text/julia"]),
      (["swift"], ["text/x-swift", "public.swift-source"]),
      (["runhaskell", "runghc", "haskell"], ["text/x-haskell"]),
      (["groovy"], ["text/x-groovy"]),
      (["scala"], ["text/x-scala"]),
      (["escript", "erlang"], ["text/x-erlang"]),
      (["elixir"], ["text/x-elixir"]),
      (["ocaml", "tuareg"], ["text/x-ocaml"]),
      (["guile", "scheme", "racket"], ["text/x-scheme"]),
      (["sbcl", "lisp", "emacs-lisp"], ["text/x-emacs-lisp"]),
      (["osascript"], ["application/x-applescript", "text/x-applescript"]),
      (["c"], ["text/x-csrc"]),
      (["c++", "cpp"], ["text/x-c++src"]),
      (["objc"], ["text/x-objcsrc"]),
      (["java"], ["text/x-java"]),
      (["go"], ["text/x-go"]),
      (["rust"], ["text/rust"]),
      (["html", "nxml-html"], ["text/html"]),
      (["xml", "nxml"], ["application/xml"]),
      (["css"], ["text/css"]),
      (["yaml"], ["application/yaml", "application/x-yaml"]),
      (["toml", "conf-toml"], ["application/toml"]),
      (["json"], ["application/json"]),
      (["markdown", "gfm"], ["text/markdown"]),
      (["tex", "latex"], ["text/x-tex"]),
      (["sql"], ["application/sql"]),
      (["cmake"], ["text/x-cmake"]),
      (["diff"], ["text/x-patch"]),
      (["org"], ["text/org"]),
    ]
    var languages: [String: [String]] = [:]
    for (names, mimeNames) in groups {
      for name in names { languages[name] = mimeNames }
    }
    return languages
  }()
}
