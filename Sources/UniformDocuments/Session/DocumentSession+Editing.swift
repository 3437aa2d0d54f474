public import Foundation
internal import UTIFoundationBridge

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
}

extension DocumentSession {
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
}
