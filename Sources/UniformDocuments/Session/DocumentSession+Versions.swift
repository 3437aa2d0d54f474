public import Foundation
internal import SystemPackage
internal import UTIFoundationBridge

extension DocumentSession {
  /// Returns the versions of the document, the latest first; empty for a draft.
  ///
  /// Saves keep them according to ``Document/preservesVersions``. Versions in conflict are
  /// included. A save that is writing the item ends first.
  ///
  /// - Complexity: one read for each version, off the main actor.
  public func versions() async -> [DocumentVersion] {
    guard let document, !document.isDraft, let kept = KeptVersions(of: document) else { return [] }
    // A save keeps the version after the new contents are on the disk.
    return await document.afterFileAccess { kept.all().map(DocumentVersion.init) }
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

/// An earlier version of a document, or a version by another writer, for a list in a window.
public struct DocumentVersion: Identifiable, Hashable, Sendable {
  /// The identifier of the version, valid in every process.
  public let id: String
  /// The time of the last modification of the contents.
  public let date: Date
  /// The name of the computer that saved the version; nil if it is unknown.
  public let computer: String?
  /// The name of the user who saved the version; nil if it is unknown.
  public let user: String?
  /// The size of the contents in bytes.
  public let byteCount: Int64
  /// The location of the contents, for display; they must not be changed there.
  public let url: URL
  /// A Boolean value that indicates whether the version is an unresolved conflict: its writer did
  /// not know the current contents.
  public let isConflict: Bool

  init(_ version: ItemVersion) {
    id = version.identifier
    date = version.date.date
    computer = version.host
    user = version.user
    byteCount = version.size
    url = URL(of: version.path)
    isConflict = version.isUnresolvedConflict
  }
}

/// The versions of one item, read and changed off the main actor.
struct KeptVersions: Sendable {
  private let url: URL
  private let path: FilePath
  private let store: VersionStore

  /// Nil if the document's item is not a file.
  init?(of document: Document) {
    url = document.fileURL
    guard let path = try? FilePath(of: url) else { return nil }
    self.path = path
    store = document.environment.versions
  }

  func all() -> [ItemVersion] { store.versions(of: path) }

  /// Returns the stored version.
  ///
  /// - Throws: `DocumentError` if the version no longer exists.
  @concurrent func find(_ version: DocumentVersion) async throws -> ItemVersion {
    if let found = store.version(of: path, version.id) { return found }
    throw DocumentError(
      .noSuchFile, .revert, url: url,
      message: "the version of \(url.itemName) is no longer there",
      remedy: "choose another version")
  }

  /// Returns the location of a version's contents; a save may have moved them with the item.
  @concurrent func contents(of version: ItemVersion) async -> URL {
    URL(of: store.located(version).path)
  }

  /// Runs work during which a save must not discard the version.
  @MainActor func holding(
    _ version: ItemVersion, _ body: @MainActor () async throws -> Void
  ) async throws {
    guard version.isDiscardable else { return try await body() }
    await setDiscardable(false, version)
    do {
      try await body()
    } catch {
      await setDiscardable(true, version)
      throw error
    }
    await setDiscardable(true, version)
  }

  /// Sets whether a save may discard a version; after an error, no save can discard it.
  @concurrent private func setDiscardable(_ isDiscardable: Bool, _ version: ItemVersion) async {
    try? store.setDiscardable(isDiscardable, version)
  }

  /// Marks versions in conflict as resolved; they are kept.
  @concurrent func resolve(where isMeant: @Sendable (ItemVersion) -> Bool) async {
    for version in store.versions(of: path) where isMeant(version) {
      NSFileVersion(version, ofItemAt: url, in: store).isResolved = true
    }
  }
}
