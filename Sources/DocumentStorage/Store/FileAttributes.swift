public import SystemPackage
public import UTIPlatform

/// Attributes that a save gives the new item before it takes the place of the old one.
///
/// What is nil or absent here comes from the item that is replaced, or, for a new item, from
/// whoever wrote it.
public struct FileAttributes: Hashable, Sendable {
  /// The permissions.
  public var permissions: FilePermissions?
  /// The owner's number.
  public var owner: UInt32?
  /// The group's number.
  public var group: UInt32?
  /// The time of the last modification of the contents.
  public var modificationTime: FileTime?
  /// Extended attributes by name, such as `user.mime_type`; an empty value counts as a value.
  public var extendedAttributes: [String: [UInt8]]

  /// Makes attributes.
  ///
  /// - Parameters:
  ///   - permissions: the permissions.
  ///   - owner: the owner's number.
  ///   - group: the group's number.
  ///   - modificationTime: when the contents were last modified.
  ///   - extendedAttributes: extended attributes by name.
  public init(
    permissions: FilePermissions? = nil, owner: UInt32? = nil, group: UInt32? = nil,
    modificationTime: FileTime? = nil, extendedAttributes: [String: [UInt8]] = [:]
  ) {
    self.permissions = permissions
    self.owner = owner
    self.group = group
    self.modificationTime = modificationTime
    self.extendedAttributes = extendedAttributes
  }
}
