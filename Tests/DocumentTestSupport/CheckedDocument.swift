package import Foundation
package import UniformDocuments

/// One document of any class, as the rules drive it.
@MainActor package struct CheckedDocument {
  /// The contents in words.
  package var text: () throws -> String
  /// Makes the edit of the subject, with an undo step if the class uses undo.
  package var edit: () throws -> Void
  var open: () async throws -> Void
  var save: (URL) async throws -> Void
  var saveAs: (URL) async throws -> Void
  /// Calls a save and returns before its end.
  var beginSave: (URL) -> Void
  var autosave: () async throws -> Void
  var revert: (URL) async throws -> Void
  var move: (URL) async throws -> Void
  var export: (URL) async throws -> Void
  var duplicate: () throws -> CheckedDocument
  var saveAndClose: () async throws -> Void
  var discard: () async throws -> Void
  var itemDidChange: () -> Void
  var isEdited: () -> Bool
  var url: () -> URL?
  var undoManager: () -> UndoManager?
}

extension CheckedDocument {
  /// A document of a subclass of `Document`, UIDocument's class.
  package init<Class: Document>(
    _ document: Class, edit: @escaping (Class) throws -> Void,
    text: @escaping (Class) throws -> String
  ) {
    self.init {
      try text(document)
    } edit: {
      try edit(document)
    } open: {
      try await document.openContents()
    } save: {
      try await document.saveContents(to: $0, for: .forOverwriting)
    } saveAs: {
      try await document.saveContents(to: $0, for: .forCreating)
    } beginSave: {
      document.save(to: $0, for: .forOverwriting, completionHandler: nil)
    } autosave: {
      try await document.autosaveContents()
    } revert: {
      try await document.revertContents(to: $0)
    } move: {
      try await document.move(toDirectory: $0)
    } export: {
      try await document.export(to: $0)
    } duplicate: {
      CheckedDocument(try document.duplicate(), edit: edit, text: text)
    } saveAndClose: {
      try await document.saveAndClose()
    } discard: {
      try await document.close(discardingChanges: true)
    } itemDidChange: {
      document.presentedItemDidChange()
    } isEdited: {
      document.hasUnsavedChanges
    } url: {
      document.fileURL
    } undoManager: {
      document.undoManager
    }
  }

  /// A document of a subclass of `NSDocument`.
  package init<Class: NSDocument>(
    _ document: Class, at url: URL, type: String, edit: @escaping (Class) throws -> Void,
    text: @escaping (Class) throws -> String
  ) {
    self.init {
      try text(document)
    } edit: {
      try edit(document)
    } open: {
      document.fileURL = url
      try document.revert(toContentsOf: url, ofType: type)
    } save: {
      try await document.save(to: $0, ofType: type, for: .saveOperation)
    } saveAs: {
      try await document.save(to: $0, ofType: type, for: .saveAsOperation)
    } beginSave: {
      document.save(to: $0, ofType: type, for: .saveOperation) { _ in }
    } autosave: {
      try await document.autosave(withImplicitCancellability: false)
    } revert: {
      try document.revert(toContentsOf: $0, ofType: type)
    } move: {
      try await document.move(to: $0.appending(path: document.fileURL?.lastPathComponent ?? ""))
    } export: {
      try await document.save(to: $0, ofType: type, for: .saveToOperation)
    } duplicate: {
      guard let copy = try document.duplicate() as? Class else {
        throw CocoaError(.featureUnsupported)
      }
      return CheckedDocument(copy, at: url, type: type, edit: edit, text: text)
    } saveAndClose: {
      try await document.saveAndClose()
    } discard: {
      document.close()
    } itemDidChange: {
      document.presentedItemDidChange()
    } isEdited: {
      document.isDocumentEdited
    } url: {
      document.fileURL
    } undoManager: {
      document.undoManager
    }
  }
}
