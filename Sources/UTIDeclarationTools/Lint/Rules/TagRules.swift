internal import UTITypeGraph

/// Extensions that a type of the system claims already.
///
/// A declaration of the system has precedence: `ts` stays an MPEG transport stream, and previews
/// for TypeScript never run. On the program's side, names are no longer of the system's type where
/// it is installed. Of two declarations in one file the first decides.
struct ContestedExtension: TypeDeclarationRule {
  let description = LintRuleDescription(
    "contested-extension", .warning,
    "A type of the system, or an earlier type of the file, has the extension of another type.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard !context.isBase, context.systemDeclaration(of: type.identifier) == nil else { return [] }
    return type.tags.compactMap { tag in
      guard tag.value.tagClass == .filenameExtension,
        let owner = context.rival(of: type, for: tag.value)
      else { return nil }
      let relation = context.conforms(type, to: owner) ? ", a supertype of it" : ""
      let named = context.typeOfNames(withExtension: tag.value.value)
      let consequence =
        named == type.identifier
        ? "belongs to \(owner)\(relation), whose files become \(type.identifier)"
        : "leads to \(named ?? owner)\(relation), and not to \(type.identifier)"
      return LintFinding(
        at: tag.position,
        "the extension “\(tag.value.value.prefix(100))” \(consequence)",
        remedy: "use \(owner) if that is meant, or an extension of your own")
    }
  }
}

/// MIME types that a type of the system claims already.
///
/// The declaration of the system has precedence, so the MIME type does not lead to the program's.
struct ContestedMIMEType: TypeDeclarationRule {
  let description = LintRuleDescription(
    "contested-mime-type", .warning,
    "A type of the system, or an earlier type of the file, has the MIME type of another type.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard !context.isBase, context.systemDeclaration(of: type.identifier) == nil else { return [] }
    return type.tags.compactMap { tag in
      guard tag.value.tagClass == .mimeType,
        let owner = context.rival(of: type, for: tag.value)
      else { return nil }
      return LintFinding(
        at: tag.position,
        "the MIME type “\(tag.value.value.prefix(100))” leads to \(owner) and not to"
          + " \(type.identifier)",
        remedy: "use \(owner) if that is meant, or a MIME type of your own")
    }
  }
}

/// Tags that a declaration repeats; extensions and MIME types compare without case.
struct DuplicateTag: LintRule {
  let description = LintRuleDescription(
    "duplicate-tag", .warning, "A declaration states one tag twice.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    (file.types.map(\.tags) + file.documentTypes.map(\.tags)).flatMap { tags in
      var seen: Set<Tag> = []
      return tags.filter { !seen.insert($0.value.folded).inserted }
    }.map { tag in
      LintFinding(
        at: tag.position,
        "“\(tag.value.value.prefix(100))” is stated twice for \(tag.value.tagClass.rawValue)",
        remedy: "remove it")
    }
  }
}

/// Extensions written with capitals.
///
/// Extensions compare without case, so capitals only have an effect in names of new files.
struct ExtensionWithCapitals: LintRule {
  let description = LintRuleDescription(
    "extension-with-capitals", .note,
    "An extension is written with capitals, which make no difference.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    (file.types.flatMap(\.tags) + file.documentTypes.flatMap(\.tags))
      .compactMap { tag in
        let key = tag.value.tagClass.key(for: tag.value.value)
        guard tag.value.tagClass == .filenameExtension, key != tag.value.value else { return nil }
        return LintFinding(
          at: tag.position,
          "the extension “\(tag.value.value.prefix(100))” has capitals, which make no difference",
          remedy: "write “\(key.prefix(100))”")
      }
  }
}

/// Tags in inactive declarations.
///
/// The active declaration alone defines the tags of a type (observed: of four declarations of one
/// Markdown type the exported one is active, and another's longer list of extensions is ignored).
struct IneffectiveTag: LintRule {
  let description = LintRuleDescription(
    "ineffective-tag", .note,
    "A tag of a type that another declaration defines has no effect.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    var definitions: [TypeIdentifier: Definition] = [:]
    return file.types.flatMap { type in
      let definition = definitions[type.identifier] ?? Definition(of: type.identifier, in: context)
      definitions[type.identifier] = definition
      guard let place = definition.place else { return [LintFinding]() }
      return type.tags.compactMap { tag in
        guard [.filenameExtension, .mimeType].contains(tag.value.tagClass),
          !definition.tags.contains(Definition.key(tag.value))
        else { return nil }
        return LintFinding(
          at: tag.position,
          "“\(tag.value.value.prefix(100))” does not become a tag of \(type.identifier), which"
            + " \(place) defines",
          remedy: "declare a type of your own for it")
      }
    }
  }

  /// The active declaration of a type, if it is in another file.
  private struct Definition {
    private(set) var place: String?
    private(set) var tags: Set<Tag> = []

    init(of identifier: TypeIdentifier, in context: LintContext) {
      guard let type = context.image.type(identifier: identifier),
        let active = context.image.firstDeclaration(of: type),
        active.source.path != context.source.path
      else { return }
      place = "\(active.source.path):\(active.declaration.position.line)"
      tags = Set(active.declaration.tags.map { Self.key($0.value) })
    }

    static func key(_ tag: Tag) -> Tag {
      Tag(tagClass: tag.tagClass, value: tag.tagClass.key(for: tag.value))
    }
  }
}

/// OSTypes that are not four characters.
///
/// In Mac OS Roman; longer tags are truncated and shorter ones padded, and so mean another type.
struct InvalidOSType: LintRule {
  let description = LintRuleDescription(
    "invalid-ostype", .warning, "An OSType does not have exactly four characters.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    (file.types.flatMap(\.tags) + file.documentTypes.flatMap(\.tags))
      .compactMap { tag in
        let count = tag.value.value.count
        guard tag.value.tagClass == .osType, count != 4 else { return nil }
        return LintFinding(
          at: tag.position,
          "the OSType “\(tag.value.value.prefix(100))” has \(count) characters instead of four",
          remedy: "pad it with blanks as its maker does, or remove it")
      }
  }
}

/// MIME types with parameters.
///
/// A tag is compared as a whole: `text/plain;charset=utf-8` is found by exactly this text, and not
/// by `text/plain` (the system declares several spellings of it for that reason).
struct MIMETagWithParameters: TypeDeclarationRule {
  let description = LintRuleDescription(
    "mime-tag-with-parameters", .warning, "A MIME type is stated with parameters.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    type.tags.compactMap { tag in
      guard tag.value.tagClass == .mimeType, tag.value.value.contains(";") else { return nil }
      return LintFinding(
        at: tag.position,
        "“\(tag.value.value.prefix(100))” has parameters, and is found only by exactly this text",
        remedy: "write the name without parameters")
    }
  }
}

/// Extensions that files are unlikely to have.
///
/// Emoji have several spellings, invisible characters cannot be typed, and names with `<>:"|?`
/// cannot be copied to other file systems.
struct UnlikelyExtension: TypeDeclarationRule {
  let description = LintRuleDescription(
    "unlikely-extension", .warning,
    "An extension has a symbol or a character that file names rarely keep.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    type.tags.compactMap { tag in
      guard tag.value.tagClass == .filenameExtension,
        let scalar = tag.value.value.unicodeScalars.first(where: Self.isUnlikely)
      else { return nil }
      return LintFinding(
        at: tag.position,
        "the extension “\(tag.value.value.prefix(100))” holds \(scalar.escaped(asASCII: true)),"
          + " which names of files rarely keep",
        remedy: "use letters and digits")
    }
  }

  private static func isUnlikely(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return "<>:\"|?\\".unicodeScalars.contains(scalar) || scalar.isHidden }
    return scalar.isHidden || scalar.properties.isEmoji
      || scalar.properties.generalCategory == .otherSymbol
  }
}

/// Tags that look like patterns.
///
/// Looking up `*` or `image/*` gives a dynamic type with exactly this tag. Only document types
/// without content types accept `*` and `****`.
struct WildcardTag: TypeDeclarationRule {
  let description = LintRuleDescription(
    "wildcard-tag", .warning, "A tag of a type has a wildcard, which is matched literally.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    type.tags.compactMap { tag in
      let isPattern =
        switch tag.value.tagClass {
        case .filenameExtension, .mimeType: tag.value.value.contains("*")
        case .osType: tag.value.value == "****"
        default: false
        }
      guard isPattern else { return nil }
      return LintFinding(
        at: tag.position,
        "“\(tag.value.value.prefix(100))” is taken literally; tags have no wildcards",
        remedy: "state each value, or conform to the type that the others have in common")
    }
  }
}
