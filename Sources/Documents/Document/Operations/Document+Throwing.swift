public import Foundation

// The primary interface. Each function calls the asynchronous one with UIDocument's name, which
// calls the one with a completion handler, so that an override of either is used.

extension Document {
  /// Reads the document's item; does nothing if the document is open.
  ///
  /// - Throws: ``DocumentError``, or `CancellationError` if the task was cancelled before the
  ///   contents were loaded; the document stays closed.
  public nonisolated(nonsending) func openContents() async throws {
    try await succeeding(.open) { await open() }
  }

  /// Writes the document, even if it has no changes.
  ///
  /// - Parameters:
  ///   - url: the destination; an extension that suits the type is appended if it has none.
  ///   - saveOperation: whether to create an item, which never replaces one, or to overwrite it.
  /// - Throws: ``DocumentError``, or `CancellationError` if the task was cancelled before the new
  ///   item was at its location. The change state, URL and item are then unchanged.
  public nonisolated(nonsending) func saveContents(
    to url: URL, for saveOperation: SaveOperation
  ) async throws {
    try await succeeding(.save) { await save(to: url, for: saveOperation) }
  }

  /// Writes the document as another type, which it keeps.
  ///
  /// - Parameters:
  ///   - url: the destination; an extension that suits the type is appended if it has none.
  ///   - typeName: the identifier of the type, which the class must be able to write.
  ///   - saveOperation: whether to create an item, which never replaces one, or to overwrite it. A
  ///     document that is overwritten in place gets a name that suits the type.
  /// - Throws: the errors of ``saveContents(to:for:)``.
  public nonisolated(nonsending) func save(
    to url: URL, ofType typeName: String, for saveOperation: SaveOperation
  ) async throws {
    try await succeeding(.save, savingType: typeName) { await save(to: url, for: saveOperation) }
  }

  /// Saves if there are unsaved changes.
  ///
  /// - Throws: the errors of ``saveContents(to:for:)``; also if an override declines.
  public nonisolated(nonsending) func autosaveContents() async throws {
    try await succeeding(.save) { await autosave() }
  }

  /// Reads the document again and discards all changes.
  ///
  /// - Parameter url: the item to read; it becomes the document's location.
  /// - Throws: ``DocumentError`` or `CancellationError`; the document is then unchanged.
  public nonisolated(nonsending) func revertContents(to url: URL) async throws {
    try await succeeding(.revert) { await revert(toContentsOf: url) }
  }

  /// Saves if necessary, then closes.
  ///
  /// - Throws: the errors of ``saveContents(to:for:)``; the document then stays open.
  public nonisolated(nonsending) func saveAndClose() async throws {
    try await succeeding(.close) { await close() }
  }
}
