public import TypeGraph

extension Verdict {
  /// A type that the answer could have been, with what it counts.
  ///
  /// The unit is the bit; `Documentation/Detection.md` tells what counts how much.
  public struct Candidate: Hashable, Sendable {
    /// The type.
    public let type: TypeIdentifier
    /// Its MIME type.
    public let mimeType: String?
    /// How much the name counts for it.
    public let name: Int
    /// How much the bytes count for it.
    public let content: Int
    /// How much in the bytes speaks against it.
    public let contradiction: Int
    /// What speaks against it, in words.
    public let contradictions: [String]

    /// How much it counts in all.
    public var total: Int { name + content - contradiction }
  }

  /// All types that were weighed, what counts most first; empty when nothing had to be weighed, as for
  /// a directory.
  ///
  /// - Complexity: that of weighing them again.
  public var candidates: [Candidate] { record.inquiry.weighedCandidates }
}

extension Inquiry {
  /// The candidates in the form that people read.
  fileprivate var weighedCandidates: [Verdict.Candidate] {
    guard content.isRead else { return [] }
    var result: [Verdict.Candidate] = []
    for candidate in TypeDetector(image: image).candidates(in: self) {
      result.append(
        Verdict.Candidate(
          type: identifier(of: candidate.finding), mimeType: mimeType(of: candidate.finding),
          name: Int(candidate.name.bits), content: Int(candidate.bytes.bits),
          contradiction: Int(candidate.contradictions.cost.bits),
          contradictions: candidate.contradictions.all.map(\.words)))
    }
    // Of those that count the same the claimant that comes first stands first.
    return result.enumerated()
      .sorted { ($1.element.total, $0.offset) < ($0.element.total, $1.offset) }.map(\.element)
  }
}
