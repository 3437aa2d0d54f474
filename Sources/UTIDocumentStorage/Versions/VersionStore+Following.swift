package import SystemPackage
internal import UTIPlatform

/// The association of versions with their item after moves, by the recorded path or else number
/// (rule L16).
///
/// Most programs save by replacing the item, so its number is recorded at each read and write. An
/// item that moves before that loses its versions.
extension VersionStore {
  func adopt(_ folder: Folder, as own: FilePath) {
    // A process that adds a version finds it before the move.
    let lock = try? lockDirectory(folder.path, .exclusive)
    defer { if let lock { store.release(lock) } }
    let taken = (try? store.statusIfPresent(of: FileLocation(own))) ?? nil
    if taken == nil,
      (try? store.renameExclusively(
        FileLocation(folder.path), to: FileLocation(own), kind: .directory)) != nil
    {
      return
    }
    let mark = Self.markName("").string
    for name in (try? store.names(at: FileLocation(folder.path))) ?? []
    where name != ItemRecord.name {
      let isMark = name.string.hasPrefix(mark)
      guard isMark || !Self.isHidden(name) else { continue }
      _ = try? store.renameExclusively(
        FileLocation(folder.path.appending(name)), to: FileLocation(own.appending(name)),
        kind: isMark ? .regular : .directory)
    }
    guard lock != nil, (try? store.names(at: FileLocation(folder.path))) == [ItemRecord.name] else {
      return
    }
    // The directory has no versions left.
    try? removeDirectory(folder.path)
  }

  /// Runs at once, before another item can get the old name.
  package func noteMove(from old: FilePath, to new: FilePath) {
    let (before, now) = (resolvedPath(ofItem: old), resolvedPath(ofItem: new))
    guard before != now,
      let status = (try? store.statusIfPresent(of: FileLocation(now))) ?? nil
    else { return }
    let there = (try? store.statusIfPresent(of: FileLocation(before))) ?? nil
    for folder in folders(of: before, nil) {
      // Another program may have replaced the item before the move, unless it is still there.
      guard folder.item.isOf(status) || there.map(folder.item.isOf) != true else { continue }
      let own = folder.path.removingLastComponent().appending(Self.key(of: now))
      adopt(folder, as: own)
      // Without the record, the item is found by its number.
      try? note(now, status, in: own)
    }
  }

  /// Called after a read or replacement, for a move by hand; does nothing without versions.
  ///
  /// `place` has no symbolic links; nil to resolve it. `device` is nil to look it up.
  package func noteItem(
    at path: FilePath, resolvedTo place: FilePath? = nil, device: UInt64? = nil
  ) {
    let path = place ?? resolvedPath(ofItem: path)
    func present() -> FileStatus? { (try? store.statusIfPresent(of: FileLocation(path))) ?? nil }
    guard let device = device ?? present()?.device else { return }
    let key = Self.key(of: path)
    let roots = roots(for: path, device: device, with: key)
    guard !roots.isEmpty, let status = present() else { return }
    for root in roots {
      let own = root.appending(key)
      guard let folder = folder(at: own) else { continue }
      if !folder.item.isOf(status) {
        // The item may have been moved here, over another one.
        let moved = (try? foldersOfMoved(status, in: root, except: own)) ?? []
        for other in moved { adopt(other, as: own) }
      }
      try? note(path, status, in: own)
    }
  }

  /// Records the current item of a directory of versions, because each save creates another item.
  func note(_ path: FilePath, _ status: FileStatus, in folder: FilePath) throws(FileStoreError) {
    let record = ItemRecord(path: path, status)
    guard self.folder(at: folder)?.item != record else { return }
    try replaceFile(record.encoded, at: folder.appending(ItemRecord.name))
  }
}
