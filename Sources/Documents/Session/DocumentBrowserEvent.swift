public import Foundation

/// What people have done in a browser, or tried to do.
public enum DocumentBrowserEvent: Sendable {
  /// Documents were chosen to be opened.
  case didPick([URL])
  /// A document was created, and waits to be opened.
  case didCreate(URL, Document.CreationIntent)
  /// A document was copied or moved to where the program keeps its documents.
  case didImport(URL, to: URL)
  /// A document cannot be opened, created or imported.
  case failedToImport(URL, any Error)
  /// A document got another name.
  case didRename(URL, to: URL)
  /// A document is to be shown among the files around it.
  case shouldReveal(URL)
}

/// What becomes of an item that is imported.
public enum DocumentImportMode: Int, Hashable, Sendable {
  /// Nothing: it is opened where it is.
  case none = 0
  /// It is copied, and stays as it is.
  case copy = 1
  /// It is moved.
  case move = 2
}
