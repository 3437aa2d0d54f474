internal import SystemPackage
internal import UTIPlatform

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
