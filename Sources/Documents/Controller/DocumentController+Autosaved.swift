internal import Foundation
internal import FoundationAdditions
internal import SystemPackage

extension DocumentController {
  /// The documents whose changes a program of this name has left autosaved when it ended, the
  /// newest first.
  ///
  /// Those of documents that are open, here or in another process, are not among them. Contents whose
  /// autosave the end of the program has interrupted are among them if there are no newer ones.
  ///
  /// - Parameter environment: where documents autosave.
  /// - Throws: `FileStoreError` when ``DocumentEnvironment/autosaveDirectory`` cannot be read.
  /// - Complexity: O(*n*) in the number of documents that were autosaved.
  public func autosavedDocuments(
    in environment: DocumentEnvironment = .standard
  ) throws -> [AutosavedDocument] {
    let store = environment.store
    guard let directory = environment.autosaveDirectory,
      try store.statusIfPresent(of: FileLocation(directory)) != nil
    else { return [] }
    // Another user may have put anything into a directory that is not private.
    if let fault = try store.privacyFault(of: directory) {
      environment.reportOnce(fault)
      return []
    }
    return try store.names(at: FileLocation(directory.appending("."))).compactMap { name in
      guard let folder = try AutosaveFolder(abandonedAt: directory.appending(name), store: store)
      else { return nil }
      guard let contents = try folder.contents() else {
        try folder.remove()
        return nil
      }
      return AutosavedDocument(
        documentURL: URL(of: folder.documentPath), contentsURL: URL(of: contents.path),
        modificationDate: try store.status(of: FileLocation(contents.path)).modified.date,
        isDraft: folder.isOfDraft, completeness: contents.completeness, folder: folder.path)
    }.sorted { $0.modificationDate > $1.modificationDate }
  }

  /// Removes what was autosaved of a document, which stays as it was saved.
  ///
  /// - Parameters:
  ///   - autosaved: one of ``autosavedDocuments(in:)``.
  ///   - environment: where documents autosave.
  /// - Throws: `FileStoreError` when it cannot be removed; ``DocumentError`` when the document is open,
  ///   here or in another process, or has been opened again since.
  public func discardAutosavedDocument(
    _ autosaved: AutosavedDocument, in environment: DocumentEnvironment = .standard
  ) throws {
    try abandonedFolder(of: autosaved, environment.store).remove()
  }

  private func abandonedFolder(
    of autosaved: AutosavedDocument, _ store: any FileStore
  ) throws -> AutosaveFolder {
    guard let folder = try AutosaveFolder(abandonedAt: autosaved.folder, store: store) else {
      throw DocumentError(
        .noSuchFile, .open, url: autosaved.contentsURL,
        message: "the autosaved contents were removed, or another process has opened them",
        remedy: "list the autosaved documents again")
    }
    return folder
  }

  /// Opens a document with the changes that were autosaved.
  ///
  /// It has unsaved changes then, which saving puts into the document's item. Where somebody has
  /// changed that item since, saving there fails with the code `changed-on-disk`. A document whose
  /// item is gone is a draft.
  ///
  /// - Parameter autosaved: one of ``autosavedDocuments(in:)``.
  /// - Throws: ``DocumentClassError`` or ``DocumentError``; the autosaved contents stay where they
  ///   are.
  public func reopenDocument(_ autosaved: AutosavedDocument) async throws -> Document {
    let url = autosaved.documentURL
    let openDocument = document(for: url)
    if let openDocument, openDocument.hasUnsavedChanges {
      throw DocumentError(
        .hasChanges, .open, url: url, unsavedContents: .inMemory,
        message: "\(openDocument.localizedName) is open and has changes that would be lost",
        remedy: "save or close it first")
    }
    let document =
      try openDocument
      ?? makeDocument(at: url, ofType: typeForContents(of: autosaved.contentsURL))
    let store = document.environment.store
    let folder = try abandonedFolder(of: autosaved, store)
    if openDocument == nil {
      document.isDraft = autosaved.isDraft || !store.exists(url)
      addDocument(document)
    }
    do {
      try await document.openContents()
      try await document.takeOver(folder, contents: autosaved.contentsURL)
    } catch {
      if openDocument == nil { removeDocument(document) }
      throw error
    }
    await noteRecent(document)
    return document
  }
}
