#if ManagedDocuments

public import Documents
internal import Foundation
internal import GRDB

/// A document that a process has left with transactions that its file lacks.
public struct RecoverableDocument: Hashable, Sendable {
  /// The place of the document; opening it there has the transactions.
  public let documentURL: URL
  /// When the last of them was made, about.
  public let modificationDate: Date
  /// Whether there is no item at the place; a draft there has the transactions.
  public let isDraft: Bool
}

extension ManagedDocument {
  /// The documents that processes have left with transactions that their files lack, the newest
  /// first.
  ///
  /// Those of documents that are open, here or in another process, are not among them. A program that
  /// starts asks for them, and opens them.
  ///
  /// - Parameter directory: where working copies are.
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

  /// Removes what processes have left of a document, which stays as it was saved.
  ///
  /// - Parameters:
  ///   - url: the place of the document.
  ///   - directory: where working copies are.
  /// - Throws: the error of removing.
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

  /// The working copy that a process has left of this document with what its file lacks; nil where
  /// there is none.
  ///
  /// What nobody has edited is removed on the way, whosever it was.
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
        // The next save is about another version, and may be ended like this one.
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

  /// Runs where the document was opened, before anybody hears of it.
  func didOpen() {
    if isDraft { _ = try? workingCopy() }
    if isRecovered { updateChangeCount(.done) }
  }
}

#endif
