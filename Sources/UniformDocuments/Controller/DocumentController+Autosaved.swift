internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge

extension DocumentController {
  /// Returns the documents whose autosaved changes this program left when it ended, the newest
  /// first.
  ///
  /// The program is known by ``DocumentEnvironment/applicationIdentifier``. Documents that are open,
  /// here or in another process, are not included. Contents of an interrupted autosave are included
  /// if there are no newer ones. Contents that cannot be read are reported, and do not hide the
  /// others.
  ///
  /// - Parameter environment: the environment with the recovery location.
  /// - Throws: ``DocumentError`` if ``DocumentEnvironment/autosaveDirectory`` cannot be read.
  /// - Complexity: O(*n*) in the number of autosaved documents.
  public func autosavedDocuments(
    in environment: DocumentEnvironment = .standard
  ) throws(DocumentError) -> [AutosavedDocument] {
    try recoveryFolders(in: environment).compactMap { path in
      do throws(FileStoreError) {
        return try AutosavedDocument(abandonedAt: path, store: environment.store)
      } catch {
        environment.report(
          DocumentError(
            .system, .open, url: URL(of: path), errno: error.errno, underlyingError: error,
            message: "autosaved contents cannot be read, and are not offered: \(error)",
            remedy: "make the folder readable, or remove it"))
        return nil
      }
    }.sorted { $0.modificationDate > $1.modificationDate }
  }

  private func recoveryFolders(
    in environment: DocumentEnvironment
  ) throws(DocumentError) -> [FilePath] {
    let store = environment.store
    var folders: [FilePath] = []
    do throws(FileStoreError) {
      for directory in environment.recoveryDirectories {
        guard try store.statusIfPresent(of: FileLocation(directory)) != nil else { continue }
        // In a directory that is not private, another user may have created any item.
        if let fault = try store.privacyFault(of: directory) {
          environment.reportOnce(fault)
          continue
        }
        let names = try store.names(at: FileLocation(directory.appending(".")))
        folders += names.map(directory.appending)
      }
    } catch {
      throw DocumentError(error)
    }
    return folders
  }

  /// Includes documents that are open in other processes.
  func keptPlaces(in environment: DocumentEnvironment) -> Set<FilePath> {
    let paths = (try? recoveryFolders(in: environment)) ?? []
    return Set(
      paths.compactMap { AutosaveFolder.documentPath(ofFolderAt: $0, store: environment.store) }
        .map { FilePath(resolving: URL(of: $0)) ?? $0 })
  }

  /// Removes the autosaved contents of a document, whose item is unchanged.
  ///
  /// - Parameters:
  ///   - autosaved: an element of ``autosavedDocuments(in:)``.
  ///   - environment: the environment with the recovery location.
  /// - Throws: ``DocumentError`` if they cannot be removed, or the document is open, here or in
  ///   another process, or has been opened again since.
  public func discardAutosavedDocument(
    _ autosaved: AutosavedDocument, in environment: DocumentEnvironment = .standard
  ) throws {
    do {
      try abandonedFolder(of: autosaved, environment.store).remove()
    } catch let error as FileStoreError {
      throw DocumentError(error)
    }
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
  /// item is a draft. A draft whose name is taken by an item or an open document gets a free name
  /// with a number.
  ///
  /// - Parameter autosaved: an element of ``autosavedDocuments(in:)``.
  /// - Throws: ``DocumentClassError`` or ``DocumentError``; the autosaved contents are then kept.
  public func reopenDocument(_ autosaved: AutosavedDocument) async throws -> Document {
    let type = try typeForContents(of: autosaved.contentsURL)
    let url = autosaved.isDraft ? freeURL(for: autosaved) : autosaved.documentURL
    let openDocument = document(for: url)
    if let openDocument, openDocument.hasUnsavedChanges {
      throw DocumentError(
        .hasChanges, .open, url: url, unsavedContents: .inMemory,
        message: "\(openDocument.localizedName) is open and has changes that would be lost",
        remedy: "save or close it first")
    }
    let document = try openDocument ?? makeDocument(at: url, ofType: type)
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

  /// Opens every document with autosaved changes.
  ///
  /// A document that cannot be opened does not keep the others from being opened; its autosaved
  /// contents are kept.
  ///
  /// - Parameter environment: the environment with the recovery location.
  /// - Returns: the documents, and the autosaved contents that could not be opened, each with the
  ///   reason.
  /// - Throws: the errors of ``autosavedDocuments(in:)``.
  public func reopenAutosavedDocuments(
    in environment: DocumentEnvironment = .standard
  ) async throws -> (
    documents: [Document], failures: [(autosaved: AutosavedDocument, error: any Error)]
  ) {
    var documents: [Document] = []
    var failures: [(autosaved: AutosavedDocument, error: any Error)] = []
    for autosaved in try autosavedDocuments(in: environment) {
      do {
        documents.append(try await reopenDocument(autosaved))
      } catch {
        failures.append((autosaved, error))
      }
    }
    return (documents, failures)
  }

  /// Returns the URL of a draft, or one with a number if an item or a document has it.
  private func freeURL(for autosaved: AutosavedDocument) -> URL {
    let url = autosaved.documentURL
    guard document(for: url) != nil || isTaken(url) else { return url }
    let ending = types.filenameExtension(of: url, ofType: types.identifier(forName: url))
    let suffix = ending.isEmpty ? "" : "." + ending
    let name = url.itemName.dropLast(suffix.count)
    // "Untitled 2" becomes "Untitled 3".
    let digits = name.reversed().prefix { $0.isNumber }.count
    let stem = name.dropLast(digits)
    let base = String(digits > 0 && stem.hasSuffix(" ") ? stem.dropLast() : name)
    // Every kept draft needs its own name.
    var environment = DocumentEnvironment.standard
    environment.autosaveDirectory = autosaved.folder.removingLastComponent()
    let kept = keptPlaces(in: environment)
    var number = 2
    while true {
      let numbered = url.replacingName { _ in
        SavingName.numbered(base + suffix, number, filenameExtension: ending)
      }
      if document(for: numbered) == nil, !isTaken(numbered, kept) { return numbered }
      number += 1
    }
  }

  private var types: ItemTypes { ItemTypes(registry: registry) }

  func isTaken(_ url: URL, _ kept: Set<FilePath> = []) -> Bool {
    if FileManager.default.fileExists(atPath: url.path) { return true }
    return FilePath(resolving: url).map(kept.contains) ?? false
  }
}
