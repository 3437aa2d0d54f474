/// Splits the text of any language into words, numbers, strings, operators and lines.
///
/// It skips the contents of the usual comments and strings, which are prose in any language.
package struct LanguageLexer: ~Copyable {
  let text: UnsafeRawBufferPointer
  let table: LanguageTable
  var matcher: LanguageMatcher
  var measures = LineMeasures()
  var place = 0
  var line = Line()
  /// The ends of comments and strings that the window does not have after the place.
  private var missingEnds: UInt16 = 0
  /// Bytes searched for missing ends of strings.
  var searchedCount = 0
  /// The bytes stepped over as comments.
  var skippedCount = 0

  /// The bytes at the start of a text that may be read.
  static let windowByteCount = 16384
  private let codeByteCount: Int
  /// The last line is read further than the other code by this many bytes.
  private static let overrunByteCount = 512

  /// The most bytes that are searched for missing ends of strings.
  static let searchedByteCount = 4096

  /// The end of a comment or string that may have several lines.
  enum BlockEnd: UInt16 {
    case slashComment
    case bracketComment
    case braceComment
    case markupComment
    case hashComment
    case barComment
    case luaComment
    case fence
    case rubyDocumentation
    case perlDocumentation
    case doubleQuotes
    case singleQuotes

    var mark: StaticString {
      switch self {
      case .slashComment: "*/"
      case .bracketComment: "*)"
      case .braceComment: "-}"
      case .markupComment: "-->"
      case .hashComment: "#>"
      case .barComment: "|#"
      case .luaComment: "]]"
      case .fence: "\n```"
      case .rubyDocumentation: "\n=end"
      case .perlDocumentation: "\n=cut"
      case .doubleQuotes: "\"\"\""
      case .singleQuotes: "\'\'\'"
      }
    }
  }

  /// The measures of a line.
  struct Line {
    var tokenCount = 0
    var wordPairCount = 0
    var isBehindWord = false
    var endsWithWord = false
    var beginsWithMark = false
    var lastByte: UInt8 = 0
    var commaCount = 0
    var tabCount = 0
    var semicolonCount = 0
    var indentation = Indentation.none
  }

  enum Indentation {
    case none
    case spaces
    case tab
  }

  init(_ text: UnsafeRawBufferPointer, codeByteCount: Int, table: LanguageTable) {
    self.codeByteCount = codeByteCount
    self.text = UnsafeRawBufferPointer(rebasing: text.prefix(Self.windowByteCount))
    self.table = table
    matcher = LanguageMatcher(table)
  }

  mutating func run() {
    matcher.add(LanguageToken(.startOfText))
    while place < text.count, place &- skippedCount < codeByteCount { readLine() }
    measures.report(to: &matcher)
  }

  var readCodeByteCount: Int { place &- skippedCount }

  /// A line feed beyond the text.
  @inline(__always)
  func byte(_ place: Int) -> UInt8 { place >= 0 && place < text.count ? text[place] : 0x0A }

  private mutating func readLine() {
    line = Line()
    let start = place
    while Self.isSpace(byte(place)) { place &+= 1 }
    guard place < text.count else { return }
    if text[place] == 0x0A {
      place &+= 1
      return
    }
    beginLine(indentation: start == place ? .none : byte(start) == 0x09 ? .tab : .spaces)
    readComment()
    while place < text.count {
      let byte = text[place]
      if byte == 0x0A {
        place &+= 1
        break
      }
      if Self.isSpace(byte) {
        if byte == 0x09 { line.tabCount &+= 1 }
        place &+= 1
      } else if readCodeByteCount < codeByteCount &+ Self.overrunByteCount {
        readToken(byte)
      } else {
        skip(to: endOfLine(from: place))
      }
    }
    matcher.add(LanguageToken(.endOfLine))
    measures.add(
      line, UnsafeRawBufferPointer(rebasing: text[start..<min(place, text.count)]))
  }

  private mutating func beginLine(indentation: Indentation) {
    var token = LanguageToken(.startOfLine)
    line.indentation = indentation
    switch indentation {
    case .none: token.exact = LanguageToken.Kind.startOfUnindentedLine.rawValue
    case .spaces: token.exact = LanguageToken.Kind.startOfIndentedLine.rawValue
    case .tab: token.exact = LanguageToken.Kind.startOfTabbedLine.rawValue
    }
    matcher.add(token)
    switch byte(place) {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "|"),
      UInt8(ascii: ">"):
      line.beginsWithMark = true
    default: break
    }
  }

  @inline(__always)
  mutating func emit(_ token: LanguageToken, last: UInt8, isWord: Bool = false) {
    matcher.add(token)
    line.tokenCount &+= 1
    if isWord, line.isBehindWord { line.wordPairCount &+= 1 }
    line.isBehindWord = isWord
    line.endsWithWord = isWord
    line.lastByte = last
  }

  mutating func emitOperator(_ range: Range<Int>) {
    var hash = LanguageHash()
    for index in range { hash.add(byte(index)) }
    var token = LanguageToken()
    token.exact = table.find(hash)
    emit(token, last: byte(range.upperBound &- 1))
  }

  /// Text for human readers, such as comments.
  mutating func skip(to end: Int) {
    let end = min(max(end, place), text.count)
    skippedCount &+= end &- place
    place = end
  }

  func endOfLine(from place: Int) -> Int {
    var end = place
    while end < text.count, text[end] != 0x0A { end &+= 1 }
    return end
  }

  /// A failed search is not repeated, so that many open comments cost no more; nil without an end.
  mutating func find(_ end: BlockEnd, from start: Int) -> Int? {
    let bit: UInt16 = 1 << end.rawValue
    guard missingEnds & bit == 0 else { return nil }
    let mark = end.mark
    let first = mark.utf8Start[0]
    var at = start
    let last = text.count &- mark.utf8CodeUnitCount
    while at <= last {
      if text[at] == first, has(mark, at: at) { return at }
      at &+= 1
    }
    missingEnds |= bit
    return nil
  }

  func has(_ mark: StaticString, at start: Int) -> Bool {
    guard start >= 0, start &+ mark.utf8CodeUnitCount <= text.count else { return false }
    for index in 0..<mark.utf8CodeUnitCount
    where text[start &+ index] != mark.utf8Start[index] { return false }
    return true
  }
}

extension LanguageLexer {
  /// A string is one token; false if none begins.
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
