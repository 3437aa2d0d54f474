/// What MIME types conform to because of their kind: one dictionary of `UTKindDeclarations`.
///
/// shared-mime-info says what the bytes of a type are (a qcow2 file is a stream of bytes) and not
/// what it is for (a disk image). A kind names the types of which that is known, by their names or
/// by their generic icon. It speaks only of types that no declaration describes, and whichever
/// database describes them.
public struct KindDeclaration: Hashable, Sendable {
  /// The uniform type that the members conform to.
  public var identifier: TypeIdentifier
  /// The place of the declaration.
  public var position: SourcePosition
  /// Why the members are of the kind.
  public var reason: String?
  /// The members by name or alias, in order.
  ///
  /// A type that is named has only kinds that name it.
  public var mimeTypes: [Stated<MIMEName>]
  /// Generic icons whose types are members, in order.
  public var genericIcons: [Stated<String>]
  /// Types that are no members whatever their icon is, nor are the types below them, in order.
  public var exceptions: [Stated<MIMEName>]

  /// Makes a kind.
  ///
  /// - Parameters:
  ///   - identifier: the uniform type that the members conform to.
  ///   - position: the place of the declaration.
  ///   - reason: why the members are of the kind.
  ///   - mimeTypes: the members by name or alias.
  ///   - genericIcons: generic icons whose types are members.
  ///   - exceptions: types that are no members whatever their icon is, nor are those below them.
  public init(
    identifier: TypeIdentifier, position: SourcePosition, reason: String? = nil,
    mimeTypes: [Stated<MIMEName>] = [], genericIcons: [Stated<String>] = [],
    exceptions: [Stated<MIMEName>] = []
  ) {
    self.identifier = identifier
    self.position = position
    self.reason = reason
    self.mimeTypes = mimeTypes
    self.genericIcons = genericIcons
    self.exceptions = exceptions
  }
}
