public import Foundation

extension Document {
  /// Reads the document's item; does nothing when the document is open.
  ///
  /// - Throws: ``DocumentError``, or `CancellationError` when the task was cancelled before the
  ///   contents were loaded; the document stays closed.
  public nonisolated(nonsending) func open() async throws {
    try await completing(.open) { open(completionHandler: $0) }
  }

  /// Writes the document, whether it has changes or not.
  ///
  /// - Parameters:
  ///   - url: where to write; an extension that suits the type is appended where it lacks one.
  ///   - saveOperation: whether to make an item, which never replaces one, or to overwrite it.
  /// - Throws: ``DocumentError``, or `CancellationError` when the task was cancelled before the new
  ///   item was in its place. Change state, URL and item are as they were then.
  public nonisolated(nonsending) func save(
    to url: URL, for saveOperation: SaveOperation
  ) async throws {
    try await completing(.save) { save(to: url, for: saveOperation, completionHandler: $0) }
  }

  /// Saves when there are unsaved changes.
  ///
  /// - Throws: as ``save(to:for:)``; also when an override declines.
  public nonisolated(nonsending) func autosave() async throws {
    try await completing(.save) { autosave(completionHandler: $0) }
  }

  /// Reads the document again and drops all changes.
  ///
  /// - Parameter url: where to read; the document is there afterwards.
  /// - Throws: ``DocumentError`` or `CancellationError`; the document is as it was then.
  public nonisolated(nonsending) func revert(toContentsOf url: URL) async throws {
    try await completing(.revert) { revert(toContentsOf: url, completionHandler: $0) }
  }

  /// Saves when needed, then closes.
  ///
  /// - Throws: as ``save(to:for:)``; the document stays open then.
  public nonisolated(nonsending) func close() async throws {
    try await completing(.close) { close(completionHandler: $0) }
  }
}
