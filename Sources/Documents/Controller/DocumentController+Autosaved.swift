internal import Foundation
internal import FoundationAdditions
internal import SystemPackage

extension DocumentController {
  /// Returns the documents whose autosaved changes a program of this name left when it ended, the
  /// newest first.
  ///
  /// Documents that are open, here or in another process, are not included. Contents of an
  /// interrupted autosave are included if there are no newer ones.
  ///
  /// - Parameter environment: the environment with the recovery location.
  /// - Throws: `FileStoreError` if ``DocumentEnvironment/autosaveDirectory`` cannot be read.
  /// - Complexity: O(*n*) in the number of autosaved documents.
  public func autosavedDocuments(
    in environment: DocumentEnvironment = .standard
  ) throws -> [AutosavedDocument] {
    let store = environment.store
    guard let directory = environment.autosaveDirectory,
      try store.statusIfPresent(of: FileLocation(directory)) != nil
    else { return [] }
    // In a directory that is not private, another user may have created any item.
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

  /// Removes the autosaved contents of a document, whose item is unchanged.
  ///
  /// - Parameters:
  ///   - autosaved: an element of ``autosavedDocuments(in:)``.
  ///   - environment: the environment with the recovery location.
  /// - Throws: `FileStoreError` if they cannot be removed; ``DocumentError`` if the document is
  ///   open, here or in another process, or has been opened again since.
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

  /// Opens a document with its autosaved changes.
  ///
  /// The changes are unsaved; saving writes them to the document's item. If another process has
  /// changed that item since, saving fails with the code `changed-on-disk`. A document without an
  /// item is a draft.
  ///
  /// - Parameter autosaved: an element of ``autosavedDocuments(in:)``.
  /// - Throws: ``DocumentClassError`` or ``DocumentError``; the autosaved contents are then kept.
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
