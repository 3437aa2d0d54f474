internal import UTIPlatform
internal import UTITypeDeclarations
internal import UTITypeGraph

/// Types that one file both exports and imports: the imported declaration is ignored.
///
/// Real property lists have both with different tags, of which half are lost.
struct ExportedAndImported: LintRule {
  let description = LintRuleDescription(
    "exported-and-imported", .warning, "A file both exports and imports one type.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    let exported = Set(file.types.filter(\.isExported).map(\.identifier))
    return file.types.compactMap { type in
      guard !type.isExported, exported.contains(type.identifier) else { return nil }
      return LintFinding(
        at: context.place(of: TypeKey.identifier, in: type.position),
        "\(type.identifier) is imported and exported by the same file; only the export counts",
        remedy: "keep the one that is true: types of your own are exported")
    }
  }
}

/// Types exported by a bundle that is not their owner.
///
/// Foreign types are imported (Uniform Type Identifiers Overview, "Exported and imported
/// declarations"). An export of a system type such as `public.html` is ignored, and types that
/// several programs export (textbundle, GPX) change with every program that is installed.
struct ForeignExport: TypeDeclarationRule {
  let description = LintRuleDescription(
    "foreign-export", .warning,
    "A type is exported that belongs to the system or to another owner.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard !context.isBase, type.isExported, let owner = owner(of: type, in: context) else {
      return []
    }
    return [
      LintFinding(
        at: context.place(of: TypeKey.identifier, in: type.position),
        "\(type.identifier) is exported, but \(owner)",
        remedy: "move the declaration to \(TypeKey.imported)")
    ]
  }

  private func owner(of type: TypeDeclaration, in context: LintContext) -> String? {
    let bundle = context.source.bundleIdentifier
    if bundle.map(type.identifier.isOwned) == true { return nil }
    if let exporter = context.otherDeclarations(of: type.identifier).exported {
      return exporter.source.layer == .base
        ? "it is a type of the system" : "\(exporter.source.path) exports it too"
    }
    // A new identifier in a reserved domain is reported by `reserved-domain`.
    guard let bundle, !type.identifier.isPublic,
      !["com.apple.", "mime."].contains(where: type.identifier.rawValue.hasPrefix)
    else { return nil }
    return "the bundle \(bundle) is in another domain"
  }
}

/// Identifiers that differ from their appearance.
///
/// All characters above U+007F are allowed, and Launch Services databases contain zero-width
/// spaces, pasted from web pages. Comparison does not normalise, since the system distinguishes
/// them.
struct LookalikeIdentifier: LintRule {
  let description = LintRuleDescription(
    "lookalike-identifier", .warning,
    "An identifier holds invisible characters, or letters that look like ASCII ones.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    let declared = file.types.flatMap { type in
      [
        Located(type.identifier, at: context.place(of: TypeKey.identifier, in: type.position))
      ] + type.conformsTo
    }
    let handled = file.documentTypes.flatMap { $0.contentTypes + $0.exportableTypes }
    return (declared + handled).compactMap { stated in
      guard let scalar = Self.misleadingCharacter(in: stated.value.rawValue) else { return nil }
      return LintFinding(
        at: stated.position,
        "the identifier “\(stated.value.rawValue.prefix(200))” holds \(scalar.escaped(asASCII: true)),"
          + " which is invisible or looks like another character",
        remedy: "type the identifier again in plain letters")
    }
  }

  static func misleadingCharacter(in text: String) -> Unicode.Scalar? {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    for label in text.split(separator: ".") {
      let isPartlyASCII = label.unicodeScalars.contains { $0.isASCII && $0.properties.isAlphabetic }
      for scalar in label.unicodeScalars where !scalar.isASCII {
        if scalar.isHidden || lookalikes.contains(where: { $0.contains(scalar.value) }) {
          return scalar
        }
        if isPartlyASCII, lookalikeScripts.contains(where: { $0.contains(scalar.value) }) {
          return scalar
        }
      }
    }
    return nil
  }

  /// Dashes, dots and letters whose only use is to resemble ASCII (Unicode, chapters 6 and 22).
  private static let lookalikes: [ClosedRange<UInt32>] = [
    0x2010...0x2015, 0x2212...0x2212, 0x00B7...0x00B7, 0x2024...0x2024, 0x3002...0x3002,
    0xFF01...0xFF5E, 0x1D400...0x1D7FF,
  ]

  /// Greek, Cyrillic, Armenian and Cherokee, which are suspect only among ASCII letters.
  private static let lookalikeScripts: [ClosedRange<UInt32>] = [
    0x0370...0x058F, 0x13A0...0x13FF,
  ]
}

extension Unicode.Scalar {
  /// Invisible, or only space.
  var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse,
      .unassigned:
      true
    default: properties.isDefaultIgnorableCodePoint
    }
  }
}

/// Identifiers that do not begin with a domain of their author, written backwards.
///
/// See Uniform Type Identifiers Overview, "Uniform Type Identifier format". One label, or an empty
/// one, is not a domain; tools that set default handlers reject two periods in a row.
struct NotReverseDNS: TypeDeclarationRule {
  let description = LintRuleDescription(
    "not-reverse-dns", .warning, "An identifier does not begin with a reversed domain name.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    let labels = type.identifier.rawValue.utf8.split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count < 2 || labels.contains(where: \.isEmpty) else { return [] }
    return [
      LintFinding(
        at: context.place(of: TypeKey.identifier, in: type.position),
        "the identifier \(type.identifier) is not a reversed domain name with a name after it",
        remedy: "write a domain that is yours, as in com.example.document")
    ]
  }
}

/// Types that one file exports twice or imports twice: the second's tags are ignored.
struct RepeatedDeclaration: LintRule {
  let description = LintRuleDescription(
    "repeated-declaration", .warning, "A file exports or imports one type twice.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    struct Key: Hashable {
      let identifier: TypeIdentifier
      let isExported: Bool
    }
    var first: [Key: SourcePosition] = [:]
    return file.types.compactMap { type in
      let key = Key(identifier: type.identifier, isExported: type.isExported)
      guard let earlier = first[key] else {
        first[key] = type.position
        return nil
      }
      return LintFinding(
        at: context.place(of: TypeKey.identifier, in: type.position),
        "\(type.identifier) is declared above already, in line \(earlier.line); one of the"
          + " declarations is ignored",
        remedy: "merge the two")
    }
  }
}

/// Identifiers in domains that are reserved.
///
/// Only Apple declares `public` and `com.apple` types (Uniform Type Identifiers Overview), and
/// `mime` has derived identifiers. `foreign-export` reports exports of the system's types.
struct ReservedDomain: TypeDeclarationRule {
  let description = LintRuleDescription(
    "reserved-domain", .warning,
    "An identifier in public., com.apple. or mime. is not declared by the system.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard !context.isBase, context.systemDeclaration(of: type.identifier) == nil,
      let domain = Self.domain(of: type, bundle: context.source.bundleIdentifier)
    else { return [] }
    return [
      LintFinding(
        at: context.place(of: TypeKey.identifier, in: type.position),
        "the domain \(domain) is reserved, and the system declares no \(type.identifier)",
        remedy: domain == "mime"
          ? "give the MIME type as a tag of a type with an identifier of your own"
          : "use a domain of your own, or the identifier that the type's owner uses")
    ]
  }

  private static func domain(of type: TypeDeclaration, bundle: String?) -> String? {
    let identifier = type.identifier
    if identifier.isPublic { return "public" }
    if identifier.rawValue.hasPrefix("com.apple."), type.isExported,
      bundle.map(identifier.isOwned) != true
    {
      return "com.apple"
    }
    guard identifier.rawValue.hasPrefix("mime.") else { return nil }
    return type.isExported || MIMEName(derivedFrom: identifier) == nil ? "mime" : nil
  }
}
