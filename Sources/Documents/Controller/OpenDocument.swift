/// A document that a controller knows.
struct OpenDocument {
  let document: Document
  /// When it came, counted from the first.
  let number: Int

  /// Whether it was open and is closed now; one that was never open is still to be.
  var isGone: Bool {
    document.record.withValues { $0.hasBeenOpen && $0.state.contains(.closed) }
  }
}
