/// A box that transfers a non-`Sendable` value across an isolation boundary.
///
/// A document and its contents belong to one isolation. An operation on them passes through others:
/// the queue of file access, then back. At each moment one of them uses the value; the sender
/// waits, or touches only parts that a lock protects. The compiler cannot follow that through
/// completion handlers, so the box is unchecked.
package struct UncheckedSendableBox<Value>: @unchecked Sendable {
  /// The value.
  package let value: Value

  /// Makes a box.
  ///
  /// - Parameter value: the value.
  package init(_ value: Value) { self.value = value }
}
