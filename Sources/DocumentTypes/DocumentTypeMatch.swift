public import UniformTypes

/// A document type that handles a type, and how near it comes.
public struct DocumentTypeMatch: Hashable, Sendable {
  /// The document type.
  public let documentType: DocumentType
  /// Which of its types was met.
  public let contentType: UTType
  /// How many direct conformances lie between the type asked for and the one met; 0 for itself.
  public let distance: Int

  /// Why this one stands where it does, in words.
  public var reason: String {
    let nearness =
      switch distance {
      case 0: "handles \(contentType) itself"
      case 1: "handles \(contentType), 1 conformance away"
      default: "handles \(contentType), \(distance) conformances away"
      }
    let role = documentType.role.map { ", as \($0.rawValue)" } ?? ""
    let rank = documentType.rank.map { ", rank \($0.rawValue)" } ?? ""
    return "\(nearness)\(role)\(rank), declared at \(documentType.origin)"
  }

  /// Whether nothing but the order of declaration decides between this match and another.
  ///
  /// - Parameter other: the other match.
  public func isTied(with other: DocumentTypeMatch) -> Bool {
    key == other.key
  }

  /// Smaller is better: distance, then Editor before the others, then rank.
  var key: [Int] {
    [
      distance,
      documentType.role.flatMap { DocumentRole.allCases.firstIndex(of: $0) } ?? .max,
      documentType.rank.flatMap { HandlerRank.allCases.firstIndex(of: $0) } ?? .max,
    ]
  }
}
