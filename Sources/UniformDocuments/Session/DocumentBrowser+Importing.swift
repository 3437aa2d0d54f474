public import Foundation
internal import SystemPackage
internal import UTIFoundationBridge
internal import UTIPlatform

extension DocumentBrowser {
  /// Imports an item into the program's directory of documents.
  ///
  /// - Parameters:
  ///   - source: the item, which must have an allowed type.
  ///   - directory: the destination; a name that is taken gets a number.
  ///   - mode: whether the item is copied, moved or left in place.
  /// - Returns: the location of the imported item; nil if it could not be imported.
  @discardableResult
  public func importDocument(
    at source: URL, into directory: URL, mode: DocumentImportMode
  ) async -> URL? {
    do {
      try check(source)
      let destination =
        switch mode {
        case .none: source
        case .copy: try await Self.copy(source, into: directory)
        case .move: try await move(source, into: directory)
        }
      if destination != source { notify(.didImport(source, to: destination)) }
      return destination
    } catch {
      notify(.failedToImport(source, error))
      return nil
    }
  }

  /// Imports an item into the directory of another document.
  ///
  /// - Parameters:
  ///   - source: the item.
  ///   - neighbour: a document in the destination directory.
  ///   - mode: whether the item is copied, moved or left in place.
  /// - Returns: the location of the imported item; nil if it could not be imported.
  @discardableResult
  public func importDocument(
    at source: URL, nextToDocumentAt neighbour: URL, mode: DocumentImportMode
  ) async -> URL? {
    await importDocument(at: source, into: neighbour.deletingLastPathComponent(), mode: mode)
  }

  /// Renames a document in its directory.
  ///
  /// - Parameters:
  ///   - url: the location of the document.
  ///   - proposedName: the name, with or without an extension; a name that is taken gets a number.
  /// - Returns: the new location.
  /// - Throws: ``DocumentClassError`` if no class handles it, or ``DocumentError``.
  @discardableResult
  public func renameDocument(at url: URL, proposedName: String) async throws -> URL {
    try await withDocument(at: url) { try await $0.rename(to: proposedName) }
  }

  /// Requests that a file manager shows the document in its directory.
  ///
  /// - Parameter url: the location of the document.
  public func revealDocument(at url: URL) { notify(.shouldReveal(url)) }

  private func move(_ source: URL, into directory: URL) async throws -> URL {
    try await withDocument(at: source) { try await $0.move(toDirectory: directory) }
  }

  /// Runs work on a document, open or not, that moves it; lists follow the move.
  private func withDocument(
    at url: URL, _ body: (Document) async throws -> URL
  ) async throws -> URL {
    let open = controller.document(for: url)
    let document = try open ?? controller.makeDocument(at: url)
    if open == nil { controller.addDocument(document) }
    defer { if open == nil { controller.removeDocument(document) } }
    let destination = try await body(document)
    if destination != url { notify(.didRename(url, to: destination)) }
    return destination
  }

  /// Copies an item under the first free name, off the main actor.
  @concurrent private nonisolated static func copy(
    _ source: URL, into directory: URL
  ) async throws -> URL {
    let writer = SafeWriter()
    let from = FileLocation(try FilePath(of: source))
    let target = try FilePath(of: directory).appending(source.itemName)
    var number = 1
    while true {
      let path = number == 1 ? target : FileName.numbered(target, number)
      do {
        try writer.write(to: path, .create) { temporaryPath in
          try writer.store.copyTree(from: from, to: FileLocation(temporaryPath))
        }
        return URL(of: path)
      } catch  where error.code == .alreadyExists && number < 1000 {
        number += 1
      } catch {
        throw DocumentError.importing(source, error)
      }
    }
  }
}

extension DocumentError {
  fileprivate static func importing(_ source: URL, _ failure: SafeWritingError) -> DocumentError {
    DocumentError(
      .system, .open, url: source, errno: failure.errno, underlyingError: failure,
      message: "\(source.itemName) cannot be copied: \(failure.message)", remedy: failure.remedy)
  }
}
