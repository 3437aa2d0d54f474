/// A document that a controller knows.
struct OpenDocument {
  let document: Document
  /// Whom the document works for; kept here, because a document does not keep it.
  let client: NSDocument?
  /// When it came, counted from the first.
  let number: Int

  /// Whether it was open and is closed now; one that was never open is still to be.
  var isGone: Bool {
    document.record.withValues { $0.hasBeenOpen && $0.state.contains(.closed) }
  }
}
