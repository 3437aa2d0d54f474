/// A supertype for MIME types of one kind: one dictionary of `UTKindDeclarations`.
///
/// shared-mime-info describes the bytes of a type (a qcow2 file is a stream of bytes) and not its
/// purpose (a disk image). A kind adds the purpose to types that it selects by name or by generic
/// icon. It applies only to types without a declaration, whichever database describes them.
package struct KindDeclaration: Hashable, Sendable {
  /// The uniform type that the members conform to.
  package var identifier: TypeIdentifier
  /// The place of the declaration.
  package var position: SourcePosition
  /// The reason for the membership.
  package var reason: String?
  /// The members by name or alias, in order.
  ///
  /// A type that a kind names has no kinds by its icon.
  package var mimeTypes: [Located<MIMEName>]
  /// Generic icons whose types are members, in order.
  package var genericIcons: [Located<String>]
  /// Types that are not members whatever their icon is, with their subtypes, in order.
  package var exceptions: [Located<MIMEName>]

  package init(
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
