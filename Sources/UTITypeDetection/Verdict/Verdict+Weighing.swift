public import UTITypeGraph

extension Verdict {
  /// A type that was weighed for the verdict, with its weights.
  ///
  /// The unit is the bit; `Documentation/Detection.md` lists the weights of all evidence.
  public struct Candidate: Hashable, Sendable {
    /// The type.
    public let type: TypeIdentifier
    /// Its MIME type.
    public let mimeType: String?
    /// The weight of the name.
    public let name: Int
    /// The weight of the bytes.
    public let content: Int
    /// The deduction for contradictions in the bytes.
    public let contradiction: Int
    /// The contradictions, in words.
    public let contradictions: [String]
    /// How far the bytes support the type.
    public let support: ByteSupport

    /// The total weight.
    public var total: Int { name + content - contradiction }
  }

  /// All types that were weighed, the greatest weight first; empty when nothing had to be weighed,
  /// as for a directory.
  ///
  /// - Complexity: the types are weighed again.
  public var candidates: [Candidate] { record.isWeighed ? record.state.weighedCandidates : [] }
}

extension Verdict {
  /// A step after the sum: the replacement of the type of the best candidate by another.
  public struct Replacement: Hashable, Sendable {
    /// The type that was replaced.
    public let from: TypeIdentifier
    /// The type that replaced it.
    public let to: TypeIdentifier
    /// The rule, in words.
    public let reason: String
  }

  /// The steps after the sum, in order; empty if the type of the best candidate is the answer.
  public var replacements: [Replacement] {
    (explanation?.steps ?? ShortList()).map { step in
      Replacement(
        from: record.state.identifier(of: step.replaced),
        to: record.state.identifier(of: step.answer), reason: step.reason.words)
    }
  }

  /// nil if nothing was weighed.
  var explanation: Explanation? {
    record.isWeighed ? Weighing(record.state.registry).explanation(of: record.state) : nil
  }
}

extension Verdict.Disagreement {
  init(_ conflict: Conflict, in state: borrowing DetectionState) {
    typeOfName = state.identifier(of: conflict.name)
    typeOfContent = state.identifier(of: conflict.content)
    winner = conflict.followsName ? .name : .content
    margin = Int(conflict.margin.bits)
    reason =
      switch (winner, conflict.contradiction) {
      case (.name, _): "the bytes say less than the name"
      case (.content, let contradiction?): contradiction.words
      case (.content, nil): "the bytes say more than the name"
      }
  }
}

extension DetectionState {
  fileprivate var weighedCandidates: [Verdict.Candidate] {
    var result: [Verdict.Candidate] = []
    let weighing = Weighing(registry)
    for candidate in weighing.candidates(in: self) {
      result.append(
        Verdict.Candidate(
          type: identifier(of: candidate.finding), mimeType: mimeType(of: candidate.finding),
          name: Int(candidate.name.bits), content: Int(candidate.bytes.bits),
          contradiction: Int(candidate.contradictions.cost.bits),
          contradictions: candidate.contradictions.all.map { $0.words },
          support: weighing.support(of: candidate, in: self)))
    }
    // In a tie the claimant that was found first comes first.
    return result.enumerated()
      .sorted { ($1.element.total, $0.offset) < ($0.element.total, $1.offset) }.map { $0.element }
  }
}
