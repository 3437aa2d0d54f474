internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge

extension DocumentSession {
  /// Returns the versions of the document, the latest first; empty for a draft.
  ///
  /// Saves keep them according to ``Document/preservesVersions``. Versions in conflict are
  /// included.
  ///
  /// - Complexity: one read for each version, off the main actor.
  public func versions() async -> [DocumentVersion] {
    guard let document, !document.isDraft, let kept = KeptVersions(of: document) else { return [] }
    return await kept.all().map(DocumentVersion.init)
  }

  /// Replaces the document's contents by a version, and saves it.
  ///
  /// Unsaved changes are saved first. The contents on disk then become a version, even if the
  /// document keeps no versions. The restored version is kept, and is resolved if it was in
  /// conflict.
  ///
  /// - Parameter version: an element of ``versions()``.
  /// - Returns: whether the document has the contents, and is saved.
  @discardableResult
  public func restore(_ version: DocumentVersion) async -> Bool {
    await withDocument(Command { await $0.restore(version) }) { document in
      guard let kept = KeptVersions(of: document) else {
        throw document.unsupportedScheme(of: document.fileURL, .revert)
      }
      let found = try await kept.find(version)
      let preservesVersions = document.preservesVersions
      document.preservesVersions = true
      defer { document.preservesVersions = preservesVersions }
      try await kept.holding(found) {
        if document.hasUnsavedChanges {
          try await document.saveContents(to: document.fileURL, for: .forOverwriting)
        }
        try await document.restore(fromContentsOf: kept.contents(of: found))
        try await document.saveContents(to: document.fileURL, for: .forOverwriting)
      }
      if version.isConflict { await kept.resolve { $0.identifier == found.identifier } }
    }
  }
}
