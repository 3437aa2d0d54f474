/// A change of the state of a document.
///
/// Apple's notification says only that there was one; whoever shows a document needs the reason.
public struct DocumentStateChange: Sendable {
  /// The state before.
  public let previous: Document.State
  /// The state after, which the document already has.
  public let current: Document.State
  /// The error that the change is about; nil when nothing failed.
  public let error: (any Error)?
}
