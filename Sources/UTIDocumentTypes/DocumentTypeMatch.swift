public import UniformTypes

/// A document type that handles a type, with its distance.
public struct DocumentTypeMatch: Hashable, Sendable {
  /// The document type.
  public let documentType: DocumentType
  /// The nearest of its types that the requested type conforms to.
  public let contentType: UTType
  /// The number of direct conformances between the requested type and that type; 0 for itself.
  public let distance: Int

  /// The reason for the position of the match, in words.
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

  /// Returns whether only the order of declaration decides between this match and another.
  ///
  /// - Parameter other: the other match.
  public func isTied(with other: DocumentTypeMatch) -> Bool {
    key == other.key
  }

  /// The smallest is best: distance, then Editor before other roles, then rank.
  var key: [Int] {
    [
      distance,
      documentType.role.flatMap { DocumentRole.allCases.firstIndex(of: $0) } ?? .max,
      documentType.rank.flatMap { HandlerRank.allCases.firstIndex(of: $0) } ?? .max,
    ]
  }
}

/// The strength of a program's claim to documents of a type (`LSHandlerRank`).
public enum HandlerRank: String, Hashable, Sendable, CaseIterable {
  /// The program has defined the type.
  case owner = "Owner"
  /// The program opens the type.
  case `default` = "Default"
  /// The program opens the type if no better one does.
  case alternate = "Alternate"
  /// The program must not be chosen.
  case none = "None"

  /// Creates the rank of an entry.
  ///
  /// - Parameter declared: the value of `LSHandlerRank`, compared case-insensitively; an entry
  ///   without a value has the rank `Default`.
  /// - Returns: nil for an unknown value.
  public init?(declared: String?) {
    guard let rank = Self.named(declared, byDefault: .default) else { return nil }
    self = rank
  }
}

/// Case-insensitive parsing of the values of keys in `CFBundleDocumentTypes`.
extension CaseIterable where Self: RawRepresentable<String> {
  /// Nil for an unknown text; the default for none or an empty one.
  static func named(_ text: String?, byDefault defaultValue: Self) -> Self? {
    guard let text, !text.isEmpty else { return defaultValue }
    let folded = text.lowercased()
    return allCases.first { $0.rawValue.lowercased() == folded }
  }
}
