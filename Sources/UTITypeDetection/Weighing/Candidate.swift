internal import UTITypeGraph

/// A type that the answer may be, with its sum.
struct Candidate {
  /// The finding of the name has precedence.
  let finding: Finding
  let isClaimed: Bool
  let name: Strength
  /// The material of the bytes, if it fits a type that the name shows.
  let material: Strength
  let evidence: Strength
  let contradictions: Contradiction.Set
  /// nil if no finding of the bytes supports the type.
  let witness: Finding?

  var bytes: Strength { material + evidence }

  var total: Strength { name + bytes - contradictions.cost }

  /// That the bytes are a kind of text makes no type surer without a name.
  var certainty: Strength { name == .none ? total - material : total }

  /// A text without a mark of one claimant of its name is not the other for that reason.
  var totalIgnoringMarks: Strength {
    total + contradictions.intersection([.init(.noMark), .init(.prose)]).cost
  }

  var type: TypeIndex? { finding.type }
}

/// A contradiction between the bytes and a type that a name shows.
enum Contradiction: UInt8, CaseIterable {
  /// No text has a zero.
  case zeroByte
  /// A kind of text over control characters.
  case control
  /// A kind of data over text.
  case text
  /// A kind of data whose files can be text, over text.
  case textForm
  /// A format with a signature over bytes that lack it.
  case missingSignature
  /// A format with a signature in all files, over bytes without it.
  case missingRequiredSignature
  /// A kind of XML over bytes that are not XML, or that have the root element of another type.
  case otherDocument
  /// A language over a long text without one word or line of it, if other types have the name.
  case noMark
  /// A text without the signature or the words that all files of its type have.
  case missingSign
  /// A kind of XML or JSON over a text that does not begin as its grammar requires.
  case otherGrammar
  /// A kind of text over bytes that begin with the signature of data.
  case dataSignature
  /// A type whose signature is missing in the bytes, under a name that another type claims too.
  case sharedName
  /// A kind of a container whose inside belongs to another kind.
  case otherInside
  /// A programming language over sentences in a natural language.
  case prose
  case repeatedByte
  /// A type whose files begin in a known way over bytes that are random.
  case random

  var cost: Strength {
    switch self {
    case .otherInside: Strength(60)
    case .zeroByte, .otherGrammar, .missingRequiredSignature: Strength(100)
    case .control: Strength(10)
    case .text: Strength(20)
    case .textForm: Strength(4)
    case .sharedName: Strength(15)
    case .missingSignature, .otherDocument: Strength(20)
    case .missingSign, .dataSignature, .noMark, .prose, .repeatedByte, .random: Strength(35)
    }
  }

  var words: String {
    switch self {
    case .zeroByte: "the name indicates text, and the bytes are not text"
    case .control: "the name indicates text, and the bytes have control characters"
    case .text, .textForm: "the bytes are text, and the name indicates none"
    case .missingSignature: "files of the name's type have a signature, which the bytes lack"
    case .missingRequiredSignature:
      "all files of the name's type have a signature, which the bytes lack"
    case .missingSign: "every text of the name's type has a sign, which the text lacks"
    case .otherGrammar: "no file of the name's type begins as the text does"
    case .dataSignature: "the name indicates text, and the bytes have a signature of data"
    case .otherDocument: "the bytes are no XML document with a root element of the name's type"
    case .noMark: "a text of this length shows no mark of the type, and other types have the name"
    case .sharedName: "other types have the name"
    case .prose: "the text is prose, and the name indicates a program"
    case .repeatedByte: "the bytes are all alike"
    case .random: "the bytes are random, and files of the name's type have a header"
    case .otherInside: "the inside of the container shows another type"
    }
  }

  /// A set of contradictions.
  struct Set: OptionSet {
    let rawValue: UInt16

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ contradiction: Contradiction) { rawValue = 1 << contradiction.rawValue }

    /// The costliest first.
    var all: [Contradiction] {
      Contradiction.allCases.filter { contains(Set($0)) }.sorted { $1.cost < $0.cost }
    }

    var cost: Strength {
      if isEmpty { return .none }
      return Contradiction.allCases.reduce(.none) { contains(Set($1)) ? $0 + $1.cost : $0 }
    }
  }
}

/// The type that the weighing chose.
struct Choice {
  var finding: Finding
  /// The candidate; nil if no candidate decided.
  var candidate: Candidate?
  var total = Strength.none
  /// The lead over the next candidate that is not kin.
  var margin = Strength.none
  /// They replaced the type of the best candidate.
  var steps = ShortList<Step>()

  /// Data or prose show no type; names of other texts, which look like their formats, are right.
  func restsOnName(in state: borrowing DetectionState) -> Bool {
    guard let candidate else { return false }
    return candidate.witness == nil && (!state.content.isText || state.content.texture != .other)
  }

  /// The strongest evidence is about the type or a kind, not only a wider type as an archive.
  func isShown(in state: borrowing DetectionState) -> Bool {
    guard let candidate else { return true }
    guard let type = candidate.type, let seen = candidate.witness?.type else { return false }
    if state.registry.isKind(seen, of: type) || state.registry.refines(seen, type) { return true }
    guard let container = state.content.container, seen == container.inside else { return false }
    return state.registry.isShown(type, in: container)
  }

  /// A step that replaces the type with the largest sum by another.
  struct Step {
    let replaced: Finding
    let answer: Finding
    let reason: Reason
  }

  /// The rule of a step.
  enum Reason {
    case statedLanguage
    case inside
    case rootElement
    case claimedToo
    case storedAs
    case shown
    case common

    var words: String {
      switch self {
      case .statedLanguage: "the text names its language"
      case .inside: "the inside of the container distinguishes the two"
      case .rootElement: "the root element shows it"
      case .claimedToo: "the name claims it too, and the bytes show it"
      case .storedAs: "it is stored as the wider type, and the bytes show it"
      case .shown: "the bytes show a kind of the type"
      case .common: "nothing distinguishes the types that claim the name"
      }
    }
  }
}
