public import SystemPackage
public import UTIPlatform

/// Attributes that a save sets on the new item before it replaces the old one.
///
/// Attributes that are nil or absent come from the replaced item. For a new item, they are those
/// that its writer set.
public struct FileAttributes: Hashable, Sendable {
  /// The permissions.
  public var permissions: FilePermissions?
  /// The user identifier of the owner.
  public var owner: UInt32?
  /// The identifier of the group.
  public var group: UInt32?
  /// The time of the last modification of the contents.
  public var modificationTime: FileTime?
  /// Extended attributes by name, such as `user.mime_type`; an empty value counts as a value.
  public var extendedAttributes: [String: [UInt8]]

  /// Creates attributes.
  ///
  /// - Parameters:
  ///   - permissions: the permissions.
  ///   - owner: the user identifier of the owner.
  ///   - group: the identifier of the group.
  ///   - modificationTime: the time of the last change of the contents.
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
