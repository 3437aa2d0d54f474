internal import UTITypeGraph

/// The support of the bytes of an item for its type.
///
/// `Verdict.support` is the support for the type of a verdict.
public enum ByteSupport: String, Sendable, CaseIterable, Comparable {
  /// The bytes contradict the type or lack the parts that its documents have, or were not read.
  case none
  /// The bytes can be of the type, and have no sign of it.
  ///
  /// Examples are text for a language of which the text has no mark, and an archive for a document
  /// of which no parts are known.
  case agreement
  /// The bytes have a sign of the type or of a kind of it.
  case sign

  /// Orders the weaker support first.
  public static func < (left: ByteSupport, right: ByteSupport) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .none: 0
    case .agreement: 1
    case .sign: 2
    }
  }
}

extension Verdict {
  /// The support of the bytes for ``type``.
  ///
  /// The words of a text are read only if its name leaves more than one language, so a program under
  /// its usual name has ``ByteSupport/agreement``.
  ///
  /// - Complexity: the types are weighed again.
  public var support: ByteSupport {
    guard record.isWeighed else {
      return switch basis {
      // An explicit type is an attribute of the file, which its author sets.
      case .name, .explicit, .none: .none
      case .kind, .content, .container, .rootElement, .text, .empty: .sign
      }
    }
    return Weighing(record.state.registry).support(of: best, in: record.state)
  }
}

extension Weighing {
  func support(of answer: Finding, in state: borrowing DetectionState) -> ByteSupport {
    guard let type = answer.type, answer.basis != .none else { return .agreement }
    let candidates = candidates(in: state)
    let choice = choice(among: candidates, in: state)
    if let conflict = conflict(choice, among: candidates, in: state), conflict.followsName,
      case let content = conflict.content, let seen = content.type,
      !registry.isKind(seen, of: type)
    {
      // The bytes may show both types, such as a program and the manual in its comments.
      let own = candidates.first { $0.type == type }?.witness?.strength ?? .none
      guard own >= min(content.strength, .besideText),
        // The name decides between two types that share a signature.
        registry.isTextual(type) || own >= content.strength || isPermitted(type, in: state)
      else {
        return .none
      }
    }
    let named = choice.steps.first?.replaced.type ?? type
    var most = ByteSupport.none
    for place in candidates.indices {
      guard let other = candidates[place].type else { continue }
      let isKind = registry.isKind(other, of: type)
      guard isKind || other == named else { continue }
      let support = support(of: candidates[place], in: state)
      if isKind, support == .sign { return .sign }
      if other == named { most = max(most, min(support, .agreement)) }
    }
    return most
  }

  func support(
    of candidate: Candidate, in state: borrowing DetectionState
  ) -> ByteSupport {
    guard let type = candidate.type, candidate.contradictions.isEmpty, candidate.bytes > .none
    else {
      return .none
    }
    if isShown(type, in: state) { return .sign }
    // An archive without the parts of a document is not the document.
    if let witness = candidate.witness?.type, witness == registry.type(mimeName: "application/zip"),
      registry.image.mimeName(of: type).map(ZipArchive.isRecognized) ?? false
    {
      return .none
    }
    if registry.isTextual(type), type != registry.known.plainText,
      registry.image.hasMagicRule(type), !mayLackSignature(type)
    {
      return .none
    }
    return .agreement
  }

  /// By the declaration, or as a language of source code, whose words may be too few.
  ///
  /// Other languages, such as PostScript, are written by programs, which write the signature.
  private func mayLackSignature(_ type: TypeIndex) -> Bool {
    // The table of all languages would be made for this one question.
    registry.isHeaderless(type) || registry.isSource(type)
      || SourceLanguage.all.contains { language in
        language.use != .code
          && language.typeNames.contains { registry.firstType(named: [$0]) == type }
      }
  }

  /// The inside of a container leaves the choice of the type to the name.
  private func isPermitted(_ type: TypeIndex, in state: borrowing DetectionState) -> Bool {
    state.content.container.map { registry.isVariant(type, in: $0) } ?? false
  }

  /// Or of a kind of it.
  private func isShown(_ type: TypeIndex, in state: borrowing DetectionState) -> Bool {
    if let text = state.content.text, let seen = text.type,
      state.content.strongest?.grounds.first == text.grounds.first
    {
      if registry.isKind(seen, of: type) { return true }
      // A document whose root element no type has is of the most general type.
      if case .unknown = state.content.document, type == registry.known.document { return true }
    }
    for place in state.content.findings.indices {
      let finding = state.content.findings[place]
      guard finding.strength > .none, let seen = finding.type else { continue }
      switch finding.scope {
      case .dialects:
        // A comparison of the claimants of a name finds a likeliest in any text.
        if finding.strength >= .sureLanguage, registry.refines(type, seen) { return true }
      case .kin, .statedLanguage, .words:
        if registry.isKind(seen, of: type) { return true }
      }
      if let container = state.content.container, seen == container.inside,
        registry.isShown(type, in: container)
      {
        return true
      }
    }
    return false
  }
}
