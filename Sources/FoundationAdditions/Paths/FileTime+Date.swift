internal import Foundation
internal import SystemPackage
internal import UTIDocumentStorage
package import UTIPlatform

extension FileTime {
  /// The time as a Foundation date.
  package var date: Date {
    Date(timeIntervalSince1970: TimeInterval(seconds) + TimeInterval(nanoseconds) / 1e9)
  }

  /// Creates the time of a date.
  package init(of date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    let rest = (date.timeIntervalSince1970 - seconds) * 1e9
    self.init(
      seconds: Int64(exactly: seconds) ?? 0, nanoseconds: UInt32(min(max(rest, 0), 999_999_999)))
  }
}

extension FileAttributes {
  /// Creates attributes from the `FileManager` attributes that a new item can have.
  ///
  /// Other attributes describe an item and cannot be set: its size, its number, and whether its
  /// extension is hidden (rule E13).
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
