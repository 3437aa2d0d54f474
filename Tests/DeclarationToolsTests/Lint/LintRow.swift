import DeclarationTestSupport
import Testing
import UTIDeclarationTools
import UTITypeDeclarations
import UTITypeGraph

/// A text with a mark at each place with an expected finding.
struct LintRow: Sendable, CustomTestStringConvertible {
  let rule: String
  let name: String
  let text: String
  let isBase: Bool

  init(_ rule: String, _ name: String, _ text: String, isBase: Bool = false) {
    self.rule = rule
    self.name = name
    self.text = text
    self.isBase = isBase
  }

  var testDescription: String { "\(rule): \(name)" }

  /// Checks the text with this rule alone, against a small base.
  func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let marked = MarkedText(text)
    let report = try linter(isBase: isBase, only: [rule]).report(on: marked.bytes, path: "test")
    #expect(
      report.findings.map(\.position) == marked.positions,
      "\(report.findings.map(\.description))", sourceLocation: sourceLocation)
    #expect(report.findings.allSatisfy { $0.rule == rule && $0.file == "test" })
    #expect(
      report.findings.allSatisfy { !$0.message.isEmpty && !$0.remedy.isEmpty },
      sourceLocation: sourceLocation)
  }

  static let all =
    identifierRows + conformanceRows + tagRows + metadataRows + documentTypeRows
    + sharedMIMEInfoRows + magicRows
}

/// A linter with a small base.
func linter(isBase: Bool = false, only: [String] = []) throws -> Linter {
  Linter(
    others: try smallBase(), layer: isBase ? .base : .program,
    selection: LintRuleSelection(only: only))
}

/// A base that has what the rows refer to.
private func smallBase() throws -> [DeclarationFile] {
  let types = [
    type("public.item"), type("public.content"), type("public.executable"),
    type("public.data", parents: ["public.item"]),
    type("public.directory", parents: ["public.item"]),
    type("com.apple.package", parents: ["public.directory"]),
    type("public.text", parents: ["public.data", "public.content"]),
    type("public.plain-text", parents: ["public.text"], mimeTypes: ["text/plain"]),
    type("public.xml", parents: ["public.text"], extensions: ["xml"]),
    type("public.image", parents: ["public.data", "public.content"]),
    type("public.png", parents: ["public.image"], extensions: ["png"], mimeTypes: ["image/png"]),
    type("com.apple.rtfd", parents: ["com.apple.package"], extensions: ["rtfd"]),
  ]
  let text = list(
    array("UTExportedTypeDeclarations", types)
      + array(
        "UTImportedTypeDeclarations",
        [type("org.other.note", parents: ["public.text"], extensions: ["note"])]))
  let package = """
    <mime-info xmlns="\(smiNamespace)">
    <mime-type type="application/octet-stream"><comment>Data</comment></mime-type>
    <mime-type type="application/xml"><comment>XML</comment><alias type="text/xml"/>
    <glob pattern="*.xml"/></mime-type>
    <mime-type type="text/plain"><comment>Text</comment><glob pattern="*.txt"/></mime-type>
    <mime-type type="application/x-below"><comment>Below</comment>
    <sub-class-of type="application/x-above"/><glob pattern="*.below"/></mime-type>
    </mime-info>
    """
  let reader = DeclarationReader()
  return [
    try reader.read(
      Array(text.utf8),
      from: DeclarationSource(path: "base.plist", format: .propertyList, layer: .base)),
    try reader.read(
      Array(package.utf8),
      from: DeclarationSource(path: "base.xml", format: .sharedMIMEInfo, layer: .base)),
  ]
}

// MARK: Texts

/// A property list with the given content of its root dictionary.
func list(_ content: String, bundle: String? = "org.example.app") -> String {
  let identifier = bundle.map { "<key>CFBundleIdentifier</key><string>\($0)</string>\n" } ?? ""
  return "<plist version=\"1.0\">\n<dict>\n\(identifier)\(content)\n</dict>\n</plist>\n"
}

/// A property list that exports types.
func exports(_ types: String..., bundle: String? = "org.example.app") -> String {
  list(array("UTExportedTypeDeclarations", types), bundle: bundle)
}

/// A property list that exports many types.
func exports(_ types: [String], bundle: String? = "org.example.app") -> String {
  list(array("UTExportedTypeDeclarations", types), bundle: bundle)
}

/// A property list that imports types.
func imports(_ types: String..., bundle: String? = "org.example.app") -> String {
  list(array("UTImportedTypeDeclarations", types), bundle: bundle)
}

/// A property list with document types.
func documents(_ types: String...) -> String {
  list(array("CFBundleDocumentTypes", types))
}

/// A key with an array of dictionaries, each of which may begin with a mark.
func array(_ key: String, _ dictionaries: [String]) -> String {
  "<key>\(key)</key>\n<array>\n"
    + dictionaries.map { $0.element("dict") }.joined(separator: "\n") + "\n</array>\n"
}

/// A key with a dictionary.
func dictionary(_ key: String, _ content: String) -> String {
  "<key>\(key)</key>\n<dict>\(content)</dict>\n"
}

/// A key with an array of strings, each of which may begin with a mark.
func strings(_ key: String, _ values: [String]) -> String {
  guard !values.isEmpty else { return "" }
  return "<key>\(key)</key>\n<array>\n"
    + values.map { $0.element("string") }.joined(separator: "\n")
    + "\n</array>\n"
}

/// A key, which may begin with a mark, with a string.
func string(_ key: String, _ value: String) -> String {
  "\(key.element("key"))\(value.element("string"))\n"
}

/// The content of the dictionary that declares a type.
///
/// A mark for the identifier is before its key, all others are before their values.
func type(
  _ identifier: String, _ description: String? = "A type", parents: [String] = [],
  extensions: [String] = [], mimeTypes: [String] = [], osTypes: [String] = [], more: String = ""
) -> String {
  let isMarked = identifier.hasPrefix("⚑")
  let tags =
    strings("public.filename-extension", extensions) + strings("public.mime-type", mimeTypes)
    + strings("com.apple.ostype", osTypes)
  return "\n"
    + string(
      isMarked ? "⚑UTTypeIdentifier" : "UTTypeIdentifier",
      isMarked ? String(identifier.dropFirst()) : identifier)
    + (description.map { string("UTTypeDescription", $0) } ?? "")
    + strings("UTTypeConformsTo", parents)
    + (tags.isEmpty ? "" : "<key>UTTypeTagSpecification</key>\n<dict>\n\(tags)</dict>\n") + more
}

/// A shared-mime-info package with the given elements.
func package(_ elements: String...) -> String {
  "<mime-info xmlns=\"\(smiNamespace)\">\n" + elements.joined(separator: "\n") + "\n</mime-info>\n"
}

/// A `mime-type` element with a comment; the name may begin with a mark.
func mimeType(_ name: String, _ content: String, comment: String = "A type") -> String {
  let isMarked = name.hasPrefix("⚑")
  return (isMarked ? "⚑" : "")
    + "<mime-type type=\"\(isMarked ? String(name.dropFirst()) : name)\">\n"
    + (comment.isEmpty ? "" : "<comment>\(comment)</comment>\n") + content + "\n</mime-type>"
}

extension String {
  /// Returns the text as the content of an element; a mark at its start is before the element.
  fileprivate func element(_ name: String) -> String {
    hasPrefix("⚑") ? "⚑<\(name)>\(dropFirst())</\(name)>" : "<\(name)>\(self)</\(name)>"
  }
}
