internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph

/// Invalid reference URLs.
///
/// `UTTypeReferenceURL` is the address of a document that describes the format; a text without a
/// scheme and a host is not an address (RFC 3986, section 4.3), and the property is then nil.
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

  /// Returns true if a text has a scheme, a host if the scheme requires one, and no blanks.
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
