internal import UTIPlatform
internal import UTITypeDeclarations
internal import UTITypeGraph
internal import UTIXMLFormats

/// Invalid reference URLs.
///
/// `UTTypeReferenceURL` is nil without a scheme and a host (RFC 3986, section 4.3).
struct InvalidReferenceURL: TypeDeclarationRule {
  let description = LintRuleDescription(
    "invalid-reference-url", .warning, "A reference URL is not an absolute URL.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard let text = type.referenceURL, !Self.isAbsolute(text) else { return [] }
    return [
      LintFinding(
        at: context.place(of: TypeKey.referenceURL, in: type.position),
        "the reference “\(text.prefix(100))” of \(type.identifier) is not an absolute URL",
        remedy: "write one such as https://example.com/format, or remove the key")
    ]
  }

  /// A scheme, a host if the scheme requires one, and no blanks.
  private static func isAbsolute(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":") else { return false }
    let scheme = text[..<colon].utf8
    let isScheme =
      scheme.first.map { 0x61...0x7A ~= $0 | 0x20 } == true
      && scheme.allSatisfy { byte in
        0x61...0x7A ~= byte | 0x20 || 0x30...0x39 ~= byte || "+-.".utf8.contains(byte)
      }
    guard isScheme, !text.unicodeScalars.contains(where: \.isHidden) else { return false }
    let rest = text[text.index(after: colon)...]
    guard ["http", "https"].contains(CaseFolding.ascii(String(text[..<colon]))) else {
      return !rest.isEmpty
    }
    return rest.hasPrefix("//") && !rest.dropFirst(2).prefix { $0 != "/" }.isEmpty
  }
}

/// Versions that are not numbers.
///
/// Of two declarations of equal rank the greater version is active; a word compares as zero.
struct InvalidVersion: TypeDeclarationRule {
  let description = LintRuleDescription(
    "invalid-version", .warning, "A version is not a number or numbers with periods.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard let version = type.version else { return [] }
    let parts = version.split(separator: ".", omittingEmptySubsequences: false)
    guard !parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }) else {
      return []
    }
    return [
      LintFinding(
        at: context.place(of: TypeKey.version, in: type.position),
        "the version “\(version.prefix(100))” of \(type.identifier) is not a number",
        remedy: "write a number such as 2 or 1.4")
    ]
  }
}

/// Files that export types without a bundle identifier.
///
/// The owner's export has precedence, and the bundle identifier identifies the owner. Build systems
/// add the key to an Info.plist only.
struct MissingBundleIdentifier: LintRule {
  let description = LintRuleDescription(
    "missing-bundle-identifier", .note, "A file exports types and has no CFBundleIdentifier.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    guard !context.isBase, context.source.bundleIdentifier == nil,
      file.types.contains(where: \.isExported), let list = context.propertyList,
      list.rootEntry("CFBundleIdentifier") == nil
    else { return [] }
    return [
      LintFinding(
        at: list.rootEntry(TypeKey.exported)?.keyPosition ?? list.root.position,
        "the file exports types and does not say which bundle it belongs to",
        remedy: "state CFBundleIdentifier, unless a build system adds it")
    ]
  }
}

/// Exported types without a description: a supertype's description, or the identifier, is shown.
struct MissingDescription: TypeDeclarationRule {
  let description = LintRuleDescription(
    "missing-description", .warning, "A type is exported without a description.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard type.isExported, type.description == nil else { return [] }
    return [
      LintFinding(
        at: context.place(of: TypeKey.identifier, in: type.position),
        "\(type.identifier) is exported without a description",
        remedy: "state \(TypeKey.description), such as “Example document”")
    ]
  }
}
