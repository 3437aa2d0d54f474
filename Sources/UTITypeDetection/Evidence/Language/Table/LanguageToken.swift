/// A token in the form of features: its spelling and its kind, with up to four numbers.
package struct LanguageToken {
  /// Zero if no feature refers to the spelling.
  var exact: UInt16 = 0
  var anyCase: UInt16 = 0
  var kind: UInt16 = 0
  var subkind: UInt16 = 0
  /// `.b` of `a.b`.
  var isContinuation = false

  /// The given number is never zero.
  @inline(__always)
  func `is`(_ number: UInt16) -> Bool {
    number == exact || number == kind || number == anyCase || number == subkind
  }
}

extension LanguageToken {
  /// The kinds of tokens; the numbers are the first of the compiled table.
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
