internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge

/// The directory of the autosaved contents of one document in the recovery location.
///
/// It is a saving directory. Its lock indicates that the document exists, a link in it refers to
/// the document's item, and the fingerprint in its name identifies the item's version on which the
/// changes are based. It outlives its owner, so that the changes can be recovered (rules G6,
/// P4).
final class AutosaveFolder: Sendable {
  /// The path of the document.
  let documentPath: FilePath
  let directory: SavingDirectory
  let store: any FileStore

  /// Creates a folder.
  ///
  /// - Parameters:
  ///   - documentPath: the path of the document.
  ///   - identity: the item that was last read or written there; nil for a draft.
  ///   - parent: the directory of the folder, which is created with its ancestors if it is missing.
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

  /// Acquires the folder of a document that no longer exists.
  ///
  /// - Returns: nil if the document exists, if another program acquires the folder, or if there is
  ///   none.
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

  /// Returns true if a URL is in the folder of a document.
  static func holds(_ place: URL) -> Bool {
    let name = FilePath.Component(place.deletingLastPathComponent().lastPathComponent)
    return name.map(SavingDirectory.isInUse) ?? false
  }

  /// Returns the path of the document of a folder, whether the document exists or not; nil if the
  /// item is not such a folder.
  static func documentPath(ofFolderAt path: FilePath, store: any FileStore) -> FilePath? {
    guard let name = path.lastComponent, SavingDirectory.isInUse(name),
      let names = try? store.names(at: FileLocation(path.appending(".")))
    else { return nil }
    return names.lazy.filter(ReservedName.isTarget)
      .compactMap { try? store.destinationOfSymbolicLink(at: FileLocation(path.appending($0))) }
      .first
  }

  private static func destination(
    in directory: SavingDirectory, store: any FileStore
  ) -> FilePath? {
    let names = (try? store.names(in: directory.descriptor)) ?? []
    return names.lazy.filter(ReservedName.isTarget)
      .compactMap { try? store.destinationOfSymbolicLink(at: directory.location(of: $0)) }.first
  }

  deinit {
    // The contents can be recovered at once, also while another process is being started.
    try? store.unlock(directory.descriptor)
    try? store.close(directory.descriptor)
    try? store.close(directory.parent)
  }

  /// The path of the folder.
  var path: FilePath { directory.path }

  /// True if the document has never been saved at its location.
  var isOfDraft: Bool { directory.replacesNothing }

  /// Returns true if the changes are based on this version of the document's item.
  func isBased(on identity: FileIdentity?) -> Bool {
    directory.replacedFingerprint == identity?.fingerprint
  }

  /// Removes the folder with its contents.
  func remove() throws(FileStoreError) { try store.removeTree(at: directory.location) }
}
