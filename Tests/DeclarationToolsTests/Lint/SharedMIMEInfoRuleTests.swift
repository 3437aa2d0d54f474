import Testing
import UTIDeclarationTools
import UTITypeGraph

private let glob = "<glob pattern=\"*.aaa\"/>"

let sharedMIMEInfoRows = [
  LintRow(
    "unreachable-glob", "a slash, and literals that another type has",
    package(
      mimeType(
        "application/x-a",
        "⚑<glob pattern=\"folder/*.a\"/><glob pattern=\"makefile\" weight=\"60\"/>"),
      mimeType("application/x-b", "⚑<glob pattern=\"Makefile\"/><glob pattern=\"*.b\"/>"))),
  LintRow(
    "unreachable-glob", "a shared suffix leaves both to the content",
    package(
      mimeType("application/x-a", "<glob pattern=\"*.a\" weight=\"90\"/>"),
      mimeType("application/x-b", "<glob pattern=\"*.a\" weight=\"10\"/><glob pattern=\"[!b]*\"/>"))
  ),
  LintRow(
    "duplicate-glob", "compared as names are",
    package(
      mimeType(
        "application/x-a",
        "<glob pattern=\"*.pl\"/>⚑<glob pattern=\"*.PL\"/><glob pattern=\"*.PL\" "
          + "case-sensitive=\"true\"/>⚑<glob pattern=\"*.pl\" weight=\"20\"/>"),
      mimeType("application/x-b", "<glob pattern=\"*.pl\"/>"))),
  LintRow(
    "duplicate-glob", "the greatest weight counts",
    package(
      mimeType(
        "application/x-a",
        "⚑<glob pattern=\"*.kqy\"/><glob pattern=\"*.kqy\" weight=\"80\"/>"
          + "⚑<glob pattern=\"*.KQY\" weight=\"60\"/>"))),
  LintRow(
    "glob-with-capitals", "suffixes only, unless capitals count",
    package(
      mimeType(
        "application/x-a",
        "⚑<glob pattern=\"*.Z\"/><glob pattern=\"*.C\" case-sensitive=\"true\"/>"
          + "<glob pattern=\"README*\"/><glob pattern=\"Makefile\"/>"))),
  LintRow(
    "catch-all-glob", "nothing but wildcards",
    package(
      mimeType(
        "application/x-a",
        "⚑<glob pattern=\"*\"/>⚑<glob pattern=\"*.*\"/>⚑<glob pattern=\"??*\"/>"
          + "<glob pattern=\"*~\"/><glob pattern=\"*.a\"/>"))),
  LintRow(
    "glob-without-star", "an extension with its dot, and nothing like the names of settings",
    package(
      mimeType(
        "application/x-a",
        "⚑<glob pattern=\".part3\"/>⚑<glob pattern=\".a\"/><glob pattern=\"*.part4\"/>"
          + "<glob pattern=\".bashrc\"/><glob pattern=\".gitignore\"/><glob pattern=\".a.b\"/>"
          + "<glob pattern=\"makefile\"/><glob pattern=\".\"/><glob pattern=\".[ab]\"/>"))),
  LintRow(
    "contested-glob", "extensions of types that are declared",
    package(
      mimeType(
        "application/x-a",
        "⚑<glob pattern=\"*.png\"/>⚑<glob pattern=\"*.PNG\" weight=\"10\"/>"
          + "<glob pattern=\"*.a.png\"/><glob pattern=\"*.txt\"/>⚑<glob pattern=\"*.note\"/>"))),
  LintRow(
    "contested-glob", "not where bytes tell a type from its supertype, only where they do not",
    package(
      mimeType(
        "image/x-a",
        "<sub-class-of type=\"image/png\"/><glob pattern=\"*.png\"/><magic>"
          + "<match type=\"string\" offset=\"40\" value=\"abcdefgh\"/></magic>"),
      mimeType("image/x-b", "<sub-class-of type=\"image/png\"/>⚑<glob pattern=\"*.png\"/>"),
      mimeType(
        "image/x-c",
        "<sub-class-of type=\"image/png\"/><glob pattern=\"*.png\"/>"
          + "<root-XML namespaceURI=\"urn:c\" localName=\"c\"/>"),
      mimeType(
        "image/x-d",
        "⚑<glob pattern=\"*.png\"/><root-XML namespaceURI=\"urn:d\" localName=\"d\"/>"))),
  LintRow(
    "contested-glob", "not where the package describes the other type",
    package(
      mimeType("image/x-a", "<glob pattern=\"*.png\"/>"),
      mimeType("image/png", "<glob pattern=\"*.png\"/>"))),
  LintRow(
    "contested-glob", "two types of a package that nothing tells apart",
    package(
      mimeType("application/x-a", "<glob pattern=\"*.ape2\"/><glob pattern=\"*.ape3\"/>"),
      mimeType(
        "application/x-b", "⚑<glob pattern=\"*.APE2\"/><glob pattern=\"*.ape3\" weight=\"40\"/>"),
      mimeType(
        "application/x-c",
        "<glob pattern=\"*.ape2\"/><magic><match type=\"string\" offset=\"0\" value=\"ACMEACME\"/>"
          + "</magic>"))),
  LintRow(
    "prefix-glob", "a start of names without a separator",
    package(
      mimeType(
        "application/x-a",
        "⚑<glob pattern=\"tp*\"/><glob pattern=\"tp.*\"/><glob pattern=\"tp-*\"/>"
          + "<glob pattern=\"tp*.a\"/><glob pattern=\"*tp*\"/><glob pattern=\"tp\"/>"))),
  LintRow(
    "contested-glob", "not in the base",
    package(mimeType("application/x-a", "<glob pattern=\"*.png\"/>")), isBase: true),
  LintRow(
    "alias-of-declared-type", "joins two types",
    package(
      mimeType(
        "application/x-a",
        "⚑<alias type=\"image/png\"/><alias type=\"text/xml\"/><alias type=\"image/x-png\"/>" + glob
      ),
      mimeType("text/plain", "<alias type=\"image/png\"/>" + glob))),
  LintRow(
    "invalid-icon", "no file of a theme is called so",
    package(
      mimeType(
        "application/x-a",
        "⚑<icon name=\"an icon\"/>⚑<generic-icon name=\"mimetypes/x-office\"/>" + glob),
      mimeType(
        "application/x-b",
        "<icon name=\"application-x-b\"/><generic-icon name=\"x-office\"/>" + glob))),
  LintRow(
    "incomplete-escape", "a backslash with nothing behind it, and hexadecimal without digits",
    package(
      mimeType(
        "application/x-a",
        "<magic>⚑<match type=\"string\" offset=\"0\" value=\"ACME\\x\"/>"
          + "⚑<match type=\"string\" offset=\"0\" value=\"ACME\\xg1\"/>"
          + "⚑<match type=\"string\" offset=\"0\" value=\"ACME\\\"/>"
          + "<match type=\"string\" offset=\"0\" value=\"ACME\\x1\\\\\\n\\7\\q\"/></magic>" + glob))
  ),
  LintRow(
    "duplicate-alias", "twice, or the type itself",
    package(
      mimeType(
        "application/x-a",
        "<alias type=\"text/x-a\"/>⚑<alias type=\"text/X-A\"/>⚑<alias type=\"application/x-a\"/>"
          + glob))),
  LintRow(
    "contested-alias", "the later claim has it",
    package(
      mimeType("application/x-a", "⚑<alias type=\"text/x-a\"/>" + glob),
      mimeType("application/x-b", "<alias type=\"text/x-a\"/><alias type=\"text/x-b\"/>" + glob))),
  LintRow(
    "contested-alias", "a name that is a type is another rule's",
    package(mimeType("application/x-a", "<alias type=\"text/plain\"/>" + glob))),
  LintRow(
    "alias-is-a-type", "and stays one",
    package(
      mimeType("application/x-a", "⚑<alias type=\"application/x-b\"/>" + glob),
      mimeType("application/x-b", glob))),
  LintRow(
    "unknown-superclass", "described nowhere",
    package(
      mimeType(
        "application/x-a",
        "⚑<sub-class-of type=\"application/xnl\"/><sub-class-of type=\"application/xml\"/>"
          + "<sub-class-of type=\"text/xml\"/><sub-class-of type=\"image/png\"/>"
          + "<sub-class-of type=\"application/x-b\"/>" + glob),
      mimeType("application/x-b", glob))),
  LintRow(
    "superclass-cycle", "every statement on a way that leads through another package",
    package(
      mimeType(
        "application/x-above",
        "<sub-class-of type=\"application/xml\"/>⚑<sub-class-of type=\"application/x-middle\"/>"
          + glob),
      mimeType(
        "application/x-between",
        "<alias type=\"application/x-middle\"/>⚑<sub-class-of type=\"application/x-below\"/>"
          + glob))),
  LintRow(
    "superclass-cycle", "not within the file, and not where the file speaks instead of the base",
    package(
      mimeType("application/x-above", "<sub-class-of type=\"application/x-below\"/>" + glob),
      mimeType("application/x-below", glob),
      mimeType("application/x-a", "<sub-class-of type=\"application/x-b\"/>" + glob),
      mimeType("application/x-b", "<sub-class-of type=\"application/x-a\"/>" + glob),
      mimeType("application/x-c", "<sub-class-of type=\"application/x-c\"/>" + glob))),
  LintRow(
    "redundant-superclass", "twice, or of everything",
    package(
      mimeType(
        "text/x-a",
        "⚑<sub-class-of type=\"text/plain\"/>⚑<sub-class-of type=\"application/octet-stream\"/>"
          + glob),
      mimeType(
        "application/x-b",
        "<sub-class-of type=\"text/plain\"/><sub-class-of type=\"application/xml\"/>"
          + "⚑<sub-class-of type=\"application/xml\"/>" + glob))),
  LintRow(
    "missing-comment", "none at all, or none for everybody",
    package(
      mimeType("⚑application/x-a", glob, comment: ""),
      mimeType("⚑application/x-b", "<comment xml:lang=\"de\">B</comment>" + glob, comment: ""))),
  LintRow(
    "missing-comment", "additions to types that others describe",
    package(
      mimeType("text/plain", glob, comment: ""), mimeType("application/x-a", glob),
      mimeType("application/x-a", glob, comment: ""))),
  LintRow(
    "duplicate-comment", "in one language",
    package(
      mimeType(
        "application/x-a",
        "<comment xml:lang=\"de\">A</comment>⚑<comment xml:lang=\"de\">B</comment>"
          + "⚑<comment>C</comment><comment xml:lang=\"fr\">D</comment>" + glob))),
  LintRow(
    "undetectable-type", "nothing tells its files",
    package(
      mimeType("⚑application/x-a", "<icon name=\"a\"/>"),
      mimeType("application/x-b", "<alias type=\"text/x-b\"/>"),
      mimeType("application/x-c", "<sub-class-of type=\"application/x-b\"/>" + glob),
      mimeType("inode/x-d", ""), mimeType("x-content/e", ""), mimeType("text/plain", ""))),
  LintRow(
    "contested-root-element", "the later claim has it",
    package(
      mimeType(
        "application/x-a",
        "⚑<root-XML namespaceURI=\"urn:a\" localName=\"a\"/>"
          + "<root-XML namespaceURI=\"urn:a\" localName=\"\"/>"),
      mimeType("application/x-b", "<root-XML namespaceURI=\"urn:a\" localName=\"a\"/>"))),
  LintRow(
    "root-element-outside-xml", "which nobody looks at",
    package(
      mimeType("application/x-a", "⚑<root-XML namespaceURI=\"urn:a\" localName=\"a\"/>"),
      mimeType(
        "application/x-b",
        "<sub-class-of type=\"application/x-c\"/><root-XML namespaceURI=\"urn:b\" localName=\"b\"/>"
      ),
      mimeType("application/x-c", "<sub-class-of type=\"application/xml\"/>"))),
  LintRow(
    "treemagic-outside-volumes", "of a file",
    package(
      mimeType("application/x-a", "⚑<treemagic><treematch path=\"a\"/></treemagic>"),
      mimeType("x-content/b", "<treemagic><treematch path=\"b\"/></treemagic>"))),
  LintRow(
    "repeated-type", "in two elements",
    package(
      mimeType("application/x-a", glob), mimeType("application/x-b", glob),
      mimeType("⚑application/X-A", glob))),
  LintRow(
    "invalid-number", "weights and priorities out of range",
    package(
      mimeType(
        "application/x-a",
        "⚑<glob pattern=\"*.a\" weight=\"101\"/>⚑<glob pattern=\"*.b\" weight=\"-1\"/>" + glob
          + "⚑<magic priority=\"200\"><match type=\"string\" offset=\"0\" value=\"abcd\"/></magic>"
      ))),
]

@Suite("Lint rules about shared-mime-info packages")
struct SharedMIMEInfoRuleTests {
  @Test("find the marked lines only", arguments: sharedMIMEInfoRows)
  func rows(row: LintRow) throws { try row.check() }

  @Test("suggest aliases, and count swapped letters as one mistake")
  func nearestNames() throws {
    let text = package(
      mimeType("application/x-a", "<sub-class-of type=\"text/xlm\"/>" + glob),
      mimeType("text/x-b", glob))
    let report = try linter(only: ["unknown-superclass"]).report(on: Array(text.utf8), path: "test")
    #expect(report.findings.map(\.remedy) == ["write “text/xml” if that is meant, or describe it"])
  }
}
