/// A way of creating a document, such as a button of a launch screen: the counterpart of SwiftUI's
/// type of the same name.
///
/// Programs add constants in an extension.
public struct DocumentCreationSource: Hashable, Sendable {
  /// The name of the way, which is the raw value of a ``Document/CreationIntent``.
  let id: String

  /// Creates a way of creating documents.
  ///
  /// - Parameter id: the name of the way.
  public init(id: String) { self.id = id }
}

/// The circumstances in which a document is created: the counterpart of SwiftUI's type of the same
/// name.
public struct DocumentCreationContext: Hashable, Sendable, CustomStringConvertible {
  /// The way of creating the document; nil for one that is opened, or created without a way.
  public let creationSource: DocumentCreationSource?

  /// The name of the way.
  public var description: String { creationSource?.id ?? "none" }
}
