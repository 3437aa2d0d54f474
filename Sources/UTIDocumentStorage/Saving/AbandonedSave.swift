internal import SystemPackage
internal import UTIPlatform

/// The remains of a save that a crash ended, in its saving directory.
struct AbandonedSave {
  /// The result of recovering an abandoned save.
  enum Result {
    /// The remains are not needed: the target has a complete item.
    case nothing
    case restored(FilePath)
    /// Another process has the held item open for writing, and has not written to it yet.
    case awaits
    /// The directory holds contents that exist nowhere else.
    case keeps(FilePath.Component)
    /// An item under another name had superseded the item, which is now in the saving directory.
    case superseded(FilePath, by: FilePath, FilePath.Component)
  }

  let directory: SavingDirectory
  let item: FilePath.Component?
  let target: FileLocation?
  let store: any FileStore
  let synchronizes: Bool
  private let names: [FilePath.Component]

  init(
    directory: SavingDirectory, names: [FilePath.Component],
    target: (FilePath.Component) -> FileLocation, store: any FileStore, synchronizes: Bool
  ) {
    self.directory = directory
    self.names = names
    self.store = store
    self.synchronizes = synchronizes
    item = ReservedName.item(among: names)
    self.target = item.map(target)
  }

  var mayChangeItem: Bool {
    guard let item else { return false }
    let reserved: [ReservedName] = [.manifest, .backup]
    return reserved.contains { names.contains($0.name(beside: item)) }
  }

  func mend() throws(FileStoreError) -> Result {
    // Without the new item, the save had either ended or just begun.
    guard let item, let target else { return try takeSuperseded() ?? .nothing }
    let present = try store.statusIfPresent(of: target)
    if names.contains(ReservedName.manifest.name(beside: item)) {
      return try finishReplacingChildren(item, in: target)
    }
    if names.contains(ReservedName.backup.name(beside: item)) {
      let backup = directory.location(of: .backup, beside: item)
      guard let present else { return try putBack(backup, to: target) }
      return try compare(present, backup: backup, item: item, target: target)
    }
    return try judge(item, target: target, present: present)
  }

  /// Nil if the new item no longer exists, or the old one is not the noted one (rule E9).
  private func takeSuperseded() throws(FileStoreError) -> Result? {
    guard let name = names.first(where: ReservedName.isSuperseded) else { return nil }
    let link = directory.location(of: name)
    guard let note = SupersededNote(link: try store.destinationOfSymbolicLink(at: link)) else {
      return nil
    }
    let new = FileLocation(note.newName, in: directory.parent)
    let old = FileLocation(note.oldName, in: directory.parent)
    guard try store.statusIfPresent(of: new) != nil, try store.statusIfPresent(of: old) != nil,
      try FileIdentity(of: old, in: store).fingerprint == note.fingerprint
    else { return nil }
    try store.rename(old, to: directory.location(of: note.oldName), .replacing)
    if synchronizes { try store.synchronizeNames(in: directory.parent) }
    try store.removeFile(at: link)
    let place = SystemFileStore.path(of: directory.parent)
    return .superseded(
      place.appending(note.oldName), by: place.appending(note.newName), note.oldName)
  }

  private func judge(
    _ item: FilePath.Component, target: FileLocation, present: FileStatus?
  ) throws(FileStoreError) -> Result {
    let location = directory.location(of: item)
    if directory.replacesNothing {
      // A new item with a second name in the target was already in place.
      guard let present, try present.isSameItem(as: store.status(of: location)) else {
        return .nothing
      }
      try store.removeFile(at: location)
      return try takeSuperseded() ?? .nothing
    }
    // A process that closes the item after this check has written before the comparison.
    let hasWriter = store.hasWriter(at: location)
    let left = try FileIdentity(of: location, in: store).fingerprint
    if hasWriter, left == directory.replacedFingerprint { return .awaits }
    guard present != nil, try !wasWrittenUnnoticed(item) else { return .keeps(item) }
    let now = try FileIdentity(of: target, in: store).fingerprint
    // Either the old item was replaced, or the new one was never put in place. Otherwise the item
    // of another process was replaced, or a process has saved since.
    if [left, now].contains(directory.replacedFingerprint) { return .nothing }
    return try store.hasEqualBytes(location, target) ? .nothing : .keeps(item)
  }

  /// Returns whether an item that was open for writing has changed, even if its times have not.
  private func wasWrittenUnnoticed(_ item: FilePath.Component) throws(FileStoreError) -> Bool {
    guard names.contains(ReservedName.open.name(beside: item)) else { return false }
    let note = directory.location(of: .open, beside: item)
    let noted = try store.destinationOfSymbolicLink(at: note).string
    guard try String(store.digest(of: directory.location(of: item)), radix: 36) != noted else {
      return false
    }
    try? store.removeFile(at: note)
    return true
  }

  /// Restores the old item after a crash between moving it aside and moving the new one in.
  private func putBack(
    _ backup: FileLocation, to target: FileLocation
  ) throws(FileStoreError) -> Result {
    _ = try store.renameExclusively(backup, to: target, kind: .other)
    if synchronizes, let parent = target.directory { try store.synchronizeNames(in: parent) }
    return .restored(SystemFileStore.path(of: target))
  }

  private func compare(
    _ present: FileStatus, backup: FileLocation, item: FilePath.Component, target: FileLocation
  ) throws(FileStoreError) -> Result {
    let new = directory.location(of: item)
    if try present.isSameItem(as: store.status(of: backup)) { return .nothing }
    if try store.hasEqualBytes(target, new) { return .nothing }
    if try store.hasEqualBytes(target, backup) { return .nothing }
    guard try store.isMixture(target, of: backup, and: new) else {
      return .keeps(ReservedName.backup.name(beside: item))
    }
    try store.withOpen(target, for: .writing) { file throws(FileStoreError) in
      try store.overwrite(file, with: backup, synchronizes: synchronizes)
    }
    return .restored(SystemFileStore.path(of: target))
  }

  private func finishReplacingChildren(
    _ item: FilePath.Component, in target: FileLocation
  ) throws(FileStoreError) -> Result {
    let manifest = directory.location(of: .manifest, beside: item)
    let replacement = ChildReplacement(
      package: target, newPackage: directory.location(of: item),
      oldChildren: directory.location(of: .backup, beside: item), store: store,
      synchronizes: synchronizes)
    try replacement.run(PackageNames(decoding: try store.contents(of: manifest)))
    try store.removeFile(at: manifest)
    return .restored(SystemFileStore.path(of: target))
  }
}
