internal import UTIPlatform
internal import UTITypeDeclarations
internal import UTITypeGraph
internal import UTIXMLFormats

/// Dynamic types that a program opens, shows or indexes.
///
/// A dynamic identifier stops matching as soon as any program declares a type with the tag, and no
/// default handler can be set for it.
struct DynamicContentType: ContentTypeRule {
  let description = LintRuleDescription(
    "dynamic-content-type", .warning, "A document type or an extension names a dynamic type.")

  func finding(about stated: Located<TypeIdentifier>, in context: LintContext) -> LintFinding? {
    guard stated.value.isDynamic else { return nil }
    let tags = DynamicIdentifier(stated.value)?.tags ?? []
    let meaning = tags.first.map { " for “\($0.value.prefix(100))”" } ?? ""
    return LintFinding(
      at: stated.position,
      "the dynamic type \(stated.value)\(meaning) is no longer found once a type is declared"
        + " with its tag",
      remedy: "import a type with the tag and name that")
  }
}

/// Empty class names, which property list editors leave.
struct EmptyDocumentClass: LintRule {
  let description = LintRuleDescription(
    "empty-document-class", .warning, "The name of a document class is empty.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    let keys = [DocumentKey.documentClass, DocumentKey.userInterfaceDocumentClass]
    return (context.propertyList?.dictionaries(in: DocumentKey.types) ?? []).flatMap { type in
      keys.compactMap { key in
        guard let value = type[key], case .string(let name) = value.content,
          name.trimmingBlanks.isEmpty
        else { return nil }
        return LintFinding(
          at: value.position, "\(key) names no class",
          remedy: "name the class, or remove the key")
      }
    }
  }
}

/// Document types without contents, which match no document.
struct EmptyDocumentType: DocumentTypeRule {
  let description = LintRuleDescription(
    "empty-document-type", .warning, "A document type names no type and no tag.")

  func findings(about type: DocumentTypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard type.contentTypes.isEmpty, type.tags.isEmpty, !statesTypes(type, context) else {
      return []
    }
    return [
      LintFinding(
        at: type.position, "the document type \(type.displayName) names no type of documents",
        remedy: "list identifiers in \(DocumentKey.contentTypes)")
    ]
  }

  /// All identifiers may be invalid, which is reported separately.
  private func statesTypes(_ type: DocumentTypeDeclaration, _ context: LintContext) -> Bool {
    let entry = context.propertyList?.entry(DocumentKey.contentTypes, ofDictionaryAt: type.position)
    guard case .array(let values) = entry?.value.content else { return entry != nil }
    return !values.isEmpty
  }
}

/// `LSTypeIsPackage` together with content types that are not packages.
///
/// The flag affects only entries without content types; with `LSItemContentTypes` the conformance
/// of a type determines whether it is a package.
struct IneffectivePackageFlag: DocumentTypeRule {
  let description = LintRuleDescription(
    "ineffective-package-flag", .note,
    "LSTypeIsPackage has no effect on content types that are no packages.")

  func findings(about type: DocumentTypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard type.isPackage,
      let stream = type.contentTypes.first(where: {
        context.isDescribed($0.value) && !context.conforms($0.value, to: .package)
      })
    else { return [] }
    return [
      LintFinding(
        at: context.place(of: DocumentKey.isPackage, in: type.position),
        "\(DocumentKey.isPackage) does not make \(stream.value) a package",
        remedy: "let the type conform to com.apple.package, or remove the key")
    ]
  }
}

/// Document types without `LSItemContentTypes`.
///
/// `CFBundleTypeExtensions` and similar keys are deprecated (Information Property List Key
/// Reference). A bare extension means the type that has it on the particular system.
struct LegacyDocumentType: DocumentTypeRule {
  let description = LintRuleDescription(
    "legacy-document-type", .note,
    "A document type names extensions, MIME types or OSTypes instead of content types.")

  func findings(about type: DocumentTypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard type.contentTypes.isEmpty, !type.tags.isEmpty else { return [] }
    return [
      LintFinding(
        at: type.position,
        "the document type \(type.displayName) is stated by extensions or other tags",
        remedy: "list identifiers in \(DocumentKey.contentTypes)")
    ]
  }
}

/// Class names with characters that no class has in its name, such as an invisible space.
struct MalformedClassName: DocumentTypeRule {
  let description = LintRuleDescription(
    "malformed-class-name", .warning, "The name of a document class has a blank.")

  func findings(about type: DocumentTypeDeclaration, in context: LintContext) -> [LintFinding] {
    let named = [
      (DocumentKey.documentClass, type.documentClass),
      (DocumentKey.userInterfaceDocumentClass, type.userInterfaceDocumentClass),
    ]
    return named.compactMap { key, name in
      guard let name, !name.trimmingBlanks.isEmpty, name.contains(where: \.isWhitespace) else {
        return nil
      }
      return LintFinding(
        at: context.place(of: key, in: type.position),
        "the class name “\(name.prefix(100))” has a blank, which no class has",
        remedy: "remove the blank")
    }
  }
}

/// Document types without a class in programs whose other document types have one.
///
/// The document then does not open (“doesn’t map to any NSDocumentClass”). Programs that name no
/// class at all open documents in another way.
struct MissingDocumentClass: LintRule {
  let description = LintRuleDescription(
    "missing-document-class", .warning,
    "A document type for editing or viewing has no class, and others of the file have one.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    let types = file.documentTypes
    guard types.contains(where: \.namesClass) else { return [] }
    return types.compactMap { type in
      let role = CaseFolding.ascii(type.role ?? "editor")
      guard !type.namesClass, ["editor", "viewer"].contains(role) else { return nil }
      return LintFinding(
        at: type.position,
        "the document type \(type.displayName) names no class, and others of this file do",
        remedy: "state \(DocumentKey.documentClass), or the role None")
    }
  }
}

extension DocumentTypeDeclaration {
  fileprivate var namesClass: Bool { documentClass != nil || userInterfaceDocumentClass != nil }
}

/// Document types without a role.
///
/// Without the required key `CFBundleTypeRole` (Information Property List Key Reference) it is
/// unknown whether the program may write the documents it opens.
struct MissingRole: DocumentTypeRule {
  let description = LintRuleDescription(
    "missing-role", .warning, "A document type has no CFBundleTypeRole.")

  func findings(about type: DocumentTypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard type.role == nil else { return [] }
    return [
      LintFinding(
        at: type.position, "the document type \(type.displayName) has no role",
        remedy: "state \(DocumentKey.role): Editor, Viewer, Shell or None")
    ]
  }
}

extension DocumentTypeDeclaration {
  /// Distinguishes the document type from others in a message.
  var displayName: String {
    if let name { return "“\(name.prefix(100))”" }
    if let type = contentTypes.first { return "of \(type.value)" }
    return tags.first.map { "of “\($0.value.value.prefix(100))”" } ?? "without a name"
  }
}

/// Programs that claim to own types of the system.
///
/// `LSHandlerRank` Owner has precedence over all others, and takes every file of the system's type
/// away from the program that the user expects; the correct rank is Alternate or Default.
struct OwnerOfForeignType: DocumentTypeRule {
  let description = LintRuleDescription(
    "owner-of-foreign-type", .warning, "A document type claims the rank Owner for a system type.")

  func findings(about type: DocumentTypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard CaseFolding.ascii(type.handlerRank ?? "") == "owner" else { return [] }
    return type.contentTypes.compactMap { stated in
      guard context.systemDeclaration(of: stated.value)?.isExported == true else {
        return nil
      }
      return LintFinding(
        at: stated.position,
        "the rank Owner is claimed for \(stated.value), which is a type of the system",
        remedy: "write Alternate or Default in \(DocumentKey.rank)")
    }
  }
}

/// Content types that two document types share: the second entry's class and rank are not used.
struct RepeatedContentType: LintRule {
  let description = LintRuleDescription(
    "repeated-content-type", .warning,
    "Two document types with the same role name the same content type.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    struct Key: Hashable {
      let type: TypeIdentifier
      let role: String
    }
    var seen: Set<Key> = []
    return file.documentTypes.flatMap { entry in
      entry.contentTypes.compactMap { stated in
        let role = CaseFolding.ascii(entry.role ?? "")
        guard !seen.insert(Key(type: stated.value, role: role)).inserted else { return nil }
        return LintFinding(
          at: stated.position, "\(stated.value) is the type of a document type above already",
          remedy: "remove it, or merge the two document types")
      }
    }
  }
}

/// Undeclared types that a program opens, shows or indexes.
///
/// A program must import the foreign types that it opens, since their exporter may be missing
/// (Uniform Type Identifiers Overview, "Imported declarations"). The entry opens nothing.
struct UnknownContentType: ContentTypeRule {
  let description = LintRuleDescription(
    "unknown-content-type", .warning,
    "A document type or an extension names a content type that is declared nowhere.")

  func finding(about stated: Located<TypeIdentifier>, in context: LintContext) -> LintFinding? {
    guard !stated.value.isDynamic, !context.isDescribed(stated.value) else { return nil }
    let nearest = context.nearestIdentifier(to: stated.value)
    return LintFinding(
      at: stated.position, "the content type \(stated.value) is declared nowhere",
      remedy: nearest.map { "write “\($0)” if that is meant, or import the type" }
        ?? "import the type in \(TypeKey.imported)")
  }
}

/// Class names without a module.
///
/// The runtime name of a Swift class is `Module.Class`, so a bare name is found only for classes
/// with an explicit Objective-C name.
struct UnqualifiedClass: DocumentTypeRule {
  let description = LintRuleDescription(
    "unqualified-class", .note, "The name of a document class has no module.")

  func findings(about type: DocumentTypeDeclaration, in context: LintContext) -> [LintFinding] {
    let named = [
      (DocumentKey.documentClass, type.documentClass),
      (DocumentKey.userInterfaceDocumentClass, type.userInterfaceDocumentClass),
    ]
    return named.compactMap { key, name in
      guard let name, !name.contains("."), !name.trimmingBlanks.isEmpty else { return nil }
      return LintFinding(
        at: context.place(of: key, in: type.position),
        "the class “\(name.prefix(100))” is named without its module",
        remedy: "write $(PRODUCT_MODULE_NAME).\(name.prefix(100)) if it is a Swift class")
    }
  }
}
