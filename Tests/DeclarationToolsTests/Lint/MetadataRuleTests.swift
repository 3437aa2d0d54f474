import Testing

let metadataRows = [
  LintRow(
    "missing-description", "an export without one, or with an empty one",
    list(
      array(
        "UTExportedTypeDeclarations",
        [type("⚑org.example.a", nil), type("⚑org.example.b", ""), type("org.example.c", "C")])
        + array("UTImportedTypeDeclarations", [type("org.other.d", nil)]))),
  LintRow(
    "invalid-reference-url", "no scheme, no host, a blank",
    exports(
      type("org.example.a", more: string("⚑UTTypeReferenceURL", "www.example.com/format")),
      type("org.example.b", more: string("⚑UTTypeReferenceURL", "https:///format")),
      type("org.example.c", more: string("⚑UTTypeReferenceURL", "https://example.com/a b")),
      type("org.example.d", more: string("⚑UTTypeReferenceURL", "1http://example.com")))),
  LintRow(
    "invalid-reference-url",
    "schemes that begin with no letter, or have others than letters, digits and +-.",
    exports(
      ["@a:x", "[a:x", "`a:x", "{a:x", "1a:x", "-a:x", "a_b:x", "a/b:x", "a;b:x", ":x", "a:"]
        .map { type("org.example.a", more: string("⚑UTTypeReferenceURL", $0)) })),
  LintRow(
    "invalid-reference-url", "schemes of letters at the ends of the alphabet, and of digits",
    exports(
      ["a:x", "z:x", "A:x", "Z:x", "az09+-.AZ:x", "x0:y", "x9:y", "http://a", "https://a/b"]
        .map { type("org.example.a", more: string("UTTypeReferenceURL", $0)) })),
  LintRow(
    "invalid-reference-url", "absolute URLs",
    exports(
      type("org.example.a", more: string("UTTypeReferenceURL", "HTTPS://example.com")),
      type("org.example.b", more: string("UTTypeReferenceURL", "urn:ietf:rfc:2083")),
      type("org.example.c", more: string("UTTypeReferenceURL", "")))),
  LintRow(
    "invalid-version", "words and stray periods",
    exports(
      type("org.example.a", more: string("⚑UTTypeVersion", "two")),
      type("org.example.b", more: string("⚑UTTypeVersion", "1..2")),
      type("org.example.c", more: string("⚑UTTypeVersion", "1.2b")))),
  LintRow(
    "invalid-version", "characters next to the digits, and missing numbers",
    exports(
      ["1/2", "1:2", "/", ":", ".1", "1.", "-1"]
        .map { type("org.example.a", more: string("⚑UTTypeVersion", $0)) })),
  LintRow(
    "invalid-version", "all digits",
    exports(
      ["0", "9", "0.9.10", "0123456789"]
        .map { type("org.example.a", more: string("UTTypeVersion", $0)) })),
  LintRow(
    "invalid-version", "numbers in every form",
    exports(
      type("org.example.a", more: string("UTTypeVersion", "1.4")),
      type("org.example.b", more: "<key>UTTypeVersion</key><integer>2</integer>"),
      type("org.example.c", more: string("UTTypeVersion", "")))),
  LintRow(
    "unknown-key",
    "slips in keys of the root, of a type and of a document type, whatever they begin with",
    list(
      string("⚑CFBundleIdentifer", "org.example.app") + string("⚑CFBunldeIdentifier", "a")
        + "⚑<key>UTExportedTypeDeclaration</key><array/>\n"
        + array(
          "UTExportedTypeDeclarations",
          [type("org.example.a", more: string("⚑UTypeVersion", "1") + string("⚑UTTypo", "1"))])
        + array("CFBundleDocumentTypes", ["\n⚑<key>NSDocumentClas</key><string>A.B</string>"]),
      bundle: nil)),
  LintRow(
    "unknown-key", "keys of others",
    list(
      string("CFBundleName", "A") + string("CFBundleVersion", "1")
        + string("CFBundleIconFile", "a") + string("LSMinimumSystemVersion", "10")
        + string("CFBundleExecutable", "a") + string("NSPrincipalClass", "a"))),
  LintRow(
    "missing-bundle-identifier", "an export by nobody",
    "<plist version=\"1.0\"><dict>⚑"
      + array("UTExportedTypeDeclarations", [type("org.example.a")]) + "</dict></plist>"),
  LintRow(
    "missing-bundle-identifier", "the base, which belongs to no bundle",
    exports(type("org.example.a"), bundle: nil), isBase: true),
  LintRow(
    "missing-bundle-identifier", "an import, and a variable that the build replaces",
    imports(type("org.example.a"), bundle: nil)),
  LintRow(
    "missing-bundle-identifier", "a variable that the build replaces",
    exports(type("org.example.a"), bundle: "$(PRODUCT_BUNDLE_IDENTIFIER)")),
]

@Suite("Lint rules about descriptions, versions and bundles")
struct MetadataRuleTests {
  @Test("find the marked lines only", arguments: metadataRows)
  func rows(row: LintRow) throws { try row.check() }
}
