public import Foundation
internal import FoundationAdditions
internal import SystemPackage

extension Document {
  /// Whether the document has not been saved at its place yet, where nothing must be then.
  ///
  /// Opening a draft reads nothing. It autosaves in ``DocumentEnvironment/autosaveDirectory``, and
  /// keeps its changes, until it is saved; closing saves it. To be set before opening.
  public var isDraft: Bool {
    get { observed(\.isDraft, record.withValues { $0.isDraft }) }
    set { record.withValues { $0.isDraft = newValue } }
  }

  /// Where changes were autosaved that the document's item does not have; nil when there are none.
  ///
  /// Drafts autosave there, and so does every document whose autosave at its own place has failed,
  /// as it does where the item is read-only, or changed by somebody else. Saving, and closing
  /// without changes, removes it (rules G6, G7). What a crash leaves is found with
  /// ``DocumentController/autosavedDocuments(in:)``.
  public var autosavedContentsFileURL: URL? {
    observed(\.autosavedContentsFileURL, record.withValues { $0.autosaved?.url })
  }

  /// Whether what is saved by itself goes elsewhere.
  var autosavesElsewhere: Bool {
    !savesItselfInPlace && fileURL.isFileURL && environment.autosaveDirectory != nil
  }

  /// Autosaves elsewhere, once for every change (rule G7).
  ///
  /// - Parameter completion: is told why that failed; runs where the caller is.
  func autosaveElsewhere(_ completion: @escaping (DocumentOperation, (any Error)?) -> Void) {
    let operation = makeOperation()
    operations.begin(operation) { [self] in
      let state = record.withValues { $0.changes.current }
      // A save that came before may have left nothing to keep.
      guard hasUnsavedChanges, fileURL.isFileURL, let directory = environment.autosaveDirectory,
        record.withValues({ $0.autosaved?.state }) != state
      else { return completion(operation, nil) }
      do {
        let place = try URL(of: directory.appending(lastComponent(of: fileURL)))
        let snapshot = try takeSnapshot(to: place, for: .forOverwriting, movesDocument: false)
        accessFiles(as: operation) { [self] in
          try write(snapshot, elsewhereIn: directory, state: state, as: operation)
        } then: { result in
          switch result {
          case .success: completion(operation, nil)
          case .failure(let error): completion(operation, error)
          }
        }
      } catch {
        completion(operation, error)
      }
    }
  }

  /// Runs on the queue of file access.
  private func write(
    _ snapshot: SaveSnapshot, elsewhereIn directory: FilePath,
    state: ChangeTracker.StateIdentity, as operation: DocumentOperation
  ) throws {
    let (autosaved, identity) = record.withValues { ($0.autosaved, $0.item.identity) }
    let folder =
      try autosaved?.folder
      ?? AutosaveFolder(
        forDocumentAt: FilePath(of: fileURL), identity: identity, in: directory,
        store: environment.store)
    var snapshot = snapshot
    snapshot.plan.url = try URL(of: folder.path.appending(lastComponent(of: snapshot.plan.url)))
    snapshot.plan.original = autosaved?.url
    do {
      try write(snapshot, as: operation)
    } catch {
      if autosaved == nil { try? folder.remove() }
      throw error
    }
    if let old = autosaved?.url, old != snapshot.plan.url {
      try environment.store.removeTree(at: FileLocation(FilePath(of: old)))
    }
    let url = snapshot.plan.url
    record.withValues {
      $0.autosaved = DocumentRecord.Autosaved(folder: folder, url: url, state: state)
    }
  }

  /// Writes the contents of a save at the document's place, or else among what is autosaved.
  ///
  /// Runs on the queue of file access.
  ///
  /// - Parameter state: The state of the document that the contents are.
  /// - Throws: The error of the save, with the place that has the changes.
  func write(
    _ snapshot: SaveSnapshot, of state: ChangeTracker.StateIdentity, as operation: DocumentOperation
  ) throws {
    do {
      try write(snapshot, as: operation)
    } catch {
      guard !operation.isCancelled, hasUnsavedChanges, fileURL.isFileURL,
        let directory = environment.autosaveDirectory
      else { throw error }
      if record.withValues({ $0.autosaved?.state }) != state {
        var snapshot = snapshot
        snapshot.plan = snapshot.plan.elsewhere
        // The failure that people hear of is that of the save.
        guard
          (try? write(snapshot, elsewhereIn: directory, state: state, as: operation)) != nil
        else { throw error }
      }
      guard let url = record.withValues({ $0.autosaved?.url }) else { throw error }
      let failure = DocumentError.wrapping(error, .save, self)
      throw try (failure as? DocumentError)?.keeping(changesIn: FilePath(of: url)) ?? failure
    }
  }

  private func lastComponent(of url: URL) throws -> FilePath.Component {
    try FilePath(of: url).lastComponent ?? .known("document")
  }

  /// Has removed what was autosaved elsewhere, because nobody needs it any more.
  func dropAutosavedContents() {
    guard autosavedContentsFileURL != nil else { return }
    accessFilesLater { $0.removeAutosavedContents() }
  }

  /// Removes what was autosaved elsewhere, when nobody needs it any more.
  ///
  /// Runs on the queue of file access.
  func removeAutosavedContents() {
    guard let autosaved = record.withValues({ $0.autosaved }) else { return }
    record.withValues { $0.autosaved = nil }
    do {
      try autosaved.folder.remove()
    } catch {
      environment.report(
        DocumentError(
          .system, .save, url: autosaved.url, errno: error.errno, underlyingError: error,
          message: "obsolete autosaved contents could not be removed",
          remedy: "remove them by hand"))
    }
  }

  /// Takes over what was autosaved before the program ended.
  ///
  /// The document is open; it has the changes then, and the item does not (rule F13). Where somebody
  /// has changed the item since, saving finds out and does not overwrite.
  func takeOver(_ folder: AutosaveFolder, contents url: URL) async throws {
    let isCurrent = folder.isBased(on: record.item.identity)
    try await restore(fromContentsOf: url)
    record.withValues { values in
      if !isCurrent {
        // No item is this one: none has the number 0.
        values.item.identity?.inode = 0
        values.item.identity?.contentDigest = nil
      }
      values.autosaved = DocumentRecord.Autosaved(
        folder: folder, url: url, state: values.changes.current)
    }
  }
}

extension DocumentRecord {
  /// What was autosaved elsewhere than at the item.
  struct Autosaved: Sendable {
    let folder: AutosaveFolder
    let url: URL
    /// The state of the document that was written.
    let state: ChangeTracker.StateIdentity
  }
}
