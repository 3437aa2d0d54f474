internal import UTIPlatform
internal import UTITypeDeclarations
internal import UTITypeGraph

/// Drops statements with text that is invalid in XML (XML 1.0, production 2).
///
/// Such text can occur in binary property lists and JSON.
struct WritableText {
  private var losses: LossList

  static func filter(_ files: [DeclarationFile], losses: inout LossList) -> [DeclarationFile] {
    var filter = WritableText(losses: losses)
    let result = files.enumerated().map { index, file in
      filter.losses.begin(file, index)
      return filter.file(file)
    }
    losses = filter.losses
    return result
  }

  static func isWritable(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: true
      case ..<0x20, 0xFFFE, 0xFFFF: false
      default: true
      }
    }
  }

  /// Reports a loss when the statement cannot be written.
  private mutating func keeps(
    _ texts: String?..., of what: String, at position: SourcePosition
  ) -> Bool {
    guard let text = texts.lazy.compactMap({ $0 }).first(where: { !Self.isWritable($0) }) else {
      return true
    }
    let shown = text.unicodeScalars.prefix(60).map { $0.escaped(asASCII: false) }.joined()
    losses.report(
      .unwritableText, at: position,
      "\(what) “\(shown)” is lost: it holds a character that XML cannot hold")
    return false
  }

  private mutating func text(_ text: inout String?, of what: String, at position: SourcePosition) {
    if !keeps(text, of: what, at: position) { text = nil }
  }

  private mutating func file(_ file: DeclarationFile) -> DeclarationFile {
    var file = file
    file.types = file.types.compactMap { type in
      keeps(type.identifier.rawValue, of: "the type", at: type.position) ? self.type(type) : nil
    }
    file.kinds = file.kinds.map { kind($0) }
    file.documentTypes = file.documentTypes.map { documentType($0) }
    file.mimeTypes = file.mimeTypes.map { mimeType($0) }
    return file
  }

  private mutating func type(_ type: TypeDeclaration) -> TypeDeclaration {
    var type = type
    type.conformsTo.removeAll {
      !keeps($0.value.rawValue, of: "the supertype", at: $0.position)
    }
    removeTags(&type.tags)
    text(&type.description, of: "the description", at: type.position)
    text(&type.version, of: "the version", at: type.position)
    text(&type.referenceURL, of: "the address", at: type.position)
    type.iconFiles.removeAll { !keeps($0, of: "the icon", at: type.position) }
    return type
  }

  private mutating func kind(_ kind: KindDeclaration) -> KindDeclaration {
    var kind = kind
    text(&kind.reason, of: "the reason", at: kind.position)
    kind.genericIcons.removeAll { !keeps($0.value, of: "the icon", at: $0.position) }
    return kind
  }

  private mutating func removeTags(_ tags: inout [Located<Tag>]) {
    tags.removeAll {
      !keeps($0.value.tagClass.rawValue, $0.value.value, of: "the tag", at: $0.position)
    }
  }

  private mutating func documentType(_ type: DocumentTypeDeclaration) -> DocumentTypeDeclaration {
    var type = type
    let position = type.position
    text(&type.name, of: "the name", at: position)
    text(&type.role, of: "the role", at: position)
    text(&type.handlerRank, of: "the rank", at: position)
    text(&type.documentClass, of: "the class", at: position)
    text(&type.userInterfaceDocumentClass, of: "the class", at: position)
    removeTags(&type.tags)
    type.tags.removeAll { tag in
      let hasKey = DocumentKey.tags.contains { $0.tagClass == tag.value.tagClass }
      if !hasKey {
        losses.report(
          .tag, at: tag.position,
          "“\(tag.value.value)” is lost: a document type has no key for \(tag.value.tagClass)")
      }
      return !hasKey
    }
    for list in [\DocumentTypeDeclaration.contentTypes, \.exportableTypes] {
      type[keyPath: list].removeAll {
        !keeps($0.value.rawValue, of: "the content type", at: $0.position)
      }
    }
    type.iconFiles.removeAll { !keeps($0, of: "the icon", at: position) }
    for (key, value) in type.otherValues.sorted(by: { $0.key < $1.key })
    where !keeps(key, value, of: "the value of \(key),", at: position) {
      type.otherValues[key] = nil
    }
    return type
  }

  private mutating func mimeType(_ type: MIMETypeDeclaration) -> MIMETypeDeclaration {
    var type = type
    for list in [
      \MIMETypeDeclaration.comments, \MIMETypeDeclaration.acronyms,
      \MIMETypeDeclaration.expandedAcronyms,
    ] {
      type[keyPath: list].removeAll {
        !keeps($0.language, $0.text, of: "the text", at: $0.position)
      }
    }
    text(&type.icon, of: "the icon", at: type.position)
    text(&type.genericIcon, of: "the icon", at: type.position)
    type.globs.removeAll { !keeps($0.pattern, of: "the pattern", at: $0.position) }
    type.rootElements.removeAll {
      !keeps($0.namespace, $0.localName, of: "the root element", at: $0.position)
    }
    type.treeMagic.removeAll { rule in
      rule.matches.contains { !isWritable($0) }
    }
    return type
  }

  private mutating func isWritable(_ match: TreeMagicMatch) -> Bool {
    keeps(match.path, of: "the rule with the path", at: match.position)
      && match.children.allSatisfy { isWritable($0) }
  }
}
