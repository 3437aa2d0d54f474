internal import Foundation
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIPlatform

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
      attributes.permissions = FilePermissions(
        rawValue: CInterop.Mode(number.uint32Value & 0o7777))
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
  /// The bytes of a file in memory that was never on disk and has no attributes to write; nil for any
  /// other item.
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
