public import Foundation
internal import UTIFoundationBridge

extension DocumentController {
  /// The documents that were added and are not closed, in the order of their addition.
  public var documents: [Document] {
    for document in openDocuments.values where document.isGone { removeDocument(document.document) }
    return openDocuments.values.sorted { $0.number < $1.number }.map(\.document)
  }

  /// A Boolean value that indicates whether a document has changes to save.
  public var hasEditedDocuments: Bool { documents.contains(where: \.hasUnsavedChanges) }

  /// Returns the document of an item.
  ///
  /// - Parameter url: a URL of the item; links and relative parts are resolved.
  /// - Returns: nil if the item is not open here.
  /// - Complexity: O(1) on average, with two accesses to the file system.
  public func document(for url: URL) -> Document? {
    let item = DocumentItem(at: url)
    let found = index.candidates(for: item, at: url).compactMap { openDocuments[$0] }
      .filter { !$0.isGone && DocumentItem(at: $0.document.fileURL).isSame(as: item) }
    return found.min { $0.number < $1.number }?.document
  }

  /// Adds a document that was created elsewhere; closing removes it.
  ///
  /// - Parameter document: the document.
  public func addDocument(_ document: Document) {
    let id = ObjectIdentifier(document)
    guard openDocuments[id] == nil else { return }
    let client = document.nsDocument
    client?.controller = self
    (document as? HostedDocument)?.kept = nil
    openDocuments[id] = OpenDocument(
      document: document, client: client, number: nextNumber())
    if savesDocumentsAtEnd { document.record.withValues { $0.isSavedAtEnd = true } }
    let moves = recentMoves(of: document)
    document.record.observe(by: ObjectIdentifier(index)) { [weak index] url, file in
      index?.note(id, at: url, file)
      moves.note(url, hasItem: file != nil)
    }
  }

  /// Removes a document, which is not changed.
  ///
  /// - Parameter document: the document.
  public func removeDocument(_ document: Document) {
    let id = ObjectIdentifier(document)
    guard openDocuments.removeValue(forKey: id) != nil else { return }
    document.record.observe(by: ObjectIdentifier(index), nil)
    index.remove(id)
  }

  /// Saves every document that has changes.
  ///
  /// - Returns: the documents that could not be saved, each with the reason.
  public func saveAllDocuments() async -> [(document: Document, error: any Error)] {
    await saveDocuments { try await $0.saveContents(to: $0.fileURL, for: .forOverwriting) }
  }

  /// Saves every document that has changes, with a given function.
  func saveDocuments(
    by save: @MainActor (Document) async throws -> Void
  ) async -> [(document: Document, error: any Error)] {
    var failures: [(document: Document, error: any Error)] = []
    for document in documents
    where document.hasUnsavedChanges || document.undoActivity.hasOpenGroup {
      do {
        try await save(document)
      } catch {
        failures.append((document, error))
      }
    }
    return failures
  }

  /// Closes every document; what cannot be saved stays open.
  ///
  /// - Returns: the documents that stay open, each with the reason.
  public func closeAllDocuments() async -> [(document: Document, error: any Error)] {
    var failures: [(document: Document, error: any Error)] = []
    for document in documents {
      do {
        try await document.saveAndClose()
      } catch {
        failures.append((document, error))
      }
    }
    return failures
  }
}
