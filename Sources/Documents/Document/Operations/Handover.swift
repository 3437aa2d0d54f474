/// Carries a value that is not `Sendable` to where it is used next.
///
/// A document and its contents belong to one isolation, and an operation on them passes through
/// others: the queue of its file access, then back. At each moment one of them has the value, and
/// whoever handed it over waits, or touches only what a lock protects. The compiler cannot follow
/// that through completion handlers.
struct Handover<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

/// A reference to a document for those that outlive it: timers, and observers of notifications.
///
/// Unchecked for the same reason as ``Handover``; reading a weak reference is safe on any thread.
final class WeakDocument: @unchecked Sendable {
  private(set) weak var document: Document?

  init(_ document: Document) { self.document = document }
}
