/// A supertype for MIME types of one kind: one dictionary of `UTKindDeclarations`.
///
/// shared-mime-info describes the bytes of a type (a qcow2 file is a stream of bytes) and not its
/// purpose (a disk image). A kind adds the purpose to types that it selects by name or by generic
/// icon. It applies only to types without a declaration, whichever database describes them.
public struct KindDeclaration: Hashable, Sendable {
  /// The uniform type that the members conform to.
  public var identifier: TypeIdentifier
  /// The place of the declaration.
  public var position: SourcePosition
  /// The reason for the membership.
  public var reason: String?
  /// The members by name or alias, in order.
  ///
  /// A type that a kind names has no kinds by its icon.
  public var mimeTypes: [Located<MIMEName>]
  /// Generic icons whose types are members, in order.
  public var genericIcons: [Located<String>]
  /// Types that are not members whatever their icon is, with their subtypes, in order.
  public var exceptions: [Located<MIMEName>]

  /// Makes a kind.
  ///
  /// - Parameters:
  ///   - identifier: the uniform type that the members conform to.
  ///   - position: the place of the declaration.
  ///   - reason: the reason for the membership.
  ///   - mimeTypes: the members by name or alias.
  ///   - genericIcons: generic icons whose types are members.
  ///   - exceptions: types that are not members whatever their icon is, with their subtypes.
  public init(
    identifier: TypeIdentifier, position: SourcePosition, reason: String? = nil,
    mimeTypes: [Located<MIMEName>] = [], genericIcons: [Located<String>] = [],
    exceptions: [Located<MIMEName>] = []
  ) {
    self.identifier = identifier
    self.position = position
    self.reason = reason
    self.mimeTypes = mimeTypes
    self.genericIcons = genericIcons
    self.exceptions = exceptions
  }
}
