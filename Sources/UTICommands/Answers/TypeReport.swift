import UTICommandOutput
internal import UTIDataFormats
import UTIDesktopIntegration
internal import UTIFormatSignatures
import UTITypeDeclarations
import UTITypeGraph
import UniformTypes

/// All facts about a type, for machine-readable forms and for text.
struct TypeReport {
  let type: UTType
  let output: OutputOptions
  /// The formats of PRONOM; nil without its signatures.
  private let formats: [FileFormat]?
  /// The search takes as long as the type has tags.
  private let tagsByClass: [UTTagClass: [String]]

  init(_ type: UTType, output: OutputOptions, formats: [FileFormat]? = nil) {
    self.formats = formats
    self.type = type
    self.output = output
    tagsByClass = type.tags
  }

  private var description: String? { type.localizedDescription(in: output.languages) }
  private var tagClasses: [String] { tagsByClass.keys.map(\.rawValue).sorted() }

  var fields: [(key: String, value: JSONValue)] {
    [
      ("type", .string(type.identifier)), ("description", .optional(description)),
      ("isDeclared", .boolean(type.isDeclared)), ("isDynamic", .boolean(type.isDynamic)),
      ("isPublic", .boolean(type.isPublic)), ("mimeType", .optional(type.canonicalMIMEType)),
      ("filenameExtension", .optional(type.preferredFilenameExtension)),
      ("preferredFilenameExtension", .optional(type.preferredFilenameExtension)),
      ("preferredMIMEType", .optional(type.preferredMIMEType)),
      ("version", type.version.map { .integer($0) } ?? .null),
      ("referenceURL", .optional(type.firstDeclaration?.declaration.referenceURL)),
      ("tags", tags), ("conformsTo", .strings(supertypes(.container, isExcluded: true))),
      ("container", .strings(supertypes(.container, isExcluded: false))),
      ("statements", .array(statements)),
      ("supertypes", .strings(type.supertypes.map(\.identifier).sorted())),
      ("icon", .optional(type.iconNames?.icon)),
      ("genericIcon", .optional(type.iconNames?.generic)),
      ("declarations", .array(type.declarations.map(field))),
    ] + (formats.map { [("formats", .strings($0.map(\.puid)))] } ?? [])
  }

  var columns: [String] {
    [
      type.identifier, type.canonicalMIMEType ?? "-", description ?? "-",
      tagsByClass[.filenameExtension]?.joined(separator: ",") ?? "-",
      tagsByClass[.mimeType]?.joined(separator: ",") ?? "-",
      type.parents.map(\.identifier).joined(separator: ","),
    ]
  }

  var lines: [String] {
    var rows: [(String, String)] = []
    if let description { rows.append(("description", description)) }
    if type.isDynamic { rows.append(("dynamic", "derived from its tags; not declared")) }
    for tagClass in tagClasses {
      let values = tagsByClass[UTTagClass(rawValue: tagClass)] ?? []
      rows.append((tagClass, values.joined(separator: ", ")))
    }
    for edge in type.edges {
      let name = edge.kind == .container ? "stored as" : "conforms to"
      let origin = edge.origin.map { "  (\(edge.kind), \($0))" } ?? "  (\(edge.kind))"
      rows.append((name, edge.supertype.identifier + output.dimmed(origin)))
    }
    if type.edges.isEmpty {
      for parent in type.parents { rows.append(("conforms to", parent.identifier)) }
    }
    let direct = Set(type.parents)
    let distant = type.supertypes.subtracting(direct).map(\.identifier).sorted()
    if !distant.isEmpty { rows.append(("and so to", distant.joined(separator: ", "))) }
    if let version = type.version { rows.append(("version", String(version))) }
    if let reference = type.firstDeclaration?.declaration.referenceURL {
      rows.append(("reference", reference))
    }
    for format in formats ?? [] {
      let version = format.presentVersion.map { " " + $0 } ?? ""
      rows.append(("PRONOM", "\(format.puid)  \(format.name)\(version)"))
    }
    for declaration in type.declarations {
      rows.append(("declared in", "\(declaration.place) (\(type.standing(of: declaration)))"))
    }
    return Self.layout(output.emphasized(type.identifier), rows)
  }

  private var tags: JSONValue {
    .object(tagClasses.map { ($0, .strings(tagsByClass[UTTagClass(rawValue: $0)] ?? [])) })
  }

  /// The statements are of one kind, or of all others.
  private func supertypes(_ kind: EdgeKind, isExcluded: Bool) -> [String] {
    type.edges.filter { ($0.kind == kind) != isExcluded }.map(\.supertype.identifier)
  }

  private var statements: [JSONValue] {
    type.edges.map { edge in
      .object([
        ("type", .string(edge.supertype.identifier)), ("kind", .string("\(edge.kind)")),
        ("file", .optional(edge.origin?.source.path)),
        ("line", edge.origin.map { .integer($0.position.line) } ?? .null),
      ])
    }
  }

  private func field(_ declaration: RegisteredDeclaration) -> JSONValue {
    .object([
      ("file", .string(declaration.source.path)),
      ("line", .integer(declaration.declaration.position.line)),
      ("layer", .string("\(declaration.source.layer)")),
      ("bundle", .optional(declaration.source.bundleIdentifier)),
      ("exported", .boolean(declaration.declaration.isExported)),
      ("active", .boolean(declaration.isActive)),
      ("rank", .string("\(declaration.rank)")),
      ("inactiveBy", .optional(type.precedence(over: declaration)?.rawValue)),
    ])
  }

  /// A name that repeats in the next row is printed once.
  private static func layout(_ title: String, _ rows: [(String, String)]) -> [String] {
    let width = rows.map(\.0.count).max() ?? 0
    var lines = [title]
    var last = ""
    for (name, value) in rows {
      let shown = name == last ? "" : name
      lines.append("  " + shown + String(repeating: " ", count: width - shown.count + 2) + value)
      last = name
    }
    return lines
  }
}
