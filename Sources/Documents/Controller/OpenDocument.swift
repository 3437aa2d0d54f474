/// A document of a controller.
struct OpenDocument {
  let document: Document
  /// The client of the document, kept here because the document has only a weak reference.
  let client: NSDocument?
  /// The ordinal number of its addition.
  let number: Int

  /// True if the document was open and is closed now.
  var isGone: Bool {
    document.record.withValues { $0.hasBeenOpen && $0.state.contains(.closed) }
  }
}
