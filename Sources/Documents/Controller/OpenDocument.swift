/// A document that a controller knows, and whether it was ever open.
struct OpenDocument {
  let document: Document
  var hasBeenOpen = false

  var isClosed: Bool { document.documentState.contains(.closed) }
}
