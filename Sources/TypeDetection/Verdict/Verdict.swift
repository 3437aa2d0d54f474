public import TypeGraph

/// What type something is, how sure that is, and why.
public struct Verdict: Hashable, Sendable {
  /// The type; a dynamic identifier when only an unknown filename extension is known.
  public let type: TypeIdentifier
  /// The MIME type as the registry prints it; `application/octet-stream` for unknown data.
  public let mimeType: String?
  /// How much the answer can be relied on.
  public let confidence: Confidence
  /// What decided.
  public let basis: Basis
  /// Everything that speaks for the answer, what decided first.
  public let evidence: [Evidence]
  /// Other types that fit, the likeliest first.
  public let alternatives: [Alternative]
  /// What the name and the content say when they do not agree.
  public let disagreement: Disagreement?
  /// The encoding of a text.
  public let encoding: TextEncoding?
  /// What it cost to find out.
  public let cost: Cost

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

  /// What an answer rests on.
  public enum Basis: String, Sendable, CaseIterable {
    /// Someone said so: the extended attribute `user.mime_type`.
    case explicit
    /// The kind of file-system object.
    case kind
    /// The name.
    case name
    /// A signature in the bytes.
    case content
    /// What lies inside a container.
    case container
    /// The root element of an XML document.
    case rootElement = "root-element"
    /// The bytes are text, or a text of a recognisable shape.
    case text
    /// There are no bytes.
    case empty
    /// Nothing is known.
    case none
  }

  /// A type that fits as well.
  public struct Alternative: Hashable, Sendable {
    /// The type.
    public let type: TypeIdentifier
    /// Its MIME type.
    public let mimeType: String?
    /// What speaks for it.
    public let basis: Basis
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
    /// Why, in one sentence.
    public let reason: String
  }

  /// The reads that an answer took.
  public struct Cost: Hashable, Sendable {
    /// The number of reads.
    public let reads: Int
    /// The number of bytes they gave.
    public let bytes: Int

    static let none = Cost(reads: 0, bytes: 0)
  }
}
