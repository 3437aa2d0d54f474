internal import UTITypeGraph

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
