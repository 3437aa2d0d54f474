internal import Foundation
internal import FoundationAdditions
internal import SystemPackage

extension DocumentSession {
  /// The versions that there are of the document, the one that was kept last first; none of a draft.
  ///
  /// Saves keep them where ``Document/preservesVersions`` says so. Those that are in conflict are
  /// among them.
  ///
  /// - Complexity: one reading for each version, elsewhere than on the main actor.
  public func versions() async -> [DocumentVersion] {
    guard let document, !document.isDraft, let kept = KeptVersions(of: document) else { return [] }
    return await kept.all().map(DocumentVersion.init)
  }

  /// Gives the document the contents of a version, and saves it.
  ///
  /// Nothing is lost with that: changes that were not saved yet are saved first, and what is on the
  /// disk then becomes a version, whether the document keeps versions otherwise or not. The version
  /// stays; where it was in conflict it no longer is.
  ///
  /// - Parameter version: one of ``versions()``.
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
