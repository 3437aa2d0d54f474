internal import TypeGraph

extension TypeDetector {
  static var unknownMIMEType: String { "application/octet-stream" }

  /// The type that a MIME name stands for in any source.
  func type(mimeName: String) -> TypeIndex? { image.type(anyMIMEName: mimeName) }

  /// A finding about a type of the registry.
  func finding(
    _ type: TypeIndex, _ basis: Verdict.Basis, _ confidence: Verdict.Confidence,
    evidence: [Evidence]
  ) -> Finding {
    let grounds = evidence.map { Ground.stated($0) }
    return Finding(
      type, basis, confidence, on: grounds.first ?? .nothing, and: Array(grounds.dropFirst()))
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
      nil, basis, confidence, identifier: MIMEName(mimeName)?.derivedIdentifier ?? .data,
      mimeType: mimeName, on: evidence.first.map { .stated($0) } ?? .nothing)
  }

  /// The finding that there is nothing to go by.
  func unknown(_ names: NameFindings = NameFindings(), evidence: [Evidence] = []) -> Finding {
    Finding(
      known.data, .none, .guess, undeclaredExtension: names.unknownExtension,
      on: evidence.first.map { .stated($0) } ?? .nothing)
  }

  /// The finding that the file system settles the type.
  func finding(_ kind: FileKind) -> Finding? {
    guard let answer = kind.answer else { return nil }
    return Finding(
      image.type(identifier: answer.type), .kind, .certain, identifier: answer.type,
      mimeType: answer.mimeType,
      on: .stated(Evidence(.kind, .words("its kind, " + answer.words), type: answer.type)))
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
      || image.hasAncestor(of: type, in: .freedesktop) { image.hasMagicRule($0) }
  }
}

extension RegistryImage {
  /// The type that a MIME name stands for in any source, shared-mime-info first.
  func type(anyMIMEName name: String) -> TypeIndex? {
    type(mimeName: name)
      ?? firstType(with: Tag(tagClass: .mimeType, value: name), conformingTo: nil, in: .merged)
  }
}
