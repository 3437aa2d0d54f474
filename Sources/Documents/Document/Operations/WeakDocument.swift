/// A weak reference to a document for timers, observers and queues that may outlive it.
///
/// Unchecked because reading a weak reference is safe on any thread, and each reader uses the document
/// in its isolation only.
final class WeakDocument: @unchecked Sendable {
  private(set) weak var document: Document?

  init(_ document: Document) { self.document = document }
}
