internal import SystemPackage
internal import UTIPlatform

/// The result of a commit.
struct Commit {
  let strategy: SaveStrategy
  /// The location of the replaced item; nil if there is none or it was overwritten.
  let displaced: FileLocation?
  /// The identity of an overwritten item right after the write.
  let overwritten: FileIdentity?

  /// True if the item in the target is the old one with new contents.
  var keepsItem: Bool { strategy == .overwriteInPlace || strategy == .replaceChildren }

  init(_ strategy: SaveStrategy, displaced: FileLocation? = nil, overwritten: FileIdentity? = nil) {
    self.strategy = strategy
    self.displaced = displaced
    self.overwritten = overwritten
  }
}

extension Save {
  /// Errors of a file system or kernel without atomic exchange or exclusive rename.
  private static let lacksMode: Set<Errno> = [.invalidArgument, .noFunction, .notSupported]

  /// Puts the new item in place by the safest available method.
  func commit(
    _ item: FileLocation, kind: FileKind, in directory: SavingDirectory
  ) throws -> Commit {
    guard let original else { return try create(item, kind: kind) }
    let keepsItem = original.kind == kind
    switch (directory.place, kind) {
    case (.elsewhere, .regular) where keepsItem, (.inside, .directory) where keepsItem:
      return try replaceContents(item, kind: kind, in: directory)
    case (.elsewhere, _), (.inside, _):
      throw FileStoreError(.rename, path: target.path, errno: refusal ?? .permissionDenied)
    case (.beside, .regular) where keepsItem && mustKeepItem:
      return try replaceContents(item, kind: kind, in: directory)
    case (.beside, _):
      return try exchange(item, kind: kind, in: directory)
    }
  }

  /// True if other names of the file, or a mount on it, must show the new contents.
  private var mustKeepItem: Bool {
    guard let status = target.status, options.overwritesInPlace else { return false }
    return status.isMountPoint || (options.preservesHardLinks && status.linkCount > 1)
  }

  private func create(_ item: FileLocation, kind: FileKind) throws -> Commit {
    let strategy: SaveStrategy
    do throws(FileStoreError) {
      strategy = try store.renameExclusively(item, to: target.location, kind: kind)
    } catch  where error.errno == .fileExists {
      throw SafeWritingError(.alreadyExists, path: given, failure: error)
    }
    takeBack = { [store, target] in try store.rename(target.location, to: item, .replacing) }
    return Commit(strategy)
  }

  private func exchange(
    _ item: FileLocation, kind: FileKind, in directory: SavingDirectory
  ) throws -> Commit {
    let keepsItem = original?.kind == kind
    do throws(FileStoreError) {
      try store.rename(item, to: target.location, .exchanging)
    } catch {
      if Self.lacksMode.contains(error.errno) {
        return keepsItem && kind == .regular
          ? try backUpAndReplace(item, in: directory)
          : try moveAside(item, kind: kind, in: directory)
      }
      if keepsItem, options.overwritesInPlace, Self.forbidsExchange(error.errno) {
        return try replaceContents(item, kind: kind, in: directory)
      }
      guard error.errno == .noSuchFileOrDirectory else { throw error }
      throw SafeWritingError(.vanished, path: given, failure: error)
    }
    if kind == .regular, keepsItem, let status = target.status, status.linkCount > 1 {
      lostAttributes.insert(.otherNames)
    }
    takeBack = { [self] in try exchangeBack(item) }
    return Commit(.exchange, displaced: item)
  }

  /// Does nothing if another process has replaced the new item since: it stays, and recovery
  /// handles the old one.
  private func exchangeBack(_ item: FileLocation) throws(FileStoreError) {
    try store.rename(item, to: target.location, .exchanging)
    if try written?.isSameFile(as: store.status(of: item)) ?? true { return }
    try store.rename(item, to: target.location, .exchanging)
    throw FileStoreError(.rename, path: target.path, errno: .fileExists)
  }

  /// The item is a mount, comes from a lower layer, or belongs to another user in a sticky
  /// directory.
  private static func forbidsExchange(_ errno: Errno) -> Bool {
    [.resourceBusy, .improperLink, .notPermitted, .permissionDenied].contains(errno)
  }

  private func replaceContents(
    _ item: FileLocation, kind: FileKind, in directory: SavingDirectory
  ) throws -> Commit {
    try requireLock()
    keepCopyAsVersion()
    // The old item keeps the attributes that the new one could not get.
    lostAttributes = []
    return kind == .regular
      ? try overwriteInPlace(item, in: directory) : try replaceChildren(item, in: directory)
  }

  /// Gives the old file a second name, then replaces it by the new one.
  private func backUpAndReplace(
    _ item: FileLocation, in directory: SavingDirectory
  ) throws -> Commit {
    try requireLock()
    let backup = directory.location(of: .backup, beside: target.name)
    do throws(FileStoreError) {
      try store.link(target.location, to: backup)
    } catch  where Self.refusesLinks(error.errno) {
      keepCopyAsVersion()
      try store.rename(item, to: target.location, .replacing)
      takeBack = { throw FileStoreError(.rename, path: item.path, errno: .noSuchFileOrDirectory) }
      return Commit(.replace)
    }
    guard try FileIdentity(of: backup, in: store).fingerprint == original?.fingerprint else {
      throw SafeWritingError(.changedOnDisk, path: given)
    }
    try store.rename(item, to: target.location, .replacing)
    takeBack = { [store, target] in
      try store.rename(backup, to: target.location, .replacing)
    }
    return Commit(.backUpAndReplace, displaced: backup)
  }

  private static func refusesLinks(_ errno: Errno) -> Bool {
    SystemFileStore.refusesLinks(errno)
  }

  private func moveAside(
    _ item: FileLocation, kind: FileKind, in directory: SavingDirectory
  ) throws -> Commit {
    let backup = directory.location(of: .backup, beside: target.name)
    try makeRecoverable(directory)
    try store.rename(target.location, to: backup, .replacing)
    takeBack = { [store, target] in
      _ = try store.renameExclusively(backup, to: target.location, kind: .other)
    }
    if try isLinkedIn(item, kind: kind) {
      takeBack = { [store, target] in
        try store.removeFile(at: target.location)
        try store.rename(backup, to: target.location, .replacing)
      }
    } else {
      _ = try store.renameExclusively(item, to: target.location, kind: .other)
      takeBack = { [store, target] in
        try store.rename(target.location, to: item, .replacing)
        try store.rename(backup, to: target.location, .replacing)
      }
    }
    return Commit(.moveAsideAndReplace, displaced: backup)
  }

  /// The first name stays until the second is flushed to disk: if only the second were lost, the
  /// reason for moving the old item away would be unknown.
  private func isLinkedIn(_ item: FileLocation, kind: FileKind) throws -> Bool {
    guard kind == .regular else { return false }
    do {
      try store.link(item, to: target.location)
      return true
    } catch {
      guard Self.refusesLinks(error.errno) else { throw error }
      return false
    }
  }

  /// Flushes a saving directory to disk, with all data that recovery needs.
  func makeRecoverable(_ directory: SavingDirectory) throws {
    guard options.synchronizes else { return }
    try store.synchronizeNames(in: directory.descriptor)
    try store.synchronizeNames(in: directory.parent)
  }
}
