#if ManagedDocuments

public import UniformDocuments
internal import Foundation
internal import GRDB

/// A document with transactions of an ended process that its file lacks.
///
/// Several ended processes can have left transactions of one document. Opening it takes over the
/// newest ones; ``save(to:)`` saves the others as separate files.
public struct RecoverableDocument: Hashable, Sendable {
  /// The URL of the document, which has the transactions when it is opened.
  public let documentURL: URL
  /// The approximate time of the last transaction.
  public let modificationDate: Date
  /// A Boolean value that indicates whether no item exists at the URL, so a draft there has the
  /// transactions.
  public let isDraft: Bool
  fileprivate let folder: URL

  /// Saves the database with the transactions as a separate file.
  ///
  /// The working copy is unchanged.
  ///
  /// - Parameter url: the URL of the new file; no item exists there.
  /// - Throws: ``DocumentError`` if an item exists at the URL, if a process has taken the working
  ///   copy over or removed it, or if the database cannot be read or written.
  /// - Complexity: O(*n*) in the size of the database.
  public func save(to url: URL) throws {
    guard ItemStamp(of: url) == nil else {
      throw DocumentError(
        .fileExists, .save, url: url, message: "an item exists at \(url.path)",
        remedy: "choose another location")
    }
    guard let folder = WorkingFolder(abandonedAt: folder) else {
      throw DocumentError(
        .noSuchFile, .save, url: documentURL,
        message: "the working copy is in use, or is removed: \(folder.path)",
        remedy: "list the recoverable documents again")
    }
    do {
      let queue = try DatabaseQueue(
        path: folder.databaseURL.path, configuration: Configuration().distrustingSchema())
      defer { try? queue.close() }
      try folder.backUp(queue, to: url)
    } catch {
      throw DatabaseFileCheck.error(error, .save, of: url)
    }
  }
}

extension ManagedDocument {
  /// Returns the documents with transactions of ended processes that their files lack, the newest
  /// first.
  ///
  /// Documents that are open in this or another process are not included. A program calls this
  /// function at launch and opens the documents.
  ///
  /// - Parameter directory: the directory of working copies.
  /// - Complexity: O(*n*) in the number of working copies.
  public static func recoverableDocuments(
    in directory: URL = ManagedDocument.defaultWorkingDirectory
  ) -> [RecoverableDocument] {
    WorkingFolder.abandoned(in: directory).filter(\.isEdited).compactMap { folder in
      guard let document = folder.document else { return nil }
      return RecoverableDocument(
        documentURL: document, modificationDate: folder.modificationDate,
        isDraft: ItemStamp(of: document) == nil, folder: folder.url)
    }.sorted { $0.modificationDate > $1.modificationDate }
  }

  /// Removes the unsaved transactions of ended processes for a document, whose file is unchanged.
  ///
  /// - Parameters:
  ///   - url: the URL of the document.
  ///   - directory: the directory of working copies.
  /// - Throws: the error of the removal.
  public static func discardRecoverableDocument(
    at url: URL, in directory: URL = ManagedDocument.defaultWorkingDirectory
  ) throws {
    for folder in WorkingFolder.abandoned(in: directory)
    where folder.document.map({ samePlace($0, url) }) ?? false {
      try folder.remove()
    }
  }

  private static func samePlace(_ first: URL, _ second: URL) -> Bool {
    first.standardizedFileURL.path == second.standardizedFileURL.path
      || first.resolvingSymlinksInPath().path == second.resolvingSymlinksInPath().path
  }

  /// Nil if no abandoned copy has unsaved transactions; removes copies without edits, of any
  /// document.
  ///
  /// `store` is the database of the item; nil for a draft.
  func recoveredCopy(store: URL? = nil) throws -> WorkingCopy? {
    let current = store.flatMap { ItemStamp(of: $0) }
    var found: [WorkingFolder] = []
    for folder in WorkingFolder.abandoned(in: workingDirectory) {
      if !folder.isEdited {
        try? folder.remove()
      } else if folder.document.map({ Self.samePlace($0, fileURL) }) ?? false
        || current.map({ folder.base == $0 || folder.next?.isSameFile(as: $0) == true }) ?? false
      {
        found.append(folder)
      }
    }
    found.sort { $0.modificationDate > $1.modificationDate }
    for (index, folder) in found.enumerated() {
      do {
        let working = try WorkingCopy(in: folder, setup(checks: true))
        try folder.setDocument(fileURL)
        let isBased =
          current == nil || folder.base == current
          || current.map { folder.next?.isSameFile(as: $0) ?? false } ?? false
        // The next save replaces another version, and a crash during it must be recoverable too.
        if isBased, let current { try folder.setBase(current) }
        managed.withValues {
          $0.isRecovered = true
          $0.isBasedOnOtherVersion = !isBased
        }
        reportOtherCopies(found.count - index - 1)
        return working
      } catch {
        environment.report(
          DocumentError(
            .contentsRecovered, .open, url: fileURL, underlyingError: error,
            message: "a working copy that a crash had left cannot be opened: \(folder.url.path)",
            remedy: "recover its contents with `sqlite3 \(folder.databaseURL.path) .recover`"))
      }
    }
    return nil
  }

  /// Reports that other ended processes have left transactions of the document too.
  private func reportOtherCopies(_ count: Int) {
    guard count > 0 else { return }
    environment.report(
      DocumentError(
        .contentsRecovered, .open, url: fileURL,
        message: "\(count) more working \(count == 1 ? "copy" : "copies") of \(localizedName) "
          + "with unsaved transactions exist",
        remedy: "save them with RecoverableDocument.save(to:)"))
  }

  /// Updates the state after opening, before any notification; runs in the context of the caller.
  func didOpen() {
    if isDraft { _ = try? workingCopy() }
    if isRecovered { updateChangeCount(.done) }
  }
}

#endif
