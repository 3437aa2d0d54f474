internal import Foundation
internal import FoundationAdditions
internal import SystemPackage

/// The directory that keeps what was autosaved of one document elsewhere than at its item.
///
/// It is a saving directory: its lock says that the document lives, a link in it says which item the
/// document belongs to, and the fingerprint in its name which version of that item its changes are
/// based on. It outlives its owner, so that the changes can be found again (rules G6, P4).
final class AutosaveFolder: Sendable {
  /// The place of the document.
  let documentPath: FilePath
  let directory: SavingDirectory
  let store: any FileStore

  /// Makes a folder.
  ///
  /// - Parameters:
  ///   - documentPath: the place of the document.
  ///   - identity: the item that was last read or written there; nil for a draft.
  ///   - parent: where to make the folder; made with those above it when it is missing.
  init(
    forDocumentAt documentPath: FilePath, identity: FileIdentity?, in parent: FilePath,
    store: any FileStore
  ) throws(FileStoreError) {
    try store.makePrivateDirectory(parent, synchronizes: true)
    let descriptor = try store.open(FileLocation(parent.appending(".")), for: .reading)
    do throws(FileStoreError) {
      directory = try SavingDirectory(
        .elsewhere, in: descriptor, path: parent, fingerprint: identity?.fingerprint, store: store)
    } catch {
      try? store.close(descriptor)
      throw error
    }
    self.documentPath = documentPath
    self.store = store
    let name = documentPath.lastComponent ?? FilePath.Component.known("document")
    try store.createSymbolicLink(
      at: directory.location(of: .target, beside: name), to: documentPath)
    _ = try store.synchronizeNames(in: descriptor)
  }

  /// Takes over the folder of a document that is gone.
  ///
  /// - Returns: nil where the document lives, where another program takes the folder over, and where
  ///   there is none.
  init?(abandonedAt path: FilePath, store: any FileStore) throws(FileStoreError) {
    guard let name = path.lastComponent, SavingDirectory.isInUse(name) else { return nil }
    let parent = path.removingLastComponent()
    let descriptor = try store.open(FileLocation(parent.appending(".")), for: .reading)
    do throws(FileStoreError) {
      guard
        let directory = try SavingDirectory(
          abandoned: name, .elsewhere, in: descriptor, path: parent, store: store)
      else {
        try? store.close(descriptor)
        return nil
      }
      self.directory = directory
    } catch {
      try? store.close(descriptor)
      throw error
    }
    self.store = store
    documentPath = Self.destination(in: directory, store: store) ?? path
  }

  /// Returns a Boolean value that indicates whether a place is in the folder of a document.
  static func holds(_ place: URL) -> Bool {
    let name = FilePath.Component(place.deletingLastPathComponent().lastPathComponent)
    return name.map(SavingDirectory.isInUse) ?? false
  }

  private static func destination(
    in directory: SavingDirectory, store: any FileStore
  ) -> FilePath? {
    let names = (try? store.names(in: directory.descriptor)) ?? []
    return names.lazy.filter(ReservedName.isTarget)
      .compactMap { try? store.destinationOfSymbolicLink(at: directory.location(of: $0)) }.first
  }

  deinit {
    try? store.close(directory.descriptor)
    try? store.close(directory.parent)
  }

  /// Where the folder is.
  var path: FilePath { directory.path }

  /// Whether the document has never been saved at its place.
  var isOfDraft: Bool { directory.replacesNothing }

  /// Whether the changes are based on the version of the document's item that this is.
  func isBased(on identity: FileIdentity?) -> Bool {
    directory.replacedFingerprint == identity?.fingerprint
  }

  /// Removes the folder with everything in it.
  func remove() throws(FileStoreError) { try store.removeTree(at: directory.location) }
}
