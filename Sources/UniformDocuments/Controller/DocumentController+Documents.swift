public import Foundation
internal import Synchronization
internal import SystemPackage
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
    client?.list = self
    (document as? HostedDocument)?.kept = nil
    openDocuments[id] = OpenDocument(document: document, client: client, number: nextNumber())
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

  /// Closes every document of the controller; what cannot be saved stays open.
  ///
  /// ``closeAllDocumentsOfProcess()`` also closes documents that were created without a controller.
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

  /// Saves and closes every document of the process, however it was created.
  ///
  /// Call it before code that ends the program without a notice to the library, such as `exec` or
  /// `_exit`. Each document closes in its isolation, one after another in the order of creation. A
  /// document of the main actor needs the main queue, which this function leaves free.
  ///
  /// - Returns: the documents that stay open because they could not be saved, each with the reason.
  public static func closeAllDocumentsOfProcess() async -> [(document: Document, error: any Error)]
  {
    await Document.closeAllOfProcess()
  }

  /// Saves what has changed in documents of the main actor, before code waits without serving the
  /// main queue, such as the loop of another library.
  ///
  /// It returns when the documents are saved, or after the longest
  /// ``DocumentEnvironment/endPatience`` of their environments. Errors reach
  /// ``Document/handleError(_:userInteractionPermitted:)``, as those of other autosaves. It has no
  /// effect on another thread, and in the code of a document class that an operation calls.
  /// `readLine(strippingNewline:)`, `sleep(_:)` and `usleep(_:)` of this module need no such call.
  ///
  /// ```swift
  /// while poll(&events, count, -1) >= 0 {
  ///   handle(events)
  ///   DocumentController.saveBeforeWaiting()
  /// }
  /// ```
  ///
  /// - Parameter duration: the longest time that the code waits. Only documents whose autosave
  ///   becomes due in this time are saved. Nil if the time is not limited; all are saved.
  /// - Complexity: O(*n*) in the number of documents, with the time of the saves.
  public nonisolated static func saveBeforeWaiting(atMost duration: Duration? = nil) {
    MainThreadWait.save(dueWithin: duration)
  }
}

/// A document of a controller.
struct OpenDocument {
  let document: Document
  /// The client of the document, kept here because the document has only a weak reference.
  let client: NSDocument?
  let number: Int

  var isGone: Bool {
    document.record.withValues { $0.machine.hasBeenOpen && $0.machine.flags.contains(.closed) }
  }
}

/// Finds documents by their items, without comparing every document.
///
/// Documents notify it of a moved or replaced item on any thread; every save replaces the item.
final class DocumentIndex: Sendable {
  fileprivate enum Key: Hashable, Sendable {
    case url(String)
    case path(FilePath)
    case file(FileStatus.Item)
  }

  fileprivate struct State: Sendable {
    var documents: [Key: Set<ObjectIdentifier>] = [:]
    var keys: [ObjectIdentifier: (url: URL, keys: [Key])] = [:]
  }

  private let state = Mutex(State())

  /// `file` is nil if it is not known.
  func note(_ document: ObjectIdentifier, at url: URL, _ file: FileStatus.Item?) {
    let known = state.withLock { $0.keys[document] }
    var keys = known?.url == url ? known?.keys.filter(\.isPlace) ?? [] : []
    if keys.isEmpty {
      keys = [FilePath(resolving: url).map { .path($0) } ?? .url(url.absoluteString)]
    }
    if let file { keys.append(.file(file)) }
    let entry = (url, keys)
    state.withLock { state in
      state.forget(document)
      state.keys[document] = entry
      for key in entry.1 { state.documents[key, default: []].insert(document) }
    }
  }

  func remove(_ document: ObjectIdentifier) {
    state.withLock { $0.forget(document) }
  }

  /// The caller verifies the documents on disk; complexity: O(1) on average.
  func candidates(for item: DocumentItem, at url: URL) -> Set<ObjectIdentifier> {
    let keys: [Key] =
      [item.path.map { .path($0) } ?? .url(url.absoluteString)]
      + (item.file.map { [.file($0)] } ?? [])
    return state.withLock { state in
      keys.reduce(into: []) { $0.formUnion(state.documents[$1] ?? []) }
    }
  }
}

extension DocumentIndex.State {
  fileprivate mutating func forget(_ document: ObjectIdentifier) {
    for key in keys.removeValue(forKey: document)?.keys ?? [] {
      documents[key]?.remove(document)
      if documents[key]?.isEmpty == true { documents[key] = nil }
    }
  }
}

extension DocumentIndex.Key {
  fileprivate var isPlace: Bool {
    if case .file = self { return false }
    return true
  }
}

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
