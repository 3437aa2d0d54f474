public import Foundation
internal import FoundationAdditions

extension DocumentSession {
  /// Takes back the newest change; does nothing where there is none, or editing is not allowed.
  public func undo() {
    guard presentation.isEditable, let manager = document?.undoManager, manager.canUndo else {
      return
    }
    manager.undo()
    refresh()
  }

  /// Makes the change again that was taken back last.
  public func redo() {
    guard presentation.isEditable, let manager = document?.undoManager, manager.canRedo else {
      return
    }
    manager.redo()
    refresh()
  }

  /// Reads the document's item again, and drops all changes.
  ///
  /// - Returns: whether the document has what is on disk.
  @discardableResult
  public func revert() async -> Bool {
    await withDocument(Command { await $0.revert() }) { document in
      try await document.revertContents(to: document.fileURL)
    }
  }

  /// Gives the document another name in its directory.
  ///
  /// - Parameter name: the name, with or without an extension; one that is taken gets a number.
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
  /// - Returns: whether it is there.
  @discardableResult
  public func move(to directory: URL) async -> Bool {
    await withDocument(Command { await $0.move(to: directory) }) { document in
      try await document.move(toDirectory: directory)
    }
  }

  /// Calls off what is under way, as far as that can be called off.
  public func cancel() { document?.progress?.cancel() }
}
