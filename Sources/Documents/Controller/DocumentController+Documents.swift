public import Foundation

extension DocumentController {
  /// The documents that were added and are not closed, in the order they came.
  public var documents: [Document] {
    prune()
    return openDocuments.map(\.document)
  }

  /// Whether a document has changes to save.
  public var hasEditedDocuments: Bool { documents.contains(where: \.hasUnsavedChanges) }

  /// The document of an item.
  ///
  /// - Parameter url: a way to the item; links and relative parts do not matter.
  /// - Returns: nil when the item is not open here.
  /// - Complexity: O(*n*) in the number of documents, each of which is looked up on disk.
  public func document(for url: URL) -> Document? {
    let item = DocumentItem(at: url)
    return documents.first { DocumentItem(at: $0.fileURL).isSame(as: item) }
  }

  /// Adds a document that was made elsewhere; it leaves the list when it is closed.
  ///
  /// - Parameter document: the document.
  public func addDocument(_ document: Document) {
    guard !openDocuments.contains(where: { $0.document === document }) else { return }
    openDocuments.append(OpenDocument(document: document))
  }

  /// Forgets a document, which stays as it is.
  ///
  /// - Parameter document: the document.
  public func removeDocument(_ document: Document) {
    openDocuments.removeAll { $0.document === document }
  }

  /// Saves every document that has changes.
  ///
  /// - Returns: the documents that could not be saved, each with the reason.
  public func saveAllDocuments() async -> [(document: Document, error: any Error)] {
    var failures: [(document: Document, error: any Error)] = []
    for document in documents where document.hasUnsavedChanges {
      do {
        try await document.save(to: document.fileURL, for: .forOverwriting)
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
        try await document.close()
      } catch {
        failures.append((document, error))
      }
    }
    return failures
  }

  /// Documents close themselves without asking the controller.
  private func prune() {
    for index in openDocuments.indices where !openDocuments[index].isClosed {
      openDocuments[index].hasBeenOpen = true
    }
    openDocuments.removeAll { $0.hasBeenOpen && $0.isClosed }
  }
}
