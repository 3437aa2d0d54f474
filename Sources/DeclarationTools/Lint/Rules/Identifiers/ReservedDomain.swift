internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph

/// Identifiers in domains that are reserved.
///
/// `public` and `com.apple` are Apple's (Uniform Type Identifiers Overview: only Apple declares
/// `public` types), and `mime` has the identifiers that this registry derives from MIME types. A
/// new type there may conflict with the owner's next release. Types that the system declares are
/// not covered by this rule; `foreign-export` reports their export.
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
