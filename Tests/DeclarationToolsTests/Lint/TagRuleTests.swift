import Testing

let tagRows = [
  LintRow(
    "extension-with-capitals", "in types and document types",
    list(
      array(
        "UTExportedTypeDeclarations",
        [type("org.example.a", extensions: ["aaa", "⚑Bbb"], mimeTypes: ["text/X-A"])])
        + array(
          "CFBundleDocumentTypes", [strings("CFBundleTypeExtensions", ["⚑JPG", "png", "*"])]))),
  LintRow(
    "extension-with-dot", "of which no name has one",
    exports(type("org.example.a", parents: ["public.data"], extensions: ["⚑.a", "b"]))),
  LintRow(
    "contested-extension", "a stream against a stream",
    exports(type("org.example.a", parents: ["public.data"], extensions: ["a", "⚑PNG"]))),
  LintRow(
    "contested-extension", "a package against a package",
    exports(type("org.example.a", parents: ["com.apple.package"], extensions: ["⚑rtfd"]))),
  LintRow(
    "contested-extension", "a package and a stream do not meet, nor does a type itself",
    list(
      array(
        "UTExportedTypeDeclarations",
        [
          type("org.example.a", parents: ["com.apple.package"], extensions: ["png"]),
          type("org.example.b", parents: ["public.data"], extensions: ["rtfd"]),
        ])
        + array(
          "UTImportedTypeDeclarations",
          [type("org.other.note", parents: ["public.text"], extensions: ["note"])]))),
  LintRow(
    "contested-extension", "the first of two types of a file has it",
    list(
      array(
        "UTImportedTypeDeclarations",
        [
          type("org.example.a", parents: ["public.data"], extensions: ["ape2"]),
          type("org.example.b", parents: ["public.data"], extensions: ["⚑APE2", "ape3"]),
          type("org.example.c", parents: ["com.apple.package"], extensions: ["ape2"]),
        ]))),
  LintRow(
    "contested-mime-type", "the first of two types of a file has it",
    list(
      array(
        "UTImportedTypeDeclarations",
        [
          type("org.example.a", parents: ["public.data"], mimeTypes: ["application/x-ape2"]),
          type("org.example.b", parents: ["public.data"], mimeTypes: ["⚑application/x-ape2"]),
        ]))),
  LintRow(
    "contested-extension", "the base decides by order",
    exports(type("public.other", parents: ["public.data"], extensions: ["png"])), isBase: true),
  LintRow(
    "contested-mime-type", "another type of the same MIME type",
    exports(
      type("org.example.a", parents: ["public.data"], mimeTypes: ["⚑IMAGE/png", "image/x-a"]))),
  LintRow(
    "contested-mime-type", "the type itself",
    imports(type("public.png", parents: ["public.image"], mimeTypes: ["image/png"]))),
  LintRow(
    "duplicate-tag", "compared as look-ups compare",
    list(
      array(
        "UTExportedTypeDeclarations",
        [
          type(
            "org.example.a", extensions: ["a", "b", "⚑A"], mimeTypes: ["text/a", "⚑text/A"],
            osTypes: ["AAAA", "aaaa"]),
          type("org.example.b", extensions: ["a"]),
        ])
        + array("CFBundleDocumentTypes", [strings("CFBundleTypeExtensions", ["a", "⚑a"])]))),
  LintRow(
    "ineffective-tag", "additions to a type of the system",
    imports(
      type(
        "public.png", parents: ["public.image"], extensions: ["PNG", "⚑apng"],
        mimeTypes: ["⚑image/x-png"]))),
  LintRow(
    "ineffective-tag", "an export that outranks an import of the base",
    exports(type("org.other.note", extensions: ["nt"]), bundle: "org.other.app")),
  LintRow(
    "mime-tag-with-parameters", "which is compared as a whole",
    exports(type("org.example.a", mimeTypes: ["⚑text/a;charset=utf-8", "text/a"]))),
  LintRow(
    "wildcard-tag", "in each of three classes",
    exports(
      type(
        "org.example.a", extensions: ["⚑*", "a"], mimeTypes: ["⚑image/*"],
        osTypes: ["⚑****", "A***"]))),
  LintRow(
    "wildcard-tag", "document types of the old kind know wildcards",
    documents(strings("CFBundleTypeExtensions", ["*"]) + strings("CFBundleTypeOSTypes", ["****"]))),
  LintRow(
    "unlikely-extension", "emoji, invisible characters, and what other systems refuse",
    exports(
      type("org.example.a", extensions: ["⚑🎮", "⚑a\u{200D}b", "⚑a:b", "c++", "7z", "документ"]))),
  LintRow(
    "unlikely-extension", "symbols that are not emoji, and emoji that are not symbols",
    exports(type("org.example.a", extensions: ["⚑a☙", "⚑a‼", "a±", "aℵb"]))),
  LintRow(
    "invalid-ostype", "more and fewer than four characters",
    list(
      array(
        "UTExportedTypeDeclarations",
        [type("org.example.a", osTypes: ["⚑theme", "⚑TXT", "TXT ", "ƒpd1"])])
        + array("CFBundleDocumentTypes", [strings("CFBundleTypeOSTypes", ["⚑fo", "****"])]))),
  LintRow(
    "surrounding-blanks", "around identifiers and extensions",
    exports(type("org.example.a", parents: ["⚑ public.data"], extensions: ["⚑a\n"]))),
  LintRow(
    "invalid-mime-tag", "a name without a slash",
    exports(type("org.example.a", mimeTypes: ["⚑xslt+xml", "text/a"]))),
]

@Suite("Lint rules about tags")
struct TagRuleTests {
  @Test("find the marked lines only", arguments: tagRows)
  func rows(row: LintRow) throws { try row.check() }
}
