internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge

/// The versions of one item, read and changed off the main actor.
struct KeptVersions: Sendable {
  private let url: URL
  private let path: FilePath
  private let store: VersionStore

  /// Creates the versions of a document's current item; nil if it is not a file.
  init?(of document: Document) {
    url = document.fileURL
    guard let path = try? FilePath(of: url) else { return nil }
    self.path = path
    store = document.environment.versions
  }

  @concurrent func all() async -> [ItemVersion] { store.versions(of: path) }

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
