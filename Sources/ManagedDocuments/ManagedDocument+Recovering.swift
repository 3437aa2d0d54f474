#if ManagedDocuments

public import Documents
internal import Foundation
internal import GRDB

/// A document with transactions of an ended process that its file lacks.
public struct RecoverableDocument: Hashable, Sendable {
  /// The URL of the document, which has the transactions when it is opened.
  public let documentURL: URL
  /// The approximate time of the last transaction.
  public let modificationDate: Date
  /// A Boolean value that indicates whether no item exists at the URL, so a draft there has the
  /// transactions.
  public let isDraft: Bool
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
        isDraft: ItemStamp(of: document) == nil)
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

  /// Returns the abandoned working copy of this document with unsaved transactions; nil if there is
  /// none.
  ///
  /// Abandoned working copies without edits are removed, for any document.
  ///
  /// - Parameter store: the database of the document's item; nil for a draft.
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
    for folder in found.sorted(by: { $0.modificationDate > $1.modificationDate }) {
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

  /// Updates the state after opening, before any notification; runs in the context of the caller.
  func didOpen() {
    if isDraft { _ = try? workingCopy() }
    if isRecovered { updateChangeCount(.done) }
  }
}

#endif
