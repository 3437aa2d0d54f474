/// The counts over all lines of a text.
struct LineMeasures {
  /// Lines with a comment only do not count.
  private var lineCount = 0
  private var tokenCount = 0
  /// Words that follow another word with only space between.
  private var wordPairCount = 0
  private var semicolonEnds = 0
  private var openBraceEnds = 0
  private var closeBraceEnds = 0
  private var colonEnds = 0
  private var commaEnds = 0
  private var periodEnds = 0
  private var wordEnds = 0
  private var indentedLines = 0
  private var tabbedLines = 0
  private var markedLines = 0
  private var commas = Columns()
  private var tabs = Columns()
  private var semicolons = Columns()
  private var table = Table()
  private var repetitions = Repetitions()

  /// The share of lines or tokens that a measure applies to.
  enum Level {
    case none
    case few
    case some
    case many

    /// Below a tenth is few, below two fifths is some.
    init(_ count: Int, of total: Int) {
      self = count == 0 ? .none : count * 10 < total ? .few : count * 5 < total * 2 ? .some : .many
    }

    var word: StaticString {
      switch self {
      case .none: "none"
      case .few: "few"
      case .some: "some"
      case .many: "many"
      }
    }
  }

  /// The separators of each line, to see whether all lines have as many.
  private struct Columns {
    private var first = -1
    private(set) var isEven = true

    mutating func add(_ count: Int) {
      if first < 0 { first = count }
      if count != first { isEven = false }
    }

    var areColumns: Bool { isEven && first > 0 }
  }

  /// A line of names and one of values with the same separator, as the start of a table has them.
  private struct Table {
    private var separator: UInt8?
    private(set) var isShown = false

    mutating func addNames(_ line: UnsafeRawBufferPointer) {
      for candidate in ",;".utf8 where Self.hasNames(line, candidate) { separator = candidate }
    }

    mutating func addValues(_ line: UnsafeRawBufferPointer) {
      guard let separator else { return }
      isShown = line.split(separator: separator).contains { 0x30...0x39 ~= $0.first ?? 0 }
    }

    /// The line has at least two names, and nothing else.
    private static func hasNames(_ line: UnsafeRawBufferPointer, _ separator: UInt8) -> Bool {
      var previous = separator
      var count = 1
      for byte in line where byte != 0x0D && byte != 0x0A {
        let isFirst = previous == separator
        switch byte | 0x20 {
        case separator:
          if isFirst { return false }
          count += 1
        case UInt8(ascii: "a")...UInt8(ascii: "z"): break
        default:
          guard !isFirst, 0x30...0x39 ~= byte || byte == UInt8(ascii: "_") else { return false }
        }
        previous = byte
      }
      return count > 1 && previous != separator
    }
  }

  /// The counts of lines of sufficient length, and of repeated lines among them.
  private struct Repetitions {
    private var seen: InlineArray<16, UInt64> = .init(repeating: 0)
    private var count = 0
    private var repeatedCount = 0

    /// Shorter lines, such as `end`, are frequent in any program.
    private static let leastByteCount = 12
    private static let fewestLines = 6

    /// No program repeats most lines.
    var areMost: Bool { count >= Self.fewestLines && repeatedCount * 2 > count }

    mutating func add(_ line: UnsafeRawBufferPointer) {
      guard line.count >= Self.leastByteCount else { return }
      var hash = UInt64(truncatingIfNeeded: line.count)
      // Eight bytes at a time; the last eight bytes may overlap the previous eight.
      for start in stride(from: 0, to: line.count &- 8, by: 8) {
        hash.mix(line.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      }
      hash.mix(line.loadUnaligned(fromByteOffset: line.count &- 8, as: UInt64.self))
      // One of 1,024 bits for each line: few of the examined lines collide.
      let word = Int(hash >> 60)
      let bit: UInt64 = 1 << (hash >> 54 & 0x3F)
      count &+= 1
      if seen[word] & bit != 0 { repeatedCount &+= 1 }
      seen[word] |= bit
    }
  }

  var repeatsItself: Bool { repetitions.areMost }

  /// Fewer lines have no meaningful shares.
  private static let fewestLines = 4

  mutating func add(_ line: LanguageLexer.Line, _ bytes: UnsafeRawBufferPointer) {
    guard line.tokenCount > 0 else { return }
    repetitions.add(bytes)
    lineCount &+= 1
    if lineCount == 1 { table.addNames(bytes) } else if lineCount == 2 { table.addValues(bytes) }
    tokenCount &+= line.tokenCount
    wordPairCount &+= line.wordPairCount
    switch line.lastByte {
    case UInt8(ascii: ";"): semicolonEnds &+= 1
    case UInt8(ascii: "{"): openBraceEnds &+= 1
    case UInt8(ascii: "}"): closeBraceEnds &+= 1
    case UInt8(ascii: ":"): colonEnds &+= 1
    case UInt8(ascii: ","): commaEnds &+= 1
    case UInt8(ascii: "."): periodEnds &+= 1
    default: if line.endsWithWord { wordEnds &+= 1 }
    }
    switch line.indentation {
    case .tab: tabbedLines &+= 1
    case .spaces: indentedLines &+= 1
    case .none: break
    }
    if line.beginsWithMark { markedLines &+= 1 }
    commas.add(line.commaCount)
    tabs.add(line.tabCount)
    semicolons.add(line.semicolonCount)
  }

  /// The names of these features are in Registry/languages.
  func report(to matcher: inout LanguageMatcher) {
    if table.isShown, commas.areColumns || semicolons.areColumns {
      matcher.add(measure: "table", .many)
    }
    guard lineCount >= Self.fewestLines else { return }
    matcher.add(measure: "prose", Level(wordPairCount, of: tokenCount))
    matcher.add(measure: "ends;", Level(semicolonEnds, of: lineCount))
    matcher.add(measure: "ends{", Level(openBraceEnds, of: lineCount))
    matcher.add(measure: "ends}", Level(closeBraceEnds, of: lineCount))
    matcher.add(measure: "ends:", Level(colonEnds, of: lineCount))
    matcher.add(measure: "ends,", Level(commaEnds, of: lineCount))
    matcher.add(measure: "ends.", Level(periodEnds, of: lineCount))
    matcher.add(measure: "endsx", Level(wordEnds, of: lineCount))
    matcher.add(measure: "indented", Level(indentedLines, of: lineCount))
    matcher.add(measure: "tabbed", Level(tabbedLines, of: lineCount))
    matcher.add(measure: "marked", Level(markedLines, of: lineCount))
    if commas.areColumns { matcher.add(measure: "columns,", .many) }
    if tabs.areColumns { matcher.add(measure: "columns-tab", .many) }
    if semicolons.areColumns { matcher.add(measure: "columns;", .many) }
  }
}

extension UInt64 {
  @inline(__always)
  fileprivate mutating func mix(_ bytes: UInt64) {
    self = (self ^ bytes.littleEndian) &* 0x9E37_79B9_7F4A_7C15
    self ^= self >> 32
  }
}
