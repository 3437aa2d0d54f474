package import TypeGraph
internal import UTIPlatform

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
    if isDirectory { return directoryVerdict(name: name, view: view) }
    var inquiry = inquiry()
    readName(name, .unknown, view: view, into: &inquiry)
    guard let named = inquiry.names.candidates.first, named.strength > .data else {
      let unknown = unknown(in: &inquiry)
      return Verdict(Answer(unknown, .guess), of: inquiry)
    }
    addClaimants(.unknown, view: view, in: &inquiry)
    let best = unread(named, in: &inquiry)
    return Verdict(
      Answer(best, named.strength < .declaredExtension ? .guess : .likely), of: inquiry)
  }

  /// A type without a MIME name is not printed as text before its bytes have shown that it is.
  private func unread(_ finding: Finding, in inquiry: inout Inquiry) -> Finding {
    guard finding.basis == .name, let type = finding.type, !image.hasMIMEName(type),
      inquiry.mimeType(of: finding) == "text/plain"
    else { return finding }
    return inquiry.finding(finding, printedAs: Self.unknownMIMEType)
  }

  /// A directory: the package type that its name declares, or else a folder.
  func directoryVerdict(name: String, view: GraphView) -> Verdict {
    var inquiry = inquiry()
    readName(name, .directory, view: view, into: &inquiry)
    let package = inquiry.names.candidates.first
    let known = finding(.directory, in: &inquiry) ?? unknown(in: &inquiry)
    inquiry.names.candidates = package == nil ? ShortList<Finding>() : ShortList<Finding>(known)
    return Verdict(
      Answer(package ?? known, package == nil ? .certain : .likely),
      of: inquiry)
  }

  /// Notes the types that a name shows, the best first.
  ///
  /// Extension tags that property lists above the base declare come first, then the globs of
  /// shared-mime-info (rule 4.10), and the base's extension tags where the globs say nothing.
  func readName(
    _ name: String, _ item: NamedItem, view: GraphView, into inquiry: inout Inquiry
  ) {
    var bytes = name
    bytes.withUTF8 { readName(ItemName($0), item, view: view, into: &inquiry) }
    inquiry.names.name = name
  }

  /// Adds the claimants of the name that the first source that knows it has not named: types by the
  /// patterns of the base, then by the extensions that it declares.
  func addClaimants(_ item: NamedItem, view: GraphView, in inquiry: inout Inquiry) {
    guard !inquiry.names.hasAllClaimants else { return }
    inquiry.names.hasAllClaimants = true
    guard view == .merged, item != .directory, !inquiry.names.candidates.isEmpty else { return }
    var name = inquiry.names.name
    name.withUTF8 { addClaimants(ItemName($0), item, in: &inquiry) }
  }

  private func addClaimants(_ name: ItemName, _ item: NamedItem, in inquiry: inout Inquiry) {
    func isNew(_ type: TypeIndex) -> Bool {
      !inquiry.names.candidates.contains { $0.type == type }
    }
    for globs in [image.globs(matching: name.bytes), image.baseGlobs(matching: name.bytes)] {
      for glob in globs where isNew(image.type(of: glob)) {
        inquiry.names.candidates.append(finding(glob, in: &inquiry))
      }
    }
    guard let ending = name.ending else { return }
    // An extension that says only that there are bytes says no more for the type that has it.
    let isOfBytes = inquiry.names.candidates.contains { $0.type == known.bytes }
    for type in taggedTypes(ending, item) where isNew(type) {
      inquiry.names.candidates.append(
        finding(type, ending, isOfBytes ? .lightPattern : .declaredExtension, in: &inquiry))
    }
  }

  private func finding(_ glob: GlobIndex, in inquiry: inout Inquiry) -> Finding {
    inquiry.finding(
      image.type(of: glob), .name,
      image.needsBytes(glob)
        ? .lightPattern
        : .pattern(
          weight: image.weight(of: glob),
          isLong: image.isLiteral(glob) || image.isCompound(glob)), on: .glob(glob))
  }

  private func readName(
    _ name: ItemName, _ item: NamedItem, view: GraphView, into inquiry: inout Inquiry
  ) {
    var candidates = ShortList<Finding>()
    // Most machines have no property list that declares such an extension.
    if let ending = name.ending, mayBeDeclared(ending, view) {
      let tagged = taggedTypes(ending, item).filter { view == .declared || !image.isBase($0) }
      for type in tagged {
        candidates.append(finding(type, ending, .declaredExtension, in: &inquiry))
      }
    }
    if candidates.isEmpty, view != .declared, item != .directory {
      image.forEachGlob(matching: name.bytes, periodCount: name.periodCount) {
        candidates.append(finding($0, in: &inquiry))
      }
    }
    if candidates.isEmpty, let ending = name.ending {
      if view != .freedesktop {
        for type in taggedTypes(ending, item) {
          candidates.append(finding(type, ending, .declaredExtension, in: &inquiry))
        }
      }
      // An extension that is no text cannot be the tag of a type.
      if candidates.isEmpty, Self.isText(name.bytes) {
        inquiry.names.unknownExtension = Self.text(ending)
      }
    }
    inquiry.names.candidates = candidates
    inquiry.names.isContested = name.ending.map(image.isContestedExtension) ?? true
  }

  /// Whether a property list whose word counts before the patterns may declare an extension.
  private func mayBeDeclared(_ value: UnsafeBufferPointer<UInt8>, _ view: GraphView) -> Bool {
    switch view {
    case .merged: value.first.map(image.mayDeclareExtension(startingWith:)) ?? false
    case .declared: true
    case .freedesktop: false
    }
  }

  /// - Parameter strength: what it counts where the declaration is built in.
  private func finding(
    _ type: TypeIndex, _ value: UnsafeBufferPointer<UInt8>, _ strength: Strength,
    in inquiry: inout Inquiry
  ) -> Finding {
    inquiry.finding(
      type, .name, image.isBase(type) ? strength : .addedExtension,
      on: .tag(type, value: Self.text(value)))
  }

  /// Whether no character stands for bytes that are none.
  private static func isText(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.allSatisfy { $0 < 0x80 } || !text(bytes).unicodeScalars.contains("\u{FFFD}")
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
