internal import TypeGraph
internal import UTIPlatform

extension TypeDetector {
  static var unknownMIMEType: String { "application/octet-stream" }

  /// The type that a MIME name stands for in any source.
  func type(mimeName: String) -> TypeIndex? { image.type(anyMIMEName: mimeName) }

  /// What is to be found out about an item.
  func inquiry() -> Inquiry {
    Inquiry(image, data: known.data, alternativeLimit: limits.alternativeCount)
  }

  /// A finding about a MIME type, which the registry need not know.
  func finding(
    mimeName: String, _ basis: Verdict.Basis, _ strength: Strength, on ground: Ground,
    in inquiry: inout Inquiry
  ) -> Finding {
    if let type = type(mimeName: mimeName) {
      return inquiry.finding(type, basis, strength, on: ground)
    }
    return inquiry.finding(
      nil, basis, strength, on: ground,
      called: Inquiry.Naming(
        identifier: MIMEName(mimeName)?.derivedIdentifier ?? .data, mimeType: mimeName))
  }

  /// The finding that there is nothing to go by.
  ///
  /// An extension that nobody declares still tells such items from others.
  func unknown(on ground: Ground? = nil, in inquiry: inout Inquiry) -> Finding {
    inquiry.finding(
      known.data, .none, .none, on: ground,
      called: inquiry.names.unknownExtension.map { Inquiry.Naming(undeclaredExtension: $0) })
  }

  /// The finding that the file system settles the type.
  func finding(
    _ kind: FileKind, isMountPoint: Bool = false, in inquiry: inout Inquiry
  ) -> Finding? {
    guard let answer = kind.answer(isMountPoint: isMountPoint) else { return nil }
    return inquiry.finding(
      image.type(identifier: answer.type), .kind, .inside,
      on: .stated(Evidence(.kind, .words("its kind, " + answer.words), type: answer.type)),
      called: Inquiry.Naming(identifier: answer.type, mimeType: answer.mimeType))
  }

  /// Whether a type, or one it is a kind of, is recognised by a signature.
  func hasSignature(_ type: TypeIndex) -> Bool {
    // A property list that names other parents leaves out those of the database.
    image.hasMagicRule(type)
      || image.hasAncestor(of: type, in: .freedesktop) { image.hasMagicRule($0) }
      || image.hasAncestor(of: type, in: .merged) { image.hasMagicRule($0) }
  }
}

extension RegistryImage {
  /// The type that a MIME name stands for in any source, shared-mime-info first.
  func type(anyMIMEName name: String) -> TypeIndex? {
    type(mimeName: name)
      ?? firstType(with: Tag(tagClass: .mimeType, value: name), conformingTo: nil, in: .merged)
  }
}
