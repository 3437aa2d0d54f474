public import Foundation

/// An action of the user in a browser, or a failed attempt.
public enum DocumentBrowserEvent: Sendable {
  /// Documents were chosen to be opened.
  case didPick([URL])
  /// A document was created and is ready to be opened.
  case didCreate(URL, Document.CreationIntent)
  /// A document was copied or moved to the program's directory of documents.
  case didImport(URL, to: URL)
  /// A document cannot be opened, created or imported.
  case failedToImport(URL, any Error)
  /// A document was renamed.
  case didRename(URL, to: URL)
  /// A file manager should show the document in its directory.
  case shouldReveal(URL)
}

/// The treatment of an imported item.
public enum DocumentImportMode: Int, Hashable, Sendable {
  /// The item is opened at its location.
  case none = 0
  /// The item is copied, and the original is kept.
  case copy = 1
  /// The item is moved.
  case move = 2
}
