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
    let names = nameFindings(name, .unknown, view: view)
    return verdict(
      names.candidates.first.map(unread) ?? unknown(names), others: names.candidates.dropFirst())
  }

  /// A type without a MIME name is not printed as text before its bytes have shown that it is.
  private func unread(_ finding: Finding) -> Finding {
    guard finding.basis == .name, let type = finding.type, !image.hasMIMEName(type),
      finding.mimeType(in: image) == "text/plain"
    else { return finding }
    return Finding(
      type, finding.basis, finding.confidence, mimeType: Self.unknownMIMEType, on: finding.ground,
      and: finding.moreGrounds)
  }

  /// A directory: the package type that its name declares, or else a folder.
  func directoryVerdict(name: String, kind: FileKind, view: GraphView) -> Verdict {
    if kind == .directory,
      let package = nameFindings(name, .directory, view: view).candidates.first
    {
      return verdict(package, others: finding(.directory).map { [$0] } ?? [])
    }
    return verdict(finding(kind) ?? unknown(), others: [])
  }

  /// The types that a name shows, the best first.
  ///
  /// Extension tags that property lists above the base declare come first, then the globs of
  /// shared-mime-info (rule 4.10), and the base's extension tags where the globs say nothing.
  func nameFindings(_ name: String, _ item: NamedItem, view: GraphView) -> NameFindings {
    let name = Self.lastComponent(of: name)
    let value = Self.filenameExtension(of: name)
    var findings = NameFindings()
    // Most machines have no property list that declares such an extension.
    let tagged = mayBeDeclared(value, view) ? value.map { taggedTypes($0, item) } ?? [] : []
    findings.candidates = tagged.filter { view == .declared || !image.isBase($0) }
      .map { finding($0, value) }
    if findings.candidates.isEmpty, view != .declared, item != .directory {
      var name = String(name)
      findings.candidates = name.withUTF8 { image.globs(matching: $0) }.map {
        Finding(image.type(of: $0), .name, .likely, on: .glob($0))
      }
    }
    if findings.candidates.isEmpty, view != .freedesktop, let value {
      findings.candidates = taggedTypes(value, item).map { finding($0, value) }
    }
    // An extension that is no text cannot be the tag of a type.
    if findings.candidates.isEmpty, !name.unicodeScalars.contains("\u{FFFD}") {
      findings.unknownExtension = value
    }
    return findings
  }

  /// Whether a property list whose word counts before the patterns may declare an extension.
  private func mayBeDeclared(_ value: String?, _ view: GraphView) -> Bool {
    switch view {
    case .merged: value?.utf8.first.map(image.mayDeclareExtension(startingWith:)) ?? false
    case .declared: true
    case .freedesktop: false
    }
  }

  private func finding(_ type: TypeIndex, _ value: String?) -> Finding {
    Finding(type, .name, .likely, on: .tag(type, value: value ?? ""))
  }

  /// The types with an extension tag in a property list that can be the type of such an item.
  private func taggedTypes(_ value: String, _ item: NamedItem) -> [TypeIndex] {
    let tag = Tag(tagClass: .filenameExtension, value: value)
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

  static var slash: UInt8 { UInt8(ascii: "/") }

  /// What stands after the last slash; a slash at the end does not count.
  static func lastComponent(of path: String) -> Substring {
    var path = path[...]
    while path.utf8.count > 1, path.utf8.last == slash { path = path.dropLast() }
    guard let last = path.utf8.lastIndex(of: slash) else { return path }
    return path[path.utf8.index(after: last)...]
  }

  /// What stands after the last period, unless nothing stands before or after it.
  static func filenameExtension(of name: Substring) -> String? {
    guard let period = name.utf8.lastIndex(of: UInt8(ascii: ".")), period > name.startIndex else {
      return nil
    }
    let value = name[name.utf8.index(after: period)...]
    return value.isEmpty ? nil : String(value)
  }
}
