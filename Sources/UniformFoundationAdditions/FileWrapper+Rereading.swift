internal import Foundation
internal import SystemPackage
package import UTIDocumentStorage
internal import UTIFoundationBridge
internal import UTIPlatform

extension FileWrapper {
  func reread(_ url: URL, _ options: ReadingOptions) throws {
    let limits = origins.first?.root.limits ?? Limits()
    let store = origins.first?.root.store ?? SystemFileStore()
    let fresh = try FileWrapper(tree: Self.tree(at: url, options, limits, store), options)
    try prepare(toBecome: fresh)
    become(fresh)
  }

  /// Reads all data for a merge with another wrapper, so that the merge cannot fail.
  private func prepare(toBecome fresh: FileWrapper) throws {
    guard case .directory(let children) = content, fresh.isDirectory else { return }
    let others = try fresh.children()
    for (key, child) in children {
      if let other = others[key] { try child.prepare(toBecome: other) }
    }
  }

  /// Takes the state of another wrapper; children with the same key stay the same objects.
  private func become(_ fresh: FileWrapper) {
    let old = content
    if case .directory(let children) = old {
      for child in children.values { child.parents.removeAll { $0.wrapper === self } }
    }
    let isSame = fresh.origins.first.map { new in
      origins.first?.hasContents(of: new.status) ?? false
    }
    filename = fresh.filename
    preferredName = fresh.preferredName
    nameOnDisk = fresh.nameOnDisk
    origins = fresh.origins
    givenAttributes = nil
    keptAttributes = FileAttributes()
    switch (old, fresh.content) {
    case (.directory(let children), .directory(let others)):
      var merged = others
      for (key, child) in children {
        guard let other = others[key] else { continue }
        child.become(other)
        merged[key] = child
      }
      content = .directory(merged)
      joinChildren()
    case (.regularFile(let bytes?), .regularFile(nil)) where isSame == true:
      // Contents that were read and have not changed are kept.
      content = .regularFile(bytes)
    default:
      content = fresh.content
      joinChildren()
    }
  }
}

extension FileAttributes {
  /// Other attributes cannot be set: the size, the number, and whether the extension is hidden
  /// (rule E13).
  package init(_ attributes: [AnyHashable: Any]) {
    func value<Value>(_ key: FileAttributeKey, as type: Value.Type) -> Value? {
      (attributes[key] ?? attributes[key.rawValue]) as? Value
    }
    self.init(
      permissions: value(.posixPermissions, as: NSNumber.self).map {
        FilePermissions(rawValue: CInterop.Mode($0.uint32Value & 0o7777))
      },
      owner: value(.ownerAccountID, as: NSNumber.self)?.uint32Value,
      group: value(.groupOwnerAccountID, as: NSNumber.self)?.uint32Value,
      modificationTime: value(.modificationDate, as: Date.self).map(FileTime.init(of:)),
      extendedAttributes: (attributes["NSFileExtendedAttributes"] as? [String: Data] ?? [:])
        .mapValues(Array.init))
  }
}

extension FileStore {
  /// Returns whether an item exists, even if it is a symbolic link without a destination.
  package func exists(_ url: URL) -> Bool {
    guard let path = try? FilePath(of: url) else { return false }
    return exists(FileLocation(path))
  }
}

extension FileWrapper {
  var attributesOnDisk: [String: Any] {
    let type: FileAttributeType =
      isDirectory ? .typeDirectory : isSymbolicLink ? .typeSymbolicLink : .typeRegular
    var attributes: [FileAttributeKey: Any] = [.type: type]
    if let status = origins.first?.status {
      attributes[.size] = Int(status.size)
      attributes[.posixPermissions] = Int(status.permissions.rawValue)
      attributes[.modificationDate] = Date(status.modified)
      attributes[.creationDate] = status.created.map { Date($0) }
      attributes[.ownerAccountID] = Int(status.owner)
      attributes[.groupOwnerAccountID] = Int(status.group)
      attributes[.systemNumber] = Int(truncatingIfNeeded: status.device)
      attributes[.systemFileNumber] = Int(truncatingIfNeeded: status.inode)
      attributes[.referenceCount] = Int(truncatingIfNeeded: status.linkCount)
    } else if case .regularFile(let bytes?) = content {
      attributes[.size] = bytes.count
    }
    if let permissions = keptAttributes.permissions {
      attributes[.posixPermissions] = Int(permissions.rawValue)
    }
    if let time = keptAttributes.modificationTime { attributes[.modificationDate] = Date(time) }
    return Dictionary(uniqueKeysWithValues: attributes.map { ($0.rawValue, $1) })
  }

  /// The settable attributes that differ from disk.
  var attributesToWrite: FileAttributes {
    guard let givenAttributes else { return keptAttributes }
    var attributes = FileAttributes()
    if let number = givenAttributes[FileAttributeKey.posixPermissions.rawValue] as? NSNumber {
      attributes.permissions = FilePermissions(rawValue: CInterop.Mode(number.uint32Value & 0o7777))
    }
    let status = origins.first?.status
    if let date = givenAttributes[FileAttributeKey.modificationDate.rawValue] as? Date {
      // A date is less precise than a file time, so an unchanged date is recognised by its own
      // precision.
      let isUnchanged = status.map { Date($0.modified) == date } ?? false
      attributes.modificationTime = isUnchanged ? nil : FileTime(date)
    }
    return attributes
  }
}

extension FileWrapper {
  /// Nil for an item that was on disk or has attributes to write.
  package var newFileContents: Data? {
    guard case .regularFile(let bytes?) = content, origins.isEmpty,
      attributesToWrite == FileAttributes()
    else { return nil }
    return bytes
  }
}

extension Date {
  fileprivate init(_ time: FileTime) {
    self.init(
      timeIntervalSince1970: TimeInterval(time.seconds) + TimeInterval(time.nanoseconds) / 1e9)
  }
}

extension FileTime {
  fileprivate init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    let rest = (date.timeIntervalSince1970 - seconds) * 1e9
    self.init(
      seconds: Int64(exactly: seconds) ?? 0, nanoseconds: UInt32(min(max(rest, 0), 999_999_999)))
  }
}
