internal import SystemPackage
internal import UTIPlatform

extension Save {
  /// Rejects special files, immutable items, and items without any write permission.
  func refuseWhatMayNotBeWritten() throws {
    guard let status = target.status, operation != .create else { return }
    guard status.kind == .regular || status.kind == .directory else {
      throw SafeWritingError(.specialFile, path: given)
    }
    if status.isImmutable || status.isAppendOnly {
      throw SafeWritingError(.immutable, path: given)
    }
    // The superuser may write everything, but a file without any write permission is respected.
    let anybody: FilePermissions = [.ownerWrite, .groupWrite, .otherWrite]
    guard !status.permissions.isDisjoint(with: anybody) else {
      throw SafeWritingError(.notWritable, path: given)
    }
    do {
      try store.checkWriteAccess(to: target.location)
    } catch {
      guard [.permissionDenied, .notPermitted].contains(error.errno) else { throw error }
      throw SafeWritingError(.notWritable, path: given, failure: error)
    }
  }

  /// `status` is nil to read it.
  func lookAtOriginal(_ status: FileStatus? = nil) throws {
    guard let status, status.kind != .directory else {
      return try check(identityOfOriginal(knowing: shared))
    }
    try check(FileIdentity(status))
  }

  /// Files of a package with the expected inode numbers count as expected; the check before the
  /// commit reads each file that the new package does not share.
  func takeOriginal() throws {
    guard let status = target.status, status.kind != .directory else {
      return try check(identityOfOriginal(knowing: expected))
    }
    try check(FileIdentity(status))
  }

  private func check(_ identity: FileIdentity?) throws {
    original = identity
    switch (operation, original) {
    case (.create, .some):
      throw SafeWritingError(.alreadyExists, path: given)
    case (.create, nil) where target.isLink:
      throw SafeWritingError(.alreadyExists, path: given)
    case (.overwrite, nil):
      throw SafeWritingError(.vanished, path: given)
    default: break
    }
    guard let expected, let original else { return }
    if try !isAsExpected(original, expected) {
      throw SafeWritingError(.changedOnDisk, path: given)
    }
  }

  /// Returns whether the new item has changed: it takes over new children of a package.
  ///
  /// `locked` is the status of the old item, which may be another one, under the lock; nil to read
  /// it.
  func lookAgain(_ leaf: FileLocation, knowing locked: FileStatus?) throws -> Bool {
    let first = original
    try lookAtOriginal(locked)
    if expected == nil, let original {
      guard let first else { throw SafeWritingError(.alreadyExists, path: given) }
      guard try isAsExpected(original, first) else {
        throw SafeWritingError(.changedOnDisk, path: given)
      }
    }
    guard let first, let original, !first.hasSameFingerprint(as: original) else { return false }
    for child in takenOver { try store.removeTree(at: child) }
    takenOver = []
    try takeOverForeignChildren(to: leaf, knowing: expected ?? first)
    return true
  }

  private func identityOfOriginal(
    knowing known: FileIdentity?
  ) throws(FileStoreError) -> FileIdentity? {
    do throws(FileStoreError) {
      return try FileIdentity(of: target.location, in: store, knowing: known)
    } catch  where error.errno == .noSuchFileOrDirectory {
      return nil
    }
  }

  private func isAsExpected(
    _ current: FileIdentity, _ expected: FileIdentity
  ) throws(FileStoreError) -> Bool {
    try expected.isSameContents(as: current, at: target.location, in: store)
  }

  /// The directory is next to the item, or else in the package or in a directory of the user.
  func makeSavingDirectory() throws -> SavingDirectory {
    let fingerprint = original?.fingerprint
    let isPackage = original?.kind == .directory
    if isPackage, options.overwritesInPlace, target.status?.isMountPoint == true {
      return try makeSavingDirectoryInside(fingerprint)
    }
    do {
      return try SavingDirectory(
        .beside, in: target.directory, path: target.directoryPath, fingerprint: fingerprint,
        store: store)
    } catch {
      let refusals: Set<Errno> = [.permissionDenied, .notPermitted, .readOnlyFileSystem]
      guard original != nil, options.overwritesInPlace, refusals.contains(error.errno) else {
        throw error
      }
      refusal = error.errno
      if isPackage { return try makeSavingDirectoryInside(fingerprint) }
      guard let directory = makeSavingDirectoryElsewhere(fingerprint) else { throw error }
      return directory
    }
  }

  private func makeSavingDirectoryInside(_ fingerprint: UInt64?) throws -> SavingDirectory {
    let package = try store.open(target.location, for: .reading)
    return try SavingDirectory(
      .inside, in: package, path: target.path, fingerprint: fingerprint, store: store)
  }

  /// Nil if no recovery directory is usable.
  private func makeSavingDirectoryElsewhere(_ fingerprint: UInt64?) -> SavingDirectory? {
    for path in options.recoveryDirectories {
      if let directory = try? makeSavingDirectory(fingerprint, elsewhere: path) {
        return directory
      }
    }
    return nil
  }

  private func makeSavingDirectory(
    _ fingerprint: UInt64?, elsewhere path: FilePath
  ) throws -> SavingDirectory? {
    try store.makePrivateDirectory(path, synchronizes: options.synchronizes)
    let parent = try store.open(FileLocation(path.appending(".")), for: .reading)
    do {
      let directory = try SavingDirectory(
        .elsewhere, in: parent, path: path, fingerprint: fingerprint, store: store)
      do {
        try store.createSymbolicLink(
          at: directory.location(of: .target, beside: target.name), to: target.absolutePath)
        return directory
      } catch {
        try? store.removeDirectory(at: directory.location)
        directory.close(in: store)
        throw error
      }
    } catch {
      try? store.close(parent)
      throw error
    }
  }

  /// The directories are in the saving directory, so that they appear together with the item.
  func makeMissingDirectories(in item: FileLocation) throws {
    var location = item
    for name in target.pathBelowName.components {
      try store.createDirectory(at: location, permissions: FilePermissions(rawValue: 0o777))
      location = location.appending(name)
    }
  }

  /// The children were added since the package was read, or are pipes, sockets and devices; `known`
  /// is the old package as the caller knows it; nil for its present state.
  func takeOverForeignChildren(to item: FileLocation, knowing known: FileIdentity?) throws {
    // A file cannot hold them.
    guard options.keepsForeignChildren, let original, original.kind == .directory,
      try store.status(of: item).kind == .directory
    else { return }
    try takeOver(from: target.location, original, knowing: known ?? original, to: item)
  }

  private func takeOver(
    from old: FileLocation, _ identity: FileIdentity, knowing known: FileIdentity,
    to new: FileLocation
  ) throws {
    for (name, child) in identity.children ?? [:] {
      let knownChild = known.children?[name]
      let isForeign = child.kind.isSpecial || knownChild?.kind.isSpecial ?? true
      guard isForeign || child.kind == .directory else { continue }
      let source = old.appending(name)
      let destination = new.appending(name)
      let present = try store.statusIfPresent(of: destination)
      if isForeign, present == nil {
        try linkIfPresent(source, to: destination)
      } else if !isForeign, let knownChild, present?.kind == .directory {
        try takeOver(from: source, child, knowing: knownChild, to: destination)
      }
    }
  }

  private func linkIfPresent(_ source: FileLocation, to destination: FileLocation) throws {
    do throws(FileStoreError) {
      try store.linkTree(from: source, to: destination)
      takenOver.append(destination)
    } catch  where error.errno == .noSuchFileOrDirectory {
      // Programs remove their sockets and swap files at any time.
      guard try store.statusIfPresent(of: source) == nil else { throw error }
    }
  }
}

/// The names of extended attributes with special rules.
private enum AttributeName {
  static let accessControlList = "system.posix_acl_access"
  /// Attributes that vouch for the old contents, or grant the right to run them with privileges.
  static let boundToContents: Set = ["security.capability", "security.ima", "security.evm"]
}

extension Save {
  /// Gives the old item's, then the requested ones; if the system refuses one, the new item is
  /// never accessible to a user without access to the old one.
  func giveAttributes(to item: FileLocation, _ status: FileStatus) throws {
    let file = try store.open(item, for: .reading)
    opened.new = file
    if let old = target.status, original != nil {
      let attributes = try extendedAttributesOfOriginal()
      let present = Set(try store.extendedAttributeNames(of: file))
      let permissions = try giveOwner(of: old, to: file, status)
      let list = attributes[AttributeName.accessControlList]
      // A change of the owner clears permissions.
      let hasAccess =
        list == nil && !present.contains(AttributeName.accessControlList)
        && status.permissions == permissions && status.owner == old.owner
        && status.group == old.group
      if !hasAccess { try giveAccess(permissions, list, to: file, with: present) }
      try give(attributes, to: file, with: present)
    }
    try giveExplicitAttributes(to: file)
    giveExactTime(to: file, status)
    if options.synchronizes, isSynchronizedWithAttributes(status) { try flush(file) }
  }

  /// Gives nanoseconds: file systems record the last clock tick and reuse inode numbers, so a file
  /// with the same number, size and times could replace another one unnoticed.
  func giveExactTime(to file: FileDescriptor, _ status: FileStatus) {
    let now = FileTime.now
    guard status.kind == .regular, attributes.modificationTime == nil, status.modified <= now,
      // The writer of the item may have set an old time on purpose.
      now.seconds - status.modified.seconds <= 1
    else { return }
    try? store.setModificationTime(now, of: file)
  }

  /// True if the new item is one file, flushed with its attributes.
  func isSynchronizedWithAttributes(_ status: FileStatus) -> Bool {
    status.kind == .regular && target.pathBelowName.isEmpty
  }

  func giveExplicitAttributes(to file: FileDescriptor) throws(FileStoreError) {
    if attributes.owner != nil || attributes.group != nil {
      try store.setOwner(attributes.owner, group: attributes.group, of: file)
    }
    if let permissions = attributes.permissions {
      try store.setPermissions(permissions, of: file)
    }
    for (name, value) in attributes.extendedAttributes {
      try store.setExtendedAttribute(name, to: value, of: file)
    }
    if let time = attributes.modificationTime {
      try store.setModificationTime(time, of: file)
    }
  }

  private func extendedAttributesOfOriginal() throws(FileStoreError) -> [String: [UInt8]] {
    do throws(FileStoreError) {
      let old = try store.open(target.location, for: .reading)
      opened.original = old
      var attributes: [String: [UInt8]] = [:]
      for name in try store.extendedAttributeNames(of: old) {
        attributes[name] = try store.extendedAttribute(name, of: old)
      }
      return attributes
    } catch  where error.errno == .permissionDenied {
      // A file that is writable but not readable hides them.
      lostAttributes.insert(.extendedAttributes)
      return [:]
    }
  }

  /// Returns the permissions that the new item may have.
  private func giveOwner(
    of old: FileStatus, to file: FileDescriptor, _ new: FileStatus
  ) throws(FileStoreError) -> FilePermissions {
    var permissions = old.permissions.converted(from: old.kind, to: new.kind)
    if new.owner != old.owner,
      try !changes(
        .owner,
        { () throws(FileStoreError) in
          try store.setOwner(old.owner, group: nil, of: file)
        })
    {
      permissions.subtract([.setUserID, .setGroupID])
    }
    if new.group != old.group,
      try !changes(
        .group,
        { () throws(FileStoreError) in
          try store.setOwner(nil, group: old.group, of: file)
        })
    {
      permissions = permissions.withoutGroup
    }
    return permissions
  }

  /// Gives access only to the owner if the list cannot be set, because it may deny access to
  /// others.
  private func giveAccess(
    _ permissions: FilePermissions, _ list: [UInt8]?, to file: FileDescriptor,
    with present: Set<String>
  ) throws(FileStoreError) {
    // An inherited list could grant access to users without access to the old item.
    if present.contains(AttributeName.accessControlList) {
      try store.removeExtendedAttribute(AttributeName.accessControlList, of: file)
    }
    guard let list else { return try store.setPermissions(permissions, of: file) }
    try store.setPermissions(permissions.intersection(.ownerReadWriteExecute), of: file)
    guard !lostAttributes.contains(.group) else {
      lostAttributes.insert(.accessControlList)
      return
    }
    let isSet = try changes(.accessControlList) { () throws(FileStoreError) in
      try store.setExtendedAttribute(AttributeName.accessControlList, to: list, of: file)
    }
    // Setting the list also sets the permissions, except for the bits above them.
    if isSet { try store.setPermissions(permissions, of: file) }
  }

  private func give(
    _ attributes: [String: [UInt8]], to file: FileDescriptor, with present: Set<String>
  ) throws(FileStoreError) {
    for (name, value) in attributes
    where name != AttributeName.accessControlList
      && !AttributeName.boundToContents.contains(name)
      // The new item's own attributes are more specific, but system labels depend on the place.
      && (!present.contains(name) || name.hasPrefix("security."))
    {
      _ = try changes(.extendedAttributes) { () throws(FileStoreError) in
        try store.setExtendedAttribute(name, to: value, of: file)
      }
    }
  }

  /// Records a refusal and returns false then.
  private func changes(
    _ attribute: SaveOutcome.Attribute, _ body: () throws(FileStoreError) -> Void
  ) throws(FileStoreError) -> Bool {
    let refusals: Set<Errno> = [
      .notPermitted, .permissionDenied, .notSupported, .invalidArgument, .noSpace,
      .diskQuotaExceeded, .argListTooLong, .outOfRange,
    ]
    do throws(FileStoreError) {
      try body()
      return true
    } catch  where refusals.contains(error.errno) {
      lostAttributes.insert(attribute)
      return false
    }
  }
}

extension FilePermissions {
  /// The group and others keep only the permissions that both had, so that no user has more access
  /// than before the change of group.
  var withoutGroup: FilePermissions {
    let both = (rawValue >> 3) & rawValue & 0o7
    return FilePermissions(rawValue: rawValue & 0o1700 | both << 3 | both)
  }

  /// Converts the permissions of a file for a directory in its place, or the reverse.
  func converted(from old: FileKind, to new: FileKind) -> FilePermissions {
    switch (old, new) {
    case (.regular, .directory):
      // Read permission of a file becomes search permission of the directory.
      FilePermissions(rawValue: rawValue & 0o777 | (rawValue & 0o444) >> 2)
    case (.directory, .regular):
      FilePermissions(rawValue: rawValue & 0o666)
    default: self
    }
  }
}
