import Testing
import UTIDeclarationTools
import UTITypeGraph

/// A type whose parents begin with a marked key.
private func typeWithMarkedParents(
  _ identifier: String, _ parents: [String], extensions: [String] = []
) -> String {
  type(identifier, extensions: extensions)
    + strings("UTTypeConformsTo", parents)
    .replacingPrefix("<key>", with: "⚑<key>")
}

extension String {
  fileprivate func replacingPrefix(_ prefix: String, with other: String) -> String {
    hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
  }
}

let conformanceRows = [
  LintRow(
    "unbound-type", "extensions without a way to data",
    exports(
      typeWithMarkedParents("org.example.a", ["public.item"], extensions: ["a"]),
      typeWithMarkedParents("org.example.b", ["public.content"], extensions: ["b"]))),
  LintRow(
    "unbound-type", "no parent at all is the declaration's fault",
    list(array("UTExportedTypeDeclarations", ["⚑" + type("org.example.a", extensions: ["a"])]))),
  LintRow(
    "unbound-type", "streams, packages, types without extensions, and unknown parents",
    exports(
      type("org.example.a", parents: ["public.content", "public.image"], extensions: ["a"]),
      type("org.example.b", parents: ["com.apple.package"], extensions: ["b"]),
      type("org.example.c", parents: ["public.item"], mimeTypes: ["text/c"]),
      type("org.example.d", parents: ["public.unknown"], extensions: ["d"]),
      type("org.example.e", parents: ["org.example.a"], extensions: ["e"]))),
  LintRow(
    "data-and-directory", "a file and a package at once",
    exports(typeWithMarkedParents("org.example.a", ["com.apple.package", "public.text"]))),
  LintRow(
    "data-and-directory", "content is on both sides",
    exports(
      type("org.example.a", parents: ["com.apple.package", "public.content"]),
      type("org.example.b", parents: ["public.text", "public.executable"]))),
  LintRow(
    "redundant-parent", "a parent of a parent, and one stated twice",
    exports(
      type("org.example.a", parents: ["⚑public.data", "public.image", "⚑public.content"]),
      type("org.example.b", parents: ["public.xml", "⚑public.XML"]))),
  LintRow(
    "redundant-parent", "parents side by side, and loops",
    exports(
      type("org.example.a", parents: ["public.data", "public.content"]),
      type("org.example.b", parents: ["org.example.b", "public.data"]))),
  LintRow(
    "redundant-parent", "a hundred parents are compared",
    exports(
      type(
        "org.example.a",
        parents: (1...99).map { "org.example.p\($0)" } + ["⚑org.example.p1"]))),
  LintRow(
    "redundant-parent", "more are not",
    exports(
      type(
        "org.example.a", parents: (1...100).map { "org.example.p\($0)" } + ["org.example.p1"]))),
  LintRow(
    "bare-declaration", "neither parent nor tag",
    exports(type("⚑org.example.a"), type("org.example.b", parents: ["public.data"]))),
  LintRow(
    "bare-declaration", "an import of a known type",
    imports(type("public.xml"), type("org.example.b", extensions: ["b"]))),
  LintRow("bare-declaration", "the roots of the base", exports(type("public.x")), isBase: true),
  LintRow(
    "unknown-parent", "a misspelt parent",
    exports(type("org.example.a", parents: ["⚑public.xnl", "public.xml"]))),
  LintRow(
    "self-conformance", "a loop", exports(type("org.example.a", parents: ["⚑org.example.A"]))),
  LintRow(
    "conformance-cycle", "the later of two statements",
    exports(
      type("org.example.a", parents: ["org.example.b"]),
      type("org.example.b", parents: ["⚑org.example.a"]))),
  LintRow(
    "dynamic-parent", "a dynamic type that nothing is declared for",
    exports(type("org.example.a", parents: ["⚑dyn.ah62d4rv4ge81k3u"]))),
]

@Suite("Lint rules about conformance")
struct ConformanceRuleTests {
  @Test("find the marked lines only", arguments: conformanceRows)
  func rows(row: LintRow) throws { try row.check() }

  @Test("suggest the probable identifier")
  func nearest() throws {
    for (written, meant) in [("public.xnl", "public.xml"), ("publix.text", "public.text")] {
      let text = exports(type("org.example.a", parents: [written]))
      let report = try linter(only: ["unknown-parent"]).report(on: Array(text.utf8), path: "test")
      #expect(report.findings.map(\.remedy) == ["write “\(meant)” if that is meant, or declare it"])
    }
  }
}
