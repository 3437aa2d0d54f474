public import Foundation

/// A document that was autosaved elsewhere than at its item by a program that has ended since.
public struct AutosavedDocument: Hashable, Sendable {
  /// The place of the document.
  public let documentURL: URL
  /// What was autosaved, an item of the document's kind.
  public let contentsURL: URL
  /// When that was.
  public let modificationDate: Date
  /// Whether the document has never been saved at its place.
  public let isDraft: Bool
}
