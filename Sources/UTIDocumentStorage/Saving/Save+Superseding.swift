internal import SystemPackage

/// A note in a saving directory about an item that a complete new item under another name
/// supersedes.
///
/// Without the new item there, it is in place, and the old one was not yet removed.
struct SupersededNote: Hashable {
  let fingerprint: UInt64
  /// The name of the new item, next to the saving directory.
  let newName: FilePath.Component
  /// The name of the old item, also next to the saving directory.
  let oldName: FilePath.Component

  init(fingerprint: UInt64, newName: FilePath.Component, oldName: FilePath.Component) {
    self.fingerprint = fingerprint
    self.newName = newName
    self.oldName = oldName
  }

  init?(link: FilePath) {
    let components = Array(link.components)
    guard components.count == 3, let fingerprint = UInt64(components[0].string, radix: 36) else {
      return nil
    }
    self.init(fingerprint: fingerprint, newName: components[1], oldName: components[2])
  }

  /// The target of the symbolic link, which encodes the note and is not a real path.
  var link: FilePath {
    FilePath(root: nil, [.known(String(fingerprint, radix: 36)), newName, oldName])
  }
}

extension Save {
  /// The result of removing a superseded item.
  struct Removal {
    /// The path of the item if it was kept because it was not the expected one; nil in most cases.
    var keptAt: FilePath?
    /// `keptAt` is the renamed saving directory.
    var keepsDirectory = false
    var leftover: FilePath?

    static var complete: Removal { Removal() }
  }

  /// Recovery after a crash needs the note, but does not look for an item in another directory.
  func announce(_ old: SafeWriter.SupersededItem, in directory: SavingDirectory) throws {
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

  /// Runs after the new item is flushed, through the saving directory; an item that is no longer
  /// the expected one is kept, and the save itself has succeeded.
  func remove(
    _ old: SafeWriter.SupersededItem, after new: FileIdentity, by directory: SavingDirectory
  ) -> Removal {
    do {
      let place = try SaveTarget(old.path, store: store)
      defer { try? store.close(place.directory) }
      guard let status = place.status, !FileIdentity(status).isSame(as: new) else {
        return .complete
      }
      // Other links may lead to the same item.
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
  package func isSame(as other: FileIdentity) -> Bool { item == other.item }
}
