public import Foundation
public import UniformTypes

extension DocumentSession {
  /// Saves the document where it is.
  ///
  /// - Returns: whether it is saved.
  @discardableResult
  public func save() async -> Bool {
    await withDocument(Command { await $0.save() }) { document in
      try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    }
  }

  /// Saves the document in another place, where it is from then on.
  ///
  /// - Parameters:
  ///   - url: the place; an extension that suits the type is appended where it lacks one.
  ///   - type: the type that it has from then on; nil for that of the name, else that of now.
  ///   - replacing: whether somebody has agreed that an item at exactly that place is replaced.
  /// - Returns: whether it is saved.
  @discardableResult
  public func saveAs(
    to url: URL, type: UTType? = nil, replacing: Bool = false
  ) async -> Bool {
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

  /// Writes what the document is now to another place; the document stays what and where it is.
  ///
  /// - Parameters:
  ///   - url: the place; an extension that suits the type is appended where it lacks one.
  ///   - type: the type to write; nil for that of saving.
  ///   - replacing: whether somebody has agreed that an item at exactly that place is replaced.
  /// - Returns: whether it is written.
  @discardableResult
  public func export(
    to url: URL, type: UTType? = nil, replacing: Bool = false
  ) async -> Bool {
    await withDocument(Command { await $0.export(to: url, type: type, replacing: replacing) }) {
      document in
      let operation = try document.operation(savingTo: url, type: type, replacing: replacing)
      try await document.completing(.export) {
        document.startExporting(to: url, ofType: type?.identifier, for: operation, $0)
      }
    }
  }

  /// Makes a second document with the same contents beside this one, and saves it.
  ///
  /// - Returns: the document, which is open and one of the ``controller``, for another session to
  ///   show; nil when it could not be made.
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

  /// Does something with the document, and shows what is wrong; nothing where there is none.
  func withDocument(
    _ command: Command, _ body: (Document) async throws -> Void
  ) async -> Bool {
    guard let document else { return false }
    return await perform(command) { try await body(document) }
  }
}

extension Document {
  /// What a save may do, where people have agreed to replace what they saw.
  ///
  /// A name that gets an extension is another one than they saw.
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
