package import TypeGraph

extension TypeDetector {
  /// What kind of item a name is known to belong to.
  enum NamedItem {
    case unknown
    case file
    case directory
  }

  /// The type that a name alone shows.
  ///
  /// - Parameters:
  ///   - name: a name or a path; only its last component counts. A name that ends in a slash is
  ///     that of a directory.
  ///   - isDirectory: whether the item is known to be a directory.
  ///   - view: whose statements count.
  /// - Complexity: O(*n*) in the length of the name, plus the number of full patterns.
  package func verdict(
    forName name: String, isDirectory: Bool = false, view: GraphView = .merged
  ) -> Verdict {
    let isDirectory = isDirectory || name.utf8.last == Self.slash
    if isDirectory { return directoryVerdict(name: name, kind: .directory, view: view) }
    let inquiry = inquiry()
    let names = nameFindings(name, .unknown, view: view, in: inquiry)
    inquiry.named = names.candidates
    let best =
      names.candidates.first.map { unread($0, in: inquiry) }
      ?? unknown(names.unknownExtension, in: inquiry)
    return Verdict(best, of: inquiry)
  }

  /// A type without a MIME name is not printed as text before its bytes have shown that it is.
  private func unread(_ finding: Finding, in inquiry: Inquiry) -> Finding {
    guard finding.basis == .name, let type = finding.type, !image.hasMIMEName(type),
      inquiry.mimeType(of: finding) == "text/plain"
    else { return finding }
    return inquiry.finding(finding, printedAs: Self.unknownMIMEType)
  }

  /// A directory: the package type that its name declares, or else a folder.
  func directoryVerdict(name: String, kind: FileKind, view: GraphView) -> Verdict {
    let inquiry = inquiry()
    let known = finding(kind, in: inquiry)
    if kind == .directory,
      let package = nameFindings(name, .directory, view: view, in: inquiry).candidates.first
    {
      inquiry.named = known.map { [$0] } ?? []
      return Verdict(package, of: inquiry)
    }
    return Verdict(known ?? unknown(in: inquiry), of: inquiry)
  }

  /// The types that a name shows, the best first.
  ///
  /// Extension tags that property lists above the base declare come first, then the globs of
  /// shared-mime-info (rule 4.10), and the base's extension tags where the globs say nothing.
  func nameFindings(
    _ name: String, _ item: NamedItem, view: GraphView, in inquiry: Inquiry
  ) -> NameFindings {
    var bytes = name
    var findings = bytes.withUTF8 { nameFindings(ItemName($0), item, view: view, in: inquiry) }
    findings.name = name
    return findings
  }

  /// The types that the patterns of the base show for a name, the best first, whatever other sources
  /// say of it.
  func baseFindings(_ name: String, in inquiry: Inquiry) -> [Finding] {
    var name = name
    return name.withUTF8 { image.baseGlobs(matching: ItemName($0).bytes) }
      .map { finding($0, in: inquiry) }
  }

  private func finding(_ glob: GlobIndex, in inquiry: Inquiry) -> Finding {
    inquiry.finding(image.type(of: glob), .name, .likely, on: .glob(glob))
  }

  private func nameFindings(
    _ name: ItemName, _ item: NamedItem, view: GraphView, in inquiry: Inquiry
  ) -> NameFindings {
    var findings = NameFindings()
    // Most machines have no property list that declares such an extension.
    if let ending = name.ending, mayBeDeclared(ending, view) {
      let tagged = taggedTypes(ending, item).filter { view == .declared || !image.isBase($0) }
      findings.candidates = tagged.map { finding($0, ending, in: inquiry) }
    }
    if findings.candidates.isEmpty, view != .declared, item != .directory {
      image.forEachGlob(matching: name.bytes) { glob in
        findings.candidates.append(finding(glob, in: inquiry))
      }
    }
    guard findings.candidates.isEmpty, let ending = name.ending else { return findings }
    if view != .freedesktop {
      findings.candidates = taggedTypes(ending, item).map { finding($0, ending, in: inquiry) }
    }
    // An extension that is no text cannot be the tag of a type.
    if findings.candidates.isEmpty,
      !Self.text(name.bytes).unicodeScalars.contains("\u{FFFD}")
    {
      findings.unknownExtension = Self.text(ending)
    }
    return findings
  }

  /// Whether a property list whose word counts before the patterns may declare an extension.
  private func mayBeDeclared(_ value: UnsafeBufferPointer<UInt8>, _ view: GraphView) -> Bool {
    switch view {
    case .merged: value.first.map(image.mayDeclareExtension(startingWith:)) ?? false
    case .declared: true
    case .freedesktop: false
    }
  }

  private func finding(
    _ type: TypeIndex, _ value: UnsafeBufferPointer<UInt8>, in inquiry: Inquiry
  ) -> Finding {
    inquiry.finding(type, .name, .likely, on: .tag(type, value: Self.text(value)))
  }

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// The types with an extension tag in a property list that can be the type of such an item.
  private func taggedTypes(
    _ value: UnsafeBufferPointer<UInt8>, _ item: NamedItem
  ) -> [TypeIndex] {
    guard image.hasExtension(value) else { return [] }
    let tag = Tag(tagClass: .filenameExtension, value: Self.text(value))
    guard tag.isValid else { return [] }
    let types = image.types(with: tag, in: .declared).filter(image.isDeclared)
    switch item {
    case .directory:
      return types.filter { conforms($0, known.package) }
    case .file:
      return types.filter { !conforms($0, known.directory) }
    case .unknown:
      return types.filter { !conforms($0, known.directory) }
        + types.filter { conforms($0, known.directory) }
    }
  }

  private func conforms(_ type: TypeIndex, _ other: TypeIndex?) -> Bool {
    other.map { image.conforms(type, to: $0, in: .declared) } ?? false
  }

  static var slash: UInt8 { ItemName.slash }
}
