/// One token of a text as the features of languages see it: what it says, and what kind it is of.
///
/// A feature can name either, so that one token has up to four numbers; zero stands for none.
package struct LanguageToken {
  /// The number of the token as it is written; zero where no feature names it.
  var exact: UInt16 = 0
  /// The number of the word whatever its case.
  var anyCase: UInt16 = 0
  /// The number of the kind.
  var kind: UInt16 = 0
  /// The number of the narrower kind.
  var subkind: UInt16 = 0
  /// Whether it continues a name: `.b` of `a.b`.
  var isContinuation = false

  /// Whether one of its numbers is a given one, which is never zero.
  @inline(__always)
  func `is`(_ number: UInt16) -> Bool {
    number == exact || number == kind || number == anyCase || number == subkind
  }
}

extension LanguageToken {
  /// The kinds of tokens under the names that the features have for them.
  ///
  /// The numbers are those of the compiled table, which begins with these.
  package enum Kind: UInt16, CaseIterable {
    case startOfText = 1
    case startOfLine
    case startOfUnindentedLine
    case startOfTabbedLine
    case startOfIndentedLine
    case endOfLine
    case word
    case capitalisedWord
    case number
    case basedNumber
    case date
    case time
    case string
    case quoted
    case backquoted
    case dotWord
    case atWord
    case hashWord
    case dollarWord
    case percentWord
    case backslashWord
    case colonWord
    case dashWord
    case dashDashWord
    case tickWord
    case equalsWord

    /// How a feature writes the kind.
    package var notation: StaticString {
      switch self {
      case .startOfText: "^^"
      case .startOfLine: "^"
      case .startOfUnindentedLine: "^0"
      case .startOfTabbedLine: "^t"
      case .startOfIndentedLine: "^s"
      case .endOfLine: "$"
      case .word: "x"
      case .capitalisedWord: "X"
      case .number: "0"
      case .basedNumber: "0'b"
      case .date: "0-0-0"
      case .time: "0:0:0"
      case .string: "\"\""
      case .quoted: "''"
      case .backquoted: "``"
      case .dotWord: ".x"
      case .atWord: "@x"
      case .hashWord: "#x"
      case .dollarWord: "$x"
      case .percentWord: "%x"
      case .backslashWord: "\\x"
      case .colonWord: ":x"
      case .dashWord: "-x"
      case .dashDashWord: "--x"
      case .tickWord: "'x"
      case .equalsWord: "=x"
      }
    }
  }

  init(_ kind: Kind) { self.kind = kind.rawValue }
}
