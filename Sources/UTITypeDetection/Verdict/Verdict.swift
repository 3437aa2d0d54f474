public import UTITypeGraph

/// The type of an item, its confidence and its evidence.
///
/// A verdict reads properties of types from the registry on request, so that a caller that reads
/// the type only pays for no more.
public struct Verdict: Sendable {
  /// The encoding of a text.
  public let encoding: TextEncoding?
  /// The cost of the detection.
  public let cost: DetectionCost

  /// The confidence of the verdict.
  public internal(set) var confidence: Confidence

  /// nil for a verdict of a detector alone.
  package var registry: (any AnyObject & Sendable)?

  let best: Finding
  let record: Record

  /// The findings of the state are final.
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
    let isWeighed: Bool

    init(_ state: consuming DetectionState, isWeighed: Bool) {
      self.state = state
      self.isWeighed = isWeighed
    }
  }

  /// The type; a dynamic identifier when only an unknown filename extension is known.
  public var type: TypeIdentifier { record.state.identifier(of: best) }

  /// nil when the registry does not declare the type.
  package var index: TypeIndex? { record.state.hasOtherIdentifier(best) ? nil : best.type }

  /// The MIME type as the registry prints it; `application/octet-stream` for unknown data.
  public var mimeType: String? { record.state.mimeType(of: best) }

  /// The kind of evidence that decided.
  public var basis: Evidence.Basis { best.basis }

  /// The reasons for the answer, the decisive one first; eight at most.
  public var evidence: [Evidence] {
    record.state.evidence(for: explanation?.finding ?? best)
  }

  /// The disagreement between the name and the content; nil if they agree.
  public var disagreement: Disagreement? {
    guard record.isWeighed else { return nil }
    return Weighing(record.state.registry).conflict(in: record.state)
      .map { Disagreement($0, in: record.state) }
  }

  /// Other types that fit, the likeliest first.
  public var alternatives: [Alternative] {
    record.state.alternatives(to: best).map(alternative)
  }

  /// The confidence of a verdict.
  public enum Confidence: String, Sendable, CaseIterable, Comparable {
    /// The best of weak alternatives.
    case guess
    /// The name or a weak signature.
    case likely
    /// A strong signature, two independent kinds of evidence, or the file system itself.
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
    /// The kind of evidence for it.
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

    /// The type that the name shows.
    public let typeOfName: TypeIdentifier
    /// The type that the bytes show.
    public let typeOfContent: TypeIdentifier
    /// The one of the two that the verdict follows.
    public let winner: Winner
    /// By how many bits it outweighs the other.
    public let margin: Int
    /// The reason, in one sentence.
    public let reason: String
  }
}

extension Verdict: Hashable {
  /// Returns a Boolean value that indicates whether two verdicts are equal and have equal evidence.
  ///
  /// The cost does not count, so the verdicts of a file and of its bytes in memory can be equal.
  public static func == (left: Verdict, right: Verdict) -> Bool {
    left.type == right.type && left.mimeType == right.mimeType
      && left.confidence == right.confidence && left.basis == right.basis
      && left.evidence == right.evidence && left.alternatives == right.alternatives
      && left.disagreement == right.disagreement && left.encoding == right.encoding
  }

  /// Hashes the type and the evidence.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(basis)
  }
}

extension Verdict {
  /// Equal for verdicts of one registry with the same type and MIME type, for caches of texts.
  ///
  /// nil if the registry does not have the names.
  package var typeKey: Int? { Self.typeKey(of: best) }

  /// The ``alternatives`` are created on request.
  package func forEachAlternative(
    _ body: (_ typeKey: Int?, _ basis: Evidence.Basis, _ alternative: () -> Alternative) -> Void
  ) {
    for other in record.state.alternatives(to: best) {
      body(Self.typeKey(of: other), other.basis) { alternative(other) }
    }
  }

  func alternative(_ other: Finding) -> Alternative {
    Alternative(
      type: record.state.identifier(of: other),
      mimeType: record.state.mimeType(of: other),
      basis: other.basis)
  }

  /// Unknown data are printed with another MIME type than their type has.
  private static func typeKey(of finding: Finding) -> Int? {
    guard finding.isPlain, let type = finding.type else { return nil }
    return Int(type.rawValue) << 1 | (finding.basis == .none ? 1 : 0)
  }
}

/// The finding that decides, with its confidence.
struct Answer {
  var finding: Finding
  let confidence: Verdict.Confidence
  let isWeighed: Bool

  init(_ finding: Finding, _ confidence: Verdict.Confidence) {
    self.finding = finding
    self.confidence = confidence
    isWeighed = false
  }

  init(_ choice: Choice, in state: borrowing DetectionState) {
    finding = choice.finding
    let greatest: Verdict.Confidence =
      choice.restsOnName(in: state) ? .guess : choice.isShown(in: state) ? .certain : .likely
    confidence = min(Verdict.Confidence(total: choice.total, margin: choice.margin), greatest)
    isWeighed = true
  }
}

extension Verdict.Confidence {
  /// The bounds of sum and lead are in `Documentation/Detection.md`, "Confidence".
  init(total: Strength, margin: Strength) {
    if total >= Strength(70), margin >= Strength(25) {
      self = .certain
    } else if total >= Strength(35), margin >= Strength(13) {
      self = .likely
    } else {
      self = .guess
    }
  }
}
