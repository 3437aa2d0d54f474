internal import TypeGraph

extension TypeDetector {
  static var unknownMIMEType: String { "application/octet-stream" }

  /// The type that a MIME name stands for in any source.
  func type(mimeName: String) -> TypeIndex? {
    image.type(mimeName: mimeName)
      ?? image.firstType(
        with: Tag(tagClass: .mimeType, value: mimeName), conformingTo: nil, in: .merged)
  }

  /// The MIME type to print for a type: its own, or that of the nearest type above it that has one.
  func mimeType(of type: TypeIndex) -> String {
    image.nearestMIMEName(of: type, in: .merged) ?? Self.unknownMIMEType
  }

  /// A finding about a type of the registry.
  func finding(
    _ type: TypeIndex, _ basis: Verdict.Basis, _ confidence: Verdict.Confidence,
    evidence: [Evidence]
  ) -> Finding {
    Finding(
      type: type, identifier: image.identifier(of: type), mimeType: mimeType(of: type),
      basis: basis, confidence: confidence, evidence: evidence)
  }

  /// A finding about a MIME type, which the registry need not know.
  func finding(
    mimeName: String, _ basis: Verdict.Basis, _ confidence: Verdict.Confidence,
    evidence: [Evidence]
  ) -> Finding {
    if let type = type(mimeName: mimeName) {
      return finding(type, basis, confidence, evidence: evidence)
    }
    return Finding(
      type: nil, identifier: MIMEName(mimeName)?.derivedIdentifier ?? .data, mimeType: mimeName,
      basis: basis, confidence: confidence, evidence: evidence)
  }

  /// The finding that there is nothing to go by.
  func unknown(_ names: NameFindings = NameFindings(), evidence: [Evidence] = []) -> Finding {
    let dynamic = names.unknownExtension.map { value in
      DynamicIdentifier(
        tags: [Tag(tagClass: .filenameExtension, value: value)], conformsTo: [.data]
      ).identifier
    }
    return Finding(
      type: image.type(identifier: .data), identifier: dynamic ?? .data,
      mimeType: Self.unknownMIMEType, basis: .none, confidence: .guess, evidence: evidence)
  }

  /// The finding that the file system settles the type.
  func finding(_ kind: FileKind) -> Finding? {
    guard let answer = kind.answer else { return nil }
    return Finding(
      type: image.type(identifier: answer.type), identifier: answer.type,
      mimeType: answer.mimeType, basis: .kind, confidence: .certain,
      evidence: [Evidence(.kind, .words("it is " + answer.words), type: answer.type)])
  }

  /// Whether a type is another or a kind of it.
  ///
  /// Between types that shared-mime-info describes its own word counts, which calls what is stored
  /// in a format a kind of that format; all others are compared in the merged view.
  func refines(_ type: TypeIndex, _ other: TypeIndex) -> Bool {
    let isShared =
      image.isDescribed(type, in: .freedesktop) && image.isDescribed(other, in: .freedesktop)
    return image.conforms(type, to: other, in: isShared ? .freedesktop : .merged)
  }

  /// Whether a type, or one it is a kind of, is recognised by a signature.
  func hasSignature(_ type: TypeIndex) -> Bool {
    image.hasMagicRule(type)
      || image.ancestors(of: type, in: .freedesktop).contains(where: image.hasMagicRule)
  }
}
