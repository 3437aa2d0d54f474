internal import UTITypeGraph

/// The type that the weighing chose.
struct Choice {
  /// The finding about the type.
  var finding: Finding
  /// The candidate; nil if no candidate decided.
  var candidate: Candidate?
  /// The sum of the best candidate.
  var total = Strength.none
  /// The lead of the best candidate over the next that is not kin.
  var margin = Strength.none
  /// The steps that replaced the type of the best candidate.
  var steps = ShortList<Step>()

  /// Returns true if the bytes are data or prose in which nothing shows the type.
  ///
  /// Other texts look like their formats, so their names are seldom wrong.
  func restsOnName(in state: borrowing DetectionState) -> Bool {
    guard let candidate else { return false }
    return candidate.witness == nil && (!state.content.isText || state.content.texture != .other)
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

    /// The rule in words.
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
