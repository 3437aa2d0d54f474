public import Foundation
internal import SystemPackage
internal import UTIFoundationBridge
public import UniformTypes

extension DocumentSession {
  /// Saves the document at its location.
  ///
  /// - Returns: whether it is saved.
  @discardableResult
  public func save() async -> Bool {
    await withDocument(Command { await $0.save() }) { document in
      try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    }
  }

  /// Saves the document at another location, which it keeps.
  ///
  /// - Parameters:
  ///   - url: the new location; an extension that suits the type is appended if it has none.
  ///   - type: the new type; nil for the type of the name, else the current type.
  ///   - replacing: whether the user has agreed to replace an item at exactly that location.
  /// - Returns: whether it is saved.
  @discardableResult
  public func saveAs(to url: URL, type: UTType? = nil, replacing: Bool = false) async -> Bool {
    await withDocument(Command { await $0.saveAs(to: url, type: type, replacing: replacing) }) {
      document in
      let operation = try document.operation(savingTo: url, type: type, replacing: replacing)
      if let type {
        try await document.save(to: url, ofType: type.identifier, for: operation)
      } else {
        try await document.saveContents(to: url, for: operation)
      }
      self.controller.noteNewRecentDocument(document)
    }
  }

  /// Writes a copy of the document; the document keeps its type and location.
  ///
  /// - Parameters:
  ///   - url: the location of the copy; an extension that suits the type is appended if it has
  ///     none.
  ///   - type: the type of the copy; nil for the type of saving.
  ///   - replacing: whether the user has agreed to replace an item at exactly that location.
  /// - Returns: whether it is written.
  @discardableResult
  public func export(to url: URL, type: UTType? = nil, replacing: Bool = false) async -> Bool {
    await withDocument(Command { await $0.export(to: url, type: type, replacing: replacing) }) {
      document in
      let operation = try document.operation(savingTo: url, type: type, replacing: replacing)
      try await document.completing(.export) {
        document.startExporting(to: url, ofType: type?.identifier, for: operation, $0)
      }
    }
  }

  /// Creates a second document with the same contents in addition to this one, and saves it.
  ///
  /// - Returns: the document, which is open and belongs to the ``controller``, for another session
  ///   to show; nil if it could not be created.
  public func duplicate() async -> Document? {
    var copy: Document?
    _ = await withDocument(Command { await $0.duplicate() != nil }) { document in
      let made = try document.duplicate()
      try await made.saveContents(to: made.fileURL, for: .forCreating)
      self.controller.addDocument(made)
      self.controller.noteNewRecentDocument(made)
      copy = made
    }
    return copy
  }

  /// Runs a command on the document and shows its error; does nothing without a document.
  func withDocument(_ command: Command, _ body: (Document) async throws -> Void) async -> Bool {
    guard let document else { return false }
    return await perform(command) { try await body(document) }
  }
}

extension Document {
  /// A name to which an extension is appended differs from the displayed one that the user agreed
  /// to replace.
  fileprivate func operation(
    savingTo url: URL, type: UTType?, replacing: Bool
  ) throws -> SaveOperation {
    guard replacing else { return .forCreating }
    let plan = try SavePlan(
      to: url, for: .forOverwriting, type: type?.identifier ?? savingFileType, of: self,
      movesDocument: false)
    return plan.url == url ? .forOverwriting : .forCreating
  }
}

extension DocumentSession {
  /// Undoes the latest change; does nothing if there is none, or editing is not allowed.
  public func undo() {
    guard presentation.isEditable, let manager = document?.undoManager, manager.canUndo else {
      return
    }
    manager.undo()
    refresh()
  }

  /// Redoes the change that was last undone.
  public func redo() {
    guard presentation.isEditable, let manager = document?.undoManager, manager.canRedo else {
      return
    }
    manager.redo()
    refresh()
  }

  /// Reads the document's item again, and discards all changes.
  ///
  /// - Returns: whether the document has the contents on disk.
  @discardableResult
  public func revert() async -> Bool {
    await withDocument(Command { await $0.revert() }) { document in
      try await document.revertContents(to: document.fileURL)
    }
  }

  /// Renames the document in its directory.
  ///
  /// - Parameter name: the name, with or without an extension; a name that is taken gets a number.
  /// - Returns: whether it has the name.
  @discardableResult
  public func rename(to name: String) async -> Bool {
    await withDocument(Command { await $0.rename(to: name) }) { document in
      try await document.rename(to: name)
    }
  }

  /// Moves the document to another directory, under its name.
  ///
  /// - Parameter directory: the directory; a name that is taken there gets a number.
  /// - Returns: whether it was moved.
  @discardableResult
  public func move(to directory: URL) async -> Bool {
    await withDocument(Command { await $0.move(to: directory) }) { document in
      try await document.move(toDirectory: directory)
    }
  }

  /// Cancels the current operation, if it can be cancelled.
  public func cancel() { document?.progress?.cancel() }

  /// Carries out a choice for a problem.
  ///
  /// - Parameters:
  ///   - choice: the choice, preferably one of the problem's choices.
  ///   - url: the destination for `.saveElsewhere`, which must be free and for which the program
  ///     asks the user. Without it that choice does nothing.
  /// - Returns: whether the choice succeeded.
  @discardableResult
  public func resolve(_ choice: DocumentProblem.Choice, at url: URL? = nil) async -> Bool {
    switch choice {
    case .dismiss:
      dismissProblem()
      return true
    case .retry:
      guard let failedCommand else { return await save() }
      return await failedCommand.run(self)
    case .revert: return await deciding { await revert() }
    case .discard: return await discard()
    case .overwrite: return await deciding { await overwrite() }
    case .keepBoth: return await deciding { await keepBoth() }
    case .saveElsewhere:
      guard let url else { return false }
      return await deciding { await saveAs(to: url) }
    }
  }

  /// Resolves versions in conflict: else a document that keeps versions would be in conflict again
  /// when it is next opened.
  private func deciding(_ body: () async -> Bool) async -> Bool {
    let kept = document.flatMap { document in
      document.preservesVersions && document.documentState.contains(.inConflict)
        ? KeptVersions(of: document) : nil
    }
    guard await body() else { return false }
    await kept?.resolve(where: \.isUnresolvedConflict)
    return true
  }

  private func overwrite() async -> Bool {
    await withDocument(Command { await $0.overwrite() }) { document in
      let overwrote = document.overwritesChangesOnDisk
      document.overwritesChangesOnDisk = true
      defer { document.overwritesChangesOnDisk = overwrote }
      // Only an explicit save creates a deleted item again (rule J10).
      let isThere = document.environment.store.exists(document.fileURL)
      try await document.saveContents(
        to: document.fileURL, for: isThere ? .forOverwriting : .forCreating)
    }
  }

  /// Saves the document's contents under the first free name, which the document keeps.
  private func keepBoth() async -> Bool {
    await withDocument(Command { await $0.keepBoth() }) { document in
      let url = document.fileURL
      let filenameExtension = document.types.filenameExtension(of: url, ofType: document.fileType)
      var number = 2
      while true {
        let other = url.replacingName {
          SavingName.numbered($0, number, filenameExtension: filenameExtension)
        }
        do {
          guard !document.environment.store.exists(other) else {
            throw DocumentError(
              .fileExists, .save, url: other, message: "\(other.itemName) is taken",
              remedy: "choose another name")
          }
          return try await document.saveContents(to: other, for: .forCreating)
        } catch let error as DocumentError where error.code == .fileExists && number < 1000 {
          number += 1
        }
      }
    }
  }

  /// Returns the versions of the document, the latest first; empty for a draft.
  ///
  /// Saves keep them according to ``Document/preservesVersions``. Versions in conflict are
  /// included. A save that is writing the item ends first.
  ///
  /// - Complexity: one read for each version, off the main actor.
  public func versions() async -> [DocumentVersion] {
    guard let document, !document.isDraft, let kept = KeptVersions(of: document) else { return [] }
    // A save keeps the version after the new contents are on the disk.
    return await document.afterFileAccess { kept.all().map(DocumentVersion.init) }
  }

  /// Replaces the document's contents by a version, and saves it.
  ///
  /// Unsaved changes are saved first. The contents on disk then become a version, even if the
  /// document keeps no versions. The restored version is kept, and is resolved if it was in
  /// conflict.
  ///
  /// - Parameter version: an element of ``versions()``.
  /// - Returns: whether the document has the contents, and is saved.
  @discardableResult
  public func restore(_ version: DocumentVersion) async -> Bool {
    await withDocument(Command { await $0.restore(version) }) { document in
      guard let kept = KeptVersions(of: document) else {
        throw document.unsupportedScheme(of: document.fileURL, .revert)
      }
      let found = try await kept.find(version)
      let preservesVersions = document.preservesVersions
      document.preservesVersions = true
      defer { document.preservesVersions = preservesVersions }
      try await kept.holding(found) {
        if document.hasUnsavedChanges {
          try await document.saveContents(to: document.fileURL, for: .forOverwriting)
        }
        try await document.restore(fromContentsOf: kept.contents(of: found))
        try await document.saveContents(to: document.fileURL, for: .forOverwriting)
      }
      if version.isConflict { await kept.resolve { $0.identifier == found.identifier } }
    }
  }
}

/// An earlier version of a document, or a version by another writer, for a list in a window.
public struct DocumentVersion: Identifiable, Hashable, Sendable {
  /// The identifier of the version, valid in every process.
  public let id: String
  /// The time of the last modification of the contents.
  public let date: Date
  /// The name of the computer that saved the version; nil if it is unknown.
  public let computer: String?
  /// The name of the user who saved the version; nil if it is unknown.
  public let user: String?
  /// The size of the contents in bytes.
  public let byteCount: Int64
  /// The location of the contents, for display; they must not be changed there.
  public let url: URL
  /// A Boolean value that indicates whether the version is an unresolved conflict: its writer did
  /// not know the current contents.
  public let isConflict: Bool

  init(_ version: ItemVersion) {
    id = version.identifier
    date = version.date.date
    computer = version.host
    user = version.user
    byteCount = version.size
    url = URL(of: version.path)
    isConflict = version.isUnresolvedConflict
  }
}

/// The versions of one item, read and changed off the main actor.
struct KeptVersions: Sendable {
  private let url: URL
  private let path: FilePath
  private let store: VersionStore

  /// Nil if the document's item is not a file.
  init?(of document: Document) {
    url = document.fileURL
    guard let path = try? FilePath(of: url) else { return nil }
    self.path = path
    store = document.environment.versions
  }

  func all() -> [ItemVersion] { store.versions(of: path) }

  /// Returns the stored version.
  ///
  /// - Throws: `DocumentError` if the version no longer exists.
  @concurrent func find(_ version: DocumentVersion) async throws -> ItemVersion {
    if let found = store.version(of: path, version.id) { return found }
    throw DocumentError(
      .noSuchFile, .revert, url: url,
      message: "the version of \(url.itemName) is no longer there",
      remedy: "choose another version")
  }

  /// Returns the location of a version's contents; a save may have moved them with the item.
  @concurrent func contents(of version: ItemVersion) async -> URL {
    URL(of: store.located(version).path)
  }

  /// Runs work during which a save must not discard the version.
  @MainActor func holding(
    _ version: ItemVersion, _ body: @MainActor () async throws -> Void
  ) async throws {
    guard version.isDiscardable else { return try await body() }
    await setDiscardable(false, version)
    do {
      try await body()
    } catch {
      await setDiscardable(true, version)
      throw error
    }
    await setDiscardable(true, version)
  }

  /// Sets whether a save may discard a version; after an error, no save can discard it.
  @concurrent private func setDiscardable(_ isDiscardable: Bool, _ version: ItemVersion) async {
    try? store.setDiscardable(isDiscardable, version)
  }

  /// Marks versions in conflict as resolved; they are kept.
  @concurrent func resolve(where isMeant: @Sendable (ItemVersion) -> Bool) async {
    for version in store.versions(of: path) where isMeant(version) {
      NSFileVersion(version, ofItemAt: url, in: store).isResolved = true
    }
  }
}
