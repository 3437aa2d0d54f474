public import Foundation
internal import SystemPackage
internal import UTIFoundationBridge

/// A document that a program autosaved to the recovery location before it ended.
public struct AutosavedDocument: Hashable, Sendable {
  /// The progress of the document's latest autosave.
  public enum Completeness: String, Hashable, Sendable {
    /// The contents come from a finished autosave.
    case autosaved
    /// The contents are complete, but the program ended before the autosave did.
    case interrupted
    /// A part of the contents may be missing, because the program ended while they were written;
    /// there are no other contents.
    case partial
  }

  /// The location of the document.
  public let documentURL: URL
  /// The location of the autosaved contents, an item of the document's kind.
  public let contentsURL: URL
  /// The time of the autosave.
  public let modificationDate: Date
  /// A Boolean value that indicates whether the document was never saved at its location.
  public let isDraft: Bool
  /// The progress of the autosave that wrote the contents.
  public let completeness: Completeness
  /// The folder that has the contents.
  let folder: FilePath
}

extension AutosavedDocument {
  /// Describes the contents in a folder whose document no longer exists, and removes a folder
  /// without contents.
  ///
  /// - Returns: nil if the document exists, or if there are no contents.
  init?(abandonedAt path: FilePath, store: any FileStore) throws(FileStoreError) {
    guard let folder = try AutosaveFolder(abandonedAt: path, store: store) else { return nil }
    guard let contents = try folder.contents() else {
      try folder.remove()
      return nil
    }
    documentURL = URL(of: folder.documentPath)
    contentsURL = URL(of: contents.path)
    modificationDate = try store.status(of: FileLocation(contents.path)).modified.date
    isDraft = folder.isOfDraft
    completeness = contents.completeness
    self.folder = folder.path
  }
}
