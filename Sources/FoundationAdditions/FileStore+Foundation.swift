internal import Foundation
internal import SystemPackage
package import UTIDocumentStorage
internal import UTIFoundationBridge
internal import UTIPlatform

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

extension FileStore {
  /// Returns whether an item exists, even if it is a symbolic link without a destination.
  package func exists(_ url: URL) -> Bool {
    guard let path = try? FilePath(of: url) else { return false }
    return exists(FileLocation(path))
  }
}
