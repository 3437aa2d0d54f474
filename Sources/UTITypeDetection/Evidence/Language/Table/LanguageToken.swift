/// A token of a text in the form that the features of languages refer to: its spelling and its
/// kind.
///
/// A feature can refer to either, so that a token has up to four numbers; zero means none.
package struct LanguageToken {
  /// The number of the token's spelling; zero if no feature refers to it.
  var exact: UInt16 = 0
  /// The number of the word whatever its case.
  var anyCase: UInt16 = 0
  /// The number of the kind.
  var kind: UInt16 = 0
  /// The number of the narrower kind.
  var subkind: UInt16 = 0
  /// True if it continues a name: `.b` of `a.b`.
  var isContinuation = false

  /// Returns true if one of its numbers is a given number, which is never zero.
  @inline(__always)
  func `is`(_ number: UInt16) -> Bool {
    number == exact || number == kind || number == anyCase || number == subkind
  }
}

extension LanguageToken {
  /// The kinds of tokens, with the names that the features use.
  ///
  /// The numbers are the first numbers of the compiled table.
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

    /// The notation of the kind in a feature.
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
