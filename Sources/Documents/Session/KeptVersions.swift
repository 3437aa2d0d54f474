internal import Foundation
internal import FoundationAdditions
internal import SystemPackage

/// The versions of one item, read and changed elsewhere than on the main actor.
struct KeptVersions: Sendable {
  private let url: URL
  private let path: FilePath
  private let store: VersionStore

  /// Of the item that a document has now; nil where that is no file.
  init?(of document: Document) {
    url = document.fileURL
    guard let path = try? FilePath(of: url) else { return nil }
    self.path = path
    store = document.environment.versions
  }

  @concurrent func all() async -> [ItemVersion] { store.versions(of: path) }

  /// - Throws: `DocumentError` where the version is gone.
  @concurrent func find(_ version: DocumentVersion) async throws -> ItemVersion {
    if let found = store.version(of: path, version.id) { return found }
    throw DocumentError(
      .noSuchFile, .revert, url: url,
      message: "the version of \(url.itemName) is no longer there",
      remedy: "choose another version")
  }

  /// Where the contents of a version are; a save may have taken it to where the item has moved.
  @concurrent func contents(of version: ItemVersion) async -> URL {
    URL(of: store.located(version).path)
  }

  /// Does something during which no save may thin a version out.
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

  /// Where that cannot be noted, nothing can be thinned out either.
  @concurrent private func setDiscardable(_ isDiscardable: Bool, _ version: ItemVersion) async {
    try? store.setDiscardable(isDiscardable, version)
  }

  /// Notes of versions in conflict that somebody has decided about them; they stay.
  @concurrent func resolve(where isMeant: @Sendable (ItemVersion) -> Bool) async {
    for version in store.versions(of: path) where isMeant(version) {
      NSFileVersion(version, ofItemAt: url, in: store).isResolved = true
    }
  }
}
