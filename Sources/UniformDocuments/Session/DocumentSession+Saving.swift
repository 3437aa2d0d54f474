public import Foundation
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
