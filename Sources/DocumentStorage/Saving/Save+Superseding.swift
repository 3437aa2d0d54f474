internal import SystemPackage

/// What a saving directory says of an item that a new one under another name makes superfluous.
///
/// It is written when the new item is complete, and the saving directory loses the new item to its
/// place. Found without it, it tells that the new item had got there, and that the old one had not
/// yet gone.
struct SupersededNote: Hashable {
  /// The fingerprint of the old item.
  let fingerprint: UInt64
  /// The name of the new item, beside the saving directory.
  let newName: FilePath.Component
  /// The name of the old item, beside it too.
  let oldName: FilePath.Component

  init(fingerprint: UInt64, newName: FilePath.Component, oldName: FilePath.Component) {
    self.fingerprint = fingerprint
    self.newName = newName
    self.oldName = oldName
  }

  /// Reads the note from what its link leads to.
  init?(link: FilePath) {
    let components = Array(link.components)
    guard components.count == 3, let fingerprint = UInt64(components[0].string, radix: 36) else {
      return nil
    }
    self.init(fingerprint: fingerprint, newName: components[1], oldName: components[2])
  }

  /// What the link of the note leads to, which is no path that anybody follows.
  var link: FilePath {
    FilePath(root: nil, [.known(String(fingerprint, radix: 36)), newName, oldName])
  }
}

extension Save {
  /// What became of an item that the new one makes superfluous.
  struct Removal {
    /// Where it is kept because it was not the one that was expected; nil in most cases.
    var keptAt: FilePath?
    /// Whether that is the saving directory, under another name.
    var keepsDirectory = false
    /// Its path where it could not be removed.
    var leftover: FilePath?

    static var complete: Removal { Removal() }
  }

  /// Notes in the saving directory what is going to be superfluous, for the case of a crash.
  ///
  /// An item in another directory is none that a document of the same place would be looked for
  /// under.
  func announce(
    _ old: SafeWriter.SupersededItem, in directory: SavingDirectory
  ) throws {
    guard original == nil else { return }
    let place = try SaveTarget(old.path, store: store)
    defer { try? store.close(place.directory) }
    guard place.status != nil, !place.isLink, place.absolutePath.isBeside(target.absolutePath)
    else { return }
    let note = SupersededNote(
      fingerprint: try FileIdentity(of: place.location, in: store).fingerprint,
      newName: target.name, oldName: place.name)
    try store.createSymbolicLink(
      at: directory.location(of: .superseded, beside: target.name), to: note.link)
    try makeRecoverable(directory)
  }

  /// Removes an item after the one that takes its place is on the disk, by way of the saving
  /// directory.
  ///
  /// One that is no longer as expected is kept. The save itself has succeeded.
  func remove(
    _ old: SafeWriter.SupersededItem, after new: FileIdentity, by directory: SavingDirectory
  ) -> Removal {
    do {
      let place = try SaveTarget(old.path, store: store)
      defer { try? store.close(place.directory) }
      guard let status = place.status, !FileIdentity(status).isSame(as: new) else {
        return .complete
      }
      // What a link leads to may be there for others.
      guard !place.isLink else { return Removal(leftover: old.path) }
      let identity = try FileIdentity(of: place.location, in: store)
      guard old.identity?.difference(to: identity) != .contents else {
        return Removal(keptAt: place.path)
      }
      let item = directory.location(of: .partial, beside: target.name)
      try store.rename(place.location, to: item, .replacing)
      if try FileIdentity(of: item, in: store).fingerprint != identity.fingerprint {
        let name = ReservedName.partial.name(beside: target.name)
        return Removal(keptAt: try directory.keep(name, store: store), keepsDirectory: true)
      }
      if options.synchronizes { try store.synchronizeNames(in: place.directory) }
      try? store.removeTree(at: item)
      return .complete
    } catch {
      return Removal(leftover: old.path)
    }
  }
}

extension FilePath {
  fileprivate func isBeside(_ other: FilePath) -> Bool {
    removingLastComponent() == other.removingLastComponent()
  }
}

extension FileIdentity {
  package func isSame(as other: FileIdentity) -> Bool { Item(self) == Item(other) }
}
