public import Foundation

// The primary interface. Each function goes through the asynchronous one of UIDocument's name, and
// that through the one with a completion handler, so that an override of either is honoured.

extension Document {
  /// Reads the document's item; does nothing when the document is open.
  ///
  /// - Throws: ``DocumentError``, or `CancellationError` when the task was cancelled before the
  ///   contents were loaded; the document stays closed.
  public nonisolated(nonsending) func openContents() async throws {
    try await succeeding(.open) { await open() }
  }

  /// Writes the document, whether it has changes or not.
  ///
  /// - Parameters:
  ///   - url: where to write; an extension that suits the type is appended where it lacks one.
  ///   - saveOperation: whether to make an item, which never replaces one, or to overwrite it.
  /// - Throws: ``DocumentError``, or `CancellationError` when the task was cancelled before the new
  ///   item was in its place. Change state, URL and item are as they were then.
  public nonisolated(nonsending) func saveContents(
    to url: URL, for saveOperation: SaveOperation
  ) async throws {
    try await succeeding(.save) { await save(to: url, for: saveOperation) }
  }

  /// Writes the document as one of another type, which it has from then on.
  ///
  /// - Parameters:
  ///   - url: where to write; an extension that suits the type is appended where it lacks one.
  ///   - typeName: the identifier of the type, which the class must know how to write.
  ///   - saveOperation: whether to make an item, which never replaces one, or to overwrite it. A
  ///     document that is overwritten where it is gets a name that suits the type.
  /// - Throws: as ``saveContents(to:for:)``.
  public nonisolated(nonsending) func save(
    to url: URL, ofType typeName: String, for saveOperation: SaveOperation
  ) async throws {
    try await succeeding(.save, savingType: typeName) { await save(to: url, for: saveOperation) }
  }

  /// Saves when there are unsaved changes.
  ///
  /// - Throws: as ``saveContents(to:for:)``; also when an override declines.
  public nonisolated(nonsending) func autosaveContents() async throws {
    try await succeeding(.save) { await autosave() }
  }

  /// Reads the document again and drops all changes.
  ///
  /// - Parameter url: where to read; the document is there afterwards.
  /// - Throws: ``DocumentError`` or `CancellationError`; the document is as it was then.
  public nonisolated(nonsending) func revertContents(to url: URL) async throws {
    try await succeeding(.revert) { await revert(toContentsOf: url) }
  }

  /// Saves when needed, then closes.
  ///
  /// - Throws: as ``saveContents(to:for:)``; the document stays open then.
  public nonisolated(nonsending) func saveAndClose() async throws {
    try await succeeding(.close) { await close() }
  }
}
