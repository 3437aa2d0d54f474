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
    return verdict(names.candidates.first ?? unknown(names), others: names.candidates.dropFirst())
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
    let tagged = view == .freedesktop ? [] : value.map { taggedTypes($0, item) } ?? []
    findings.candidates = tagged.filter { view == .declared || !image.isBase($0.type) }
      .map(finding)
    if findings.candidates.isEmpty, view != .declared, item != .directory {
      findings.candidates = image.globMatches(String(name)).map(finding)
    }
    if findings.candidates.isEmpty { findings.candidates = tagged.map(finding) }
    if findings.candidates.isEmpty { findings.unknownExtension = value }
    return findings
  }

  private func finding(_ tagged: (type: TypeIndex, tag: String)) -> Finding {
    let origin = image.tags(of: tagged.type).first {
      $0.tag.tagClass == .filenameExtension
        && CaseFolding.unicode($0.tag.value) == CaseFolding.unicode(tagged.tag)
    }?.origin
    return finding(
      tagged.type, .name, .likely,
      evidence: [
        Evidence(
          .name, .tag(tagged.tag), type: image.identifier(of: tagged.type), origin: origin)
      ])
  }

  private func finding(_ match: GlobMatch) -> Finding {
    finding(
      match.type, .name, .likely,
      evidence: [
        Evidence(
          .name, .pattern(match.pattern, weight: match.weight),
          type: image.identifier(of: match.type), origin: match.origin)
      ])
  }

  /// The types with an extension tag in a property list that can be the type of such an item.
  private func taggedTypes(
    _ value: String, _ item: NamedItem
  ) -> [(type: TypeIndex, tag: String)] {
    let tag = Tag(tagClass: .filenameExtension, value: value)
    guard tag.isValid else { return [] }
    let package = image.type(identifier: .package)
    let directory = image.type(identifier: .directory)
    func conforms(_ type: TypeIndex, _ other: TypeIndex?) -> Bool {
      other.map { image.conforms(type, to: $0, in: .declared) } ?? false
    }
    let types = image.types(with: tag, in: .declared).filter(image.isDeclared)
    switch item {
    case .directory:
      return types.filter { conforms($0, package) }.map { ($0, value) }
    case .file:
      return types.filter { !conforms($0, directory) }.map { ($0, value) }
    case .unknown:
      let (directories, files) = types.reduce(into: ([TypeIndex](), [TypeIndex]())) { parts, type in
        if conforms(type, directory) { parts.0.append(type) } else { parts.1.append(type) }
      }
      return (files + directories).map { ($0, value) }
    }
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
