internal import UTIDataFormats
internal import UTIPlatform
internal import UTITypeGraph
internal import UTIXMLFormats

/// The children of a `mime-type` element (rule 2.6: any order, any number).
extension SharedMIMEInfoReader {
  private static let children = [
    "comment", "acronym", "expanded-acronym", "icon", "generic-icon", "glob", "glob-deleteall",
    "magic", "magic-deleteall", "treemagic", "root-XML", "alias", "sub-class-of",
  ]

  mutating func child(ofType element: XMLElement) throws(StatementError) -> Scope {
    switch element.name {
    case "comment": return startText(.comment, element)
    case "acronym": return startText(.acronym, element)
    case "expanded-acronym": return startText(.expandedAcronym, element)
    case "glob": try addGlob(element)
    case "magic": return try startMagic(element)
    case "treemagic": return try startTreeMagic(element)
    case "alias":
      let alias = Located(try MIMEName(try element.required("type")), at: element.position)
      withType { $0.aliases.append(alias) }
    case "sub-class-of":
      let parent = Located(try MIMEName(try element.required("type")), at: element.position)
      withType { $0.superclasses.append(parent) }
    case "root-XML": try addRootElement(element)
    case "icon":
      let name = try iconName(element)
      withType { $0.icon = name }
    case "generic-icon":
      let name = try iconName(element)
      withType { $0.genericIcon = name }
    case "glob-deleteall": withType { $0.deletesGlobs = true }
    case "magic-deleteall": withType { $0.deletesMagic = true }
    default: throw unknown(element, known: Self.children)
    }
    return .empty
  }

  /// Adds a glob (rules 4.1 to 4.3).
  private mutating func addGlob(_ element: XMLElement) throws(StatementError) {
    let pattern = try element.required("pattern")
    guard !pattern.isEmpty else {
      throw StatementError(
        "empty-pattern", "the pattern of a glob is empty", remedy: "write a pattern such as *.png")
    }
    let weight = try element.integer(
      "weight", in: GlobDeclaration.weightRange, default: GlobDeclaration.defaultWeight)
    let glob = GlobDeclaration(
      pattern: pattern.string, weight: weight, isCaseSensitive: element.isTrue("case-sensitive"),
      position: element.position)
    withType { $0.globs.append(glob) }
  }

  /// Adds a root element (rule 6.1).
  private mutating func addRootElement(_ element: XMLElement) throws(StatementError) {
    let namespace = try element.required("namespaceURI")
    let localName = try element.required("localName")
    let hasBlank = [namespace, localName].contains { text in
      text.bytes.contains { $0 == 0x20 || $0 == 0x0A }
    }
    guard !hasBlank, !namespace.isEmpty || !localName.isEmpty else {
      throw StatementError(
        "invalid-root-element",
        hasBlank ? "a root-XML holds a blank" : "a root-XML names neither namespace nor element",
        remedy: "write a namespace, a name, or both, without blanks")
    }
    let root = RootElement(
      namespace: namespace.string, localName: localName.string, position: element.position)
    withType { $0.rootElements.append(root) }
  }

  private mutating func iconName(_ element: XMLElement) throws(StatementError) -> String {
    let name = try element.required("name")
    guard !name.isEmpty else {
      throw StatementError(
        "empty-icon", "the name of an icon is empty", remedy: "write a name, or remove the element")
    }
    if name.bytes.contains(where: Self.isForeignToIconNames) {
      findings.report(
        .warning, "invalid-icon", at: element.position,
        "the icon name “\(name.string.prefix(100))” holds a blank or a slash, and no icon is called so",
        remedy: "write a name of the icon theme, such as x-office-document")
    }
    return name.string
  }

  /// A file name in a theme, without directory and suffix (Icon Theme Specification), nor blanks.
  private static func isForeignToIconNames(_ byte: UInt8) -> Bool {
    byte.isBlank || byte == UInt8(ascii: "/")
  }
}

/// Localized texts (rule 9.1).
extension SharedMIMEInfoReader {
  private mutating func startText(_ kind: TextElement, _ element: XMLElement) -> Scope {
    textPosition = element.position
    let language = UnsafeRawBufferPointer(element.attributes.language?.bytes ?? XMLText.none.bytes)
    if kind == .comment {
      comments.begin(language: language, at: textPosition)
    } else {
      text.removeAll(keepingCapacity: true)
      textLanguage = String(decoding: language, as: UTF8.self)
    }
    return .text(kind)
  }

  /// Descriptions, of which a database has tens of thousands, go directly to their store.
  mutating func add(_ text: XMLText, to kind: TextElement) {
    if kind == .comment {
      comments.append(UnsafeRawBufferPointer(text.bytes))
    } else {
      self.text.append(contentsOf: text.bytes)
    }
  }

  mutating func endText(_ kind: TextElement) {
    let hasText =
      switch kind {
      case .comment: comments.end { Self.contentRange(of: $0) }
      case .acronym: appendText(to: \.acronyms)
      case .expandedAcronym: appendText(to: \.expandedAcronyms)
      }
    guard !hasText else { return }
    findings.report(
      .error, "empty-text", at: textPosition, "the element has no text and is dropped",
      remedy: "write a text, or remove the element")
  }

  /// Returns whether a text was added.
  private mutating func appendText(
    to list: WritableKeyPath<MIMETypeDeclaration, [LocalizedText]>
  ) -> Bool {
    let content = text.withUnsafeBufferPointer { XMLText($0).trimmingBlanks.string }
    guard !content.isEmpty else { return false }
    let result = LocalizedText(language: textLanguage, text: content, position: textPosition)
    withType { $0[keyPath: list].append(result) }
    return true
  }

  /// Surrounding blanks are excluded; nil when there is no other character.
  private static func contentRange(of bytes: UnsafeRawBufferPointer) -> Range<Int>? {
    guard let first = bytes.firstIndex(where: { !$0.isBlank }),
      let last = bytes.lastIndex(where: { !$0.isBlank })
    else { return nil }
    return first..<last + 1
  }
}
