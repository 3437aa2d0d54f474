public import Foundation
internal import FoundationAdditions

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
