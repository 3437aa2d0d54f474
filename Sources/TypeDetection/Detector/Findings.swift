internal import TypeGraph

/// What a name says.
struct NameFindings {
  /// The name or path.
  var name = ""
  /// The types that fit, the best first.
  var candidates = FindingList()
  /// The extension that nobody declares; nil when there is none or somebody does.
  var unknownExtension: String?
}

/// What the bytes say.
struct ContentFindings {
  /// The type that the bytes show; it rests on nothing while they have not been looked at.
  var best: Finding
  /// Other types whose rules the bytes meet, the best first.
  var others = FindingList()
  /// The container that the bytes are; nil when they are none whose inside shows anything.
  var container: Container?
  /// Whether the bytes are an XML document with a root element.
  var hasRootElement = false
  /// Whether the bytes pass for text, whatever they are.
  var passesForText = false
  /// The encoding, when the bytes are text.
  var encoding: TextEncoding?

  init(best: Finding) {
    self.best = best
  }

  /// Takes a finding for the best when it is more precise than the best so far, and keeps it beside
  /// the others when it is not.
  mutating func refine(with finding: Finding, in detector: TypeDetector) {
    guard let type = finding.type else { return }
    if best.type == type, best.basis != .none {
      best = finding.supported(by: best)
    } else if best.basis == .none || isRefined(by: finding, type, detector) {
      if best.basis != .none { others.prepend(best) }
      best = finding
    } else {
      others.append(finding)
    }
  }

  /// Whether a finding says more than the best so far.
  ///
  /// A look inside that proves one format says more than a signature of what happens to stand first
  /// in the container, unless that one is a kind of the format; one that is a hint only says more than the
  /// container's own type, even where no database puts the inside below it.
  private func isRefined(
    by finding: Finding, _ type: TypeIndex, _ detector: TypeDetector
  ) -> Bool {
    guard let known = best.type else { return true }
    if detector.refines(type, known) { return true }
    guard finding.basis == .container, let container else { return false }
    if container.clue.isProof, container.hasOrderlessSignature, best.basis == .content {
      return !detector.refines(known, type)
    }
    return container.type.map { detector.refines($0, known) } ?? false
  }
}
