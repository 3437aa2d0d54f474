/// A contradiction between the bytes and a type that a name shows.
enum Contradiction: UInt8, CaseIterable {
  /// A kind of text over bytes with a zero, which no text has.
  case zeroByte
  /// A kind of text over control characters.
  case control
  /// A kind of data over text, which may still be a kind of text without such a declaration.
  case text
  /// A format with a signature over bytes that lack it.
  case missingSignature
  /// A kind of XML over a document that has the root element of another type.
  case otherDocument
  /// A kind of XML or JSON over a text that does not begin as its grammar requires.
  case otherGrammar
  /// A language over a long text without one word or line of it, if other types have the name.
  case noMark
  /// A text of a type whose files all begin with a signature, which the text lacks.
  case missingStart
  /// A type that the bytes lack the signature of, and whose name another type claims.
  case sharedName
  /// A kind of a container whose inside belongs to another kind.
  case otherInside

  /// The deduction from the type's weight.
  var cost: Strength {
    switch self {
    case .otherInside, .otherGrammar: Strength(60)
    case .zeroByte: Strength(40)
    case .control: Strength(10)
    case .text: Strength(4)
    case .sharedName: Strength(15)
    case .missingSignature, .otherDocument: Strength(20)
    case .missingStart, .noMark: Strength(35)
    }
  }

  /// A description for display.
  var words: String {
    switch self {
    case .zeroByte: "the name indicates text, and the bytes are not text"
    case .control: "the name indicates text, and the bytes have control characters"
    case .text: "the bytes are text, and the name indicates none"
    case .missingSignature: "files of the name's type have a signature, which the bytes lack"
    case .missingStart: "files of the name's type begin with a signature, which the text lacks"
    case .otherDocument: "the XML document has the root element of another type"
    case .otherGrammar: "the text does not begin as the grammar of the name's type requires"
    case .noMark: "a text of this length shows no mark of the type, and other types have the name"
    case .sharedName: "other types have the name"
    case .otherInside: "the inside of the container shows another type"
    }
  }

  /// A set of contradictions.
  struct Set: OptionSet {
    let rawValue: UInt16

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ contradiction: Contradiction) { rawValue = 1 << contradiction.rawValue }

    /// All of them, the costliest first.
    var all: [Contradiction] {
      Contradiction.allCases.filter { contains(Set($0)) }.sorted { $1.cost < $0.cost }
    }

    /// The deduction for all of them.
    var cost: Strength {
      if isEmpty { return .none }
      return Contradiction.allCases.reduce(.none) { contains(Set($1)) ? $0 + $1.cost : $0 }
    }
  }
}
