package import SystemPackage
internal import UTIPlatform

/// How versions stay with the item that they are of (rule L16).
///
/// An item is what has the place that is noted of it; where that is empty, it is the item with the
/// number that is noted, wherever that is. Most programs save by giving a new item the place of the
/// old one, so that the number has to be noted anew whenever somebody sees the item: what changes
/// places unseen between a save of that kind and a move by hand is known by nothing.
extension VersionStore {
  /// Gives versions of an item that has moved the directory of its new place.
  func adopt(_ folder: Folder, as own: FilePath) {
    // Whoever adds a version has it where it is found before it moves.
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
    // Nothing is left to be found there.
    try? removeDirectory(folder.path)
  }

  /// Gives what is kept of an item that has moved the directory of its new place at once, before
  /// another item has its old name.
  ///
  /// - Parameters:
  ///   - old: where the item was.
  ///   - new: where it is.
  package func noteMove(from old: FilePath, to new: FilePath) {
    let (before, now) = (resolvedPath(ofItem: old), resolvedPath(ofItem: new))
    guard before != now,
      let status = (try? store.statusIfPresent(of: FileLocation(now))) ?? nil
    else { return }
    let there = (try? store.statusIfPresent(of: FileLocation(before))) ?? nil
    for folder in folders(of: before, nil) {
      // Another program may have replaced the item before it moved, unless it is still there.
      guard folder.item.isOf(status) || there.map(folder.item.isOf) != true else { continue }
      let own = folder.path.removingLastComponent().appending(Self.key(of: now))
      adopt(folder, as: own)
      // Without the note it is found by the number of the item.
      try? note(now, status, in: own)
    }
  }

  /// Notes which item has a place now of which versions are kept, so that it is found by its number
  /// when it is moved by hand; nothing where none are kept.
  ///
  /// To be called by whoever reads or replaces the item. Whoever only lists versions changes nothing.
  package func noteItem(at path: FilePath) {
    let path = resolvedPath(ofItem: path)
    guard let status = (try? store.statusIfPresent(of: FileLocation(path))) ?? nil else { return }
    for root in roots(for: path, device: status.device) {
      let own = root.appending(Self.key(of: path))
      guard let folder = folder(at: own) else { continue }
      if !folder.item.isOf(status) {
        // It may have been moved here, over another one.
        let moved = (try? foldersOfMoved(status, in: root, except: own)) ?? []
        for other in moved { adopt(other, as: own) }
      }
      try? note(path, status, in: own)
    }
  }

  /// Notes which item a directory of versions belongs to now, as every save makes another.
  func note(_ path: FilePath, _ status: FileStatus, in folder: FilePath) throws(FileStoreError) {
    let record = ItemRecord(path: path, status)
    guard self.folder(at: folder)?.item != record else { return }
    try replaceFile(record.encoded, at: folder.appending(ItemRecord.name))
  }
}
