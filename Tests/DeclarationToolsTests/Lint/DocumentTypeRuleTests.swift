import Testing

private let text = strings("LSItemContentTypes", ["public.text"])
private let editor = string("CFBundleTypeRole", "Editor")

private func named(_ name: String) -> String { string("CFBundleTypeName", name) }

private func role(_ role: String) -> String { string("CFBundleTypeRole", role) }

private func types(_ types: String...) -> String { strings("LSItemContentTypes", types) }

let documentTypeRows = [
  LintRow(
    "missing-role", "an entry without one", documents("⚑" + named("Note") + text, text + editor)),
  LintRow(
    "missing-document-class", "editors and viewers beside one with a class",
    documents(
      text + editor + string("NSDocumentClass", "App.Note"), "⚑" + types("public.png") + editor,
      "⚑" + types("public.xml") + role("viewer"), types("public.data") + role("None"),
      types("public.image") + role("Viewer") + string("UIDocumentClass", "App.Picture"))),
  LintRow(
    "missing-document-class", "a program without classes",
    documents(text + editor, types("public.png") + editor)),
  LintRow(
    "empty-document-class", "a key without a name",
    documents(
      text + string("NSDocumentClass", "⚑"), text + string("UIDocumentClass", "⚑ "),
      text + string("NSDocumentClass", "Note"))),
  LintRow(
    "malformed-class-name", "a blank in a name or at its end",
    documents(
      text + string("⚑NSDocumentClass", "Editor.My Note"),
      text + string("⚑UIDocumentClass", "Editor.Note "),
      text + string("NSDocumentClass", "Editor.Note"), text + string("NSDocumentClass", ""))),
  LintRow(
    "unqualified-class", "names that the runtime may not find",
    documents(
      text + string("⚑NSDocumentClass", "Note"), text + string("⚑UIDocumentClass", "Note"),
      text + string("NSDocumentClass", "$(PRODUCT_MODULE_NAME).Note"),
      text + string("NSDocumentClass", ""))),
  LintRow(
    "unknown-content-type", "declared neither here nor elsewhere",
    list(
      array("UTExportedTypeDeclarations", [type("org.example.note")])
        + array(
          "CFBundleDocumentTypes",
          [
            types("org.example.note", "⚑org.example.unknown", "public.text", "⚑ptx")
              + strings("NSExportableTypes", ["public.png", "⚑public.pgn"])
          ]))),
  LintRow(
    "unknown-content-type", "dynamic types are another rule's",
    documents(types("dyn.ah62d4rv4ge81g6pq", "mime.text.plain"))),
  LintRow(
    "dynamic-content-type", "which a declaration of its tag replaces",
    documents(types("⚑dyn.ah62d4rv4ge81g6pq", "public.text"))),
  LintRow(
    "dynamic-content-type", "that a preview shows",
    list(
      dictionary(
        "NSExtension",
        dictionary(
          "NSExtensionAttributes",
          strings("QLSupportedContentTypes", ["⚑dyn.ah62d4rv4ge81g6pq", "public.text"]))))),
  LintRow(
    "unknown-content-type", "that an importer indexes",
    list(
      dictionary(
        "NSExtension",
        dictionary(
          "NSExtensionAttributes",
          strings("CSSupportedContentTypes", ["public.text", "⚑org.example.unknown"]))))),
  LintRow(
    "empty-document-type", "an entry of nothing",
    documents("⚑" + named("Nothing"), "⚑" + named("List") + "<key>LSItemContentTypes</key><array/>")
  ),
  LintRow(
    "empty-document-type", "entries with types, tags, or types that are reported by themselves",
    documents(
      text, strings("CFBundleTypeExtensions", ["a"]), types("a/b"),
      strings("CFBundleTypeOSTypes", ["fold"]))),
  LintRow(
    "legacy-document-type", "extensions instead of types",
    documents("⚑" + strings("CFBundleTypeExtensions", ["a"]), text)),
  LintRow(
    "repeated-content-type", "within an entry and between entries of one role",
    documents(
      types("public.text", "⚑public.text") + editor, types("⚑public.TEXT", "public.png") + editor,
      text + role("Viewer"))),
  LintRow(
    "owner-of-foreign-type", "the rank Owner for a type of the system",
    list(
      array("UTExportedTypeDeclarations", [type("org.example.note")])
        + array(
          "CFBundleDocumentTypes",
          [
            types("⚑public.data", "org.example.note", "org.other.note")
              + string("LSHandlerRank", "Owner"),
            types("public.png") + string("LSHandlerRank", "Alternate"), types("public.xml"),
          ]))),
  LintRow(
    "ineffective-package-flag", "beside a stream",
    documents(
      text + "⚑<key>LSTypeIsPackage</key><true/>",
      types("com.apple.rtfd") + "<key>LSTypeIsPackage</key><true/>",
      strings("CFBundleTypeExtensions", ["a"]) + "<key>LSTypeIsPackage</key><true/>")),
  LintRow(
    "ignored-tags", "beside content types",
    documents(text + "<key>CFBundleTypeExtensions</key>⚑<array><string>txt</string></array>")),
]

@Suite("Lint rules about document types")
struct DocumentTypeRuleTests {
  @Test("find the marked lines only", arguments: documentTypeRows)
  func rows(row: LintRow) throws { try row.check() }
}
