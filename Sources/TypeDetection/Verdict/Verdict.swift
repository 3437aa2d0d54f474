public import TypeGraph

/// What type something is, how sure that is, and why.
///
/// What a verdict says of types is read from the registry when it is asked for, so that an answer
/// of which only the type is wanted costs no more than that.
public struct Verdict: Sendable {
  /// The encoding of a text.
  public let encoding: TextEncoding?
  /// What it cost to find out.
  public let cost: DetectionCost

  /// How much the answer can be relied on.
  public let confidence: Confidence

  let best: Finding
  let record: Record

  /// - Parameters:
  ///   - answer: the finding that decides.
  ///   - state: what else was found, which nobody adds to from now on.
  init(
    _ answer: Answer, of state: consuming DetectionState, encoding: TextEncoding? = nil,
    cost: DetectionCost = .none
  ) {
    best = answer.finding
    confidence = answer.confidence
    record = Record(state, isWeighed: answer.isWeighed)
    self.encoding = encoding
    self.cost = cost
  }

  /// The evidence of an answer, in one place however often the verdict is copied.
  final class Record: Sendable {
    let state: DetectionState
    /// A Boolean value that indicates whether candidates were weighed.
    let isWeighed: Bool

    init(_ state: consuming DetectionState, isWeighed: Bool) {
      self.state = state
      self.isWeighed = isWeighed
    }
  }

  /// The type; a dynamic identifier when only an unknown filename extension is known.
  public var type: TypeIdentifier { record.state.identifier(of: best) }

  /// The place of the type in the registry that was asked; nil when it is not declared there.
  package var index: TypeIndex? { record.state.hasOtherIdentifier(best) ? nil : best.type }

  /// The MIME type as the registry prints it; `application/octet-stream` for unknown data.
  public var mimeType: String? { record.state.mimeType(of: best) }

  /// What decided.
  public var basis: Evidence.Basis { best.basis }

  /// The reasons for the answer, the decisive one first; eight at most.
  public var evidence: [Evidence] {
    record.state.evidence(for: explanation?.finding ?? best)
  }

  /// The disagreement between the name and the content; nil if they agree.
  public var disagreement: Disagreement? {
    explanation?.conflict.map { Disagreement($0, in: record.state) }
  }

  /// Other types that fit, the likeliest first.
  public var alternatives: [Alternative] {
    record.state.alternatives(to: best).map(alternative)
  }

  /// How much an answer can be relied on.
  public enum Confidence: String, Sendable, CaseIterable, Comparable {
    /// The least bad answer.
    case guess
    /// What the name or a weak signature says.
    case likely
    /// A strong signature, two independent witnesses, or the file system itself.
    case certain

    /// Orders the less reliable first.
    public static func < (left: Confidence, right: Confidence) -> Bool {
      left.rank < right.rank
    }

    private var rank: Int {
      switch self {
      case .guess: 0
      case .likely: 1
      case .certain: 2
      }
    }
  }

  /// A type that fits as well.
  public struct Alternative: Hashable, Sendable {
    /// The type.
    public let type: TypeIdentifier
    /// Its MIME type.
    public let mimeType: String?
    /// What speaks for it.
    public let basis: Evidence.Basis
  }

  /// A name and a content that do not belong together.
  public struct Disagreement: Hashable, Sendable {
    /// Which of the two an answer follows.
    public enum Winner: String, Sendable, CaseIterable {
      /// The name.
      case name
      /// The content.
      case content
    }

    /// What the name says.
    public let nameType: TypeIdentifier
    /// What the bytes say.
    public let contentType: TypeIdentifier
    /// Which of the two the answer follows.
    public let winner: Winner
    /// By how many bits it outweighs the other.
    public let margin: Int
    /// Why, in one sentence.
    public let reason: String
  }
}

extension Verdict: Hashable {
  /// Whether both say the same for the same reasons.
  public static func == (left: Verdict, right: Verdict) -> Bool {
    left.type == right.type && left.mimeType == right.mimeType
      && left.confidence == right.confidence && left.basis == right.basis
      && left.evidence == right.evidence && left.alternatives == right.alternatives
      && left.disagreement == right.disagreement && left.encoding == right.encoding
      && left.cost == right.cost
  }

  /// Hashes the type and what decided.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(basis)
  }
}
