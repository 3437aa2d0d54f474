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

  /// Returns true if the strongest evidence of the bytes is about the type or a kind of it, and not
  /// only about a wider type, such as the archive that a document is stored in.
  func isShown(in state: borrowing DetectionState) -> Bool {
    guard let candidate else { return true }
    guard let type = candidate.type, let seen = candidate.witness?.type else { return false }
    if state.registry.isKind(seen, of: type) || state.registry.refines(seen, type) { return true }
    guard let container = state.content.container, seen == container.inside else { return false }
    if case .allInContainer = container.lookalikes {
      return container.variants.contains { state.registry.refines(type, $0) }
    }
    return state.registry.isVariant(type, in: container)
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
