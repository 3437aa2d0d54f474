package import TypeDeclarations
internal import UTIDataFormats
internal import UTIPlatform
package import UTITypeGraph
internal import UTIXMLFormats

/// A reader of the output of ``JSONDeclarationWriter``.
package enum JSONDeclarationReader {
  /// Only likely, for a choice between JSON, a property list and a package.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.firstIndex(of: UInt8(ascii: "{")) else { return false }
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    guard bytes[..<first].allSatisfy(blanks.contains) else { return false }
    // The old text form of property lists begins with a brace too, but never with this character.
    let next = bytes[(first + 1)...].first { !blanks.contains($0) }
    return next == nil || next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
  }

  /// Throws the place of the first invalid value.
  package static func read(
    _ bytes: [UInt8], path: String
  ) throws(DeclarationError) -> DeclarationFile {
    let root: JSONNode
    do throws(FormatError) {
      root = try JSONReader.read(bytes)
    } catch {
      throw DeclarationError(error, in: path)
    }
    var fields = try JSONFields(root, file: path)
    guard try fields.string("schema") == JSONDeclarationWriter.schema else {
      throw .json(
        path, fields.position, "the document does not state the schema of declarations",
        remedy: "write \"schema\": \"\(JSONDeclarationWriter.schema)\"")
    }
    let version = JSONDeclarationWriter.version
    _ = try fields.integer("version", in: version...version, default: version)
    let source = DeclarationSource(
      path: path, format: .propertyList, layer: .program,
      bundleIdentifier: try fields.string("bundleIdentifier"))
    let file = DeclarationFile(
      source: source, types: try fields.objects("types", type),
      kinds: try fields.objects("kinds", kind),
      documentTypes: try fields.objects("documentTypes", documentType),
      mimeTypes: try fields.objects("mimeTypes", mimeType))
    try fields.finish()
    return file
  }

  // MARK: Uniform types

  private static func type(
    _ fields: inout JSONFields
  ) throws(DeclarationError) -> TypeDeclaration {
    let identifier = try fields.value(
      fields.text("identifier"), at: fields.position, "an identifier", declarableIdentifier)
    let declared = try fields.text("declared")
    guard declared == "exported" || declared == "imported" else {
      throw .json(
        fields.file, fields.position, "“\(declared.prefix(100))” is no way to declare",
        remedy: "write exported or imported")
    }
    var type = TypeDeclaration(
      identifier: identifier, position: fields.position, isExported: declared == "exported")
    type.description = try fields.string("description")
    type.isWildcard = try fields.boolean("isWildcard")
    type.referenceURL = try fields.string("referenceURL")
    type.version = try fields.string("version")
    type.conformsTo = try identifiers("conformsTo", &fields)
    type.tags = try tags(&fields)
    type.iconFiles = try fields.strings("iconFiles").map(\.value)
    return type
  }

  private static func declarableIdentifier(_ text: String) -> TypeIdentifier? {
    TypeIdentifier(text).flatMap { $0.isDynamic ? nil : $0 }
  }

  private static func identifiers(
    _ name: String, _ fields: inout JSONFields
  ) throws(DeclarationError) -> [Located<TypeIdentifier>] {
    try fields.values(name, expected: "an identifier") { TypeIdentifier($0) }
  }

  private static func tags(
    _ fields: inout JSONFields
  ) throws(DeclarationError) -> [Located<Tag>] {
    try fields.objects("tags") { (group) throws(DeclarationError) in
      let tagClass = TagClass(rawValue: try group.text("class"))
      return try group.values("values", expected: "a tag, which is not empty") { text in
        text.isEmpty ? nil : Tag(tagClass: tagClass, value: text)
      }
    }.flatMap { $0 }
  }

  private static func kind(
    _ fields: inout JSONFields
  ) throws(DeclarationError) -> KindDeclaration {
    let identifier = try fields.value(
      fields.text("identifier"), at: fields.position, "an identifier", declarableIdentifier)
    var kind = KindDeclaration(identifier: identifier, position: fields.position)
    kind.reason = try fields.string("reason")
    kind.mimeTypes = try fields.values("mimeTypes", expected: mimeNameKind, mimeName)
    kind.genericIcons = try fields.strings("genericIcons")
    kind.exceptions = try fields.values("exceptions", expected: mimeNameKind, mimeName)
    return kind
  }

  private static func documentType(
    _ fields: inout JSONFields
  ) throws(DeclarationError) -> DocumentTypeDeclaration {
    var type = DocumentTypeDeclaration(position: fields.position)
    type.name = try fields.string("name")
    type.role = try fields.string("role")
    type.handlerRank = try fields.string("handlerRank")
    type.contentTypes = try identifiers("contentTypes", &fields)
    type.tags = try tags(&fields)
    type.isPackage = try fields.boolean("isPackage")
    type.isDefault = try fields.boolean("isDefault")
    type.documentClass = try fields.string("documentClass")
    type.userInterfaceDocumentClass = try fields.string("userInterfaceDocumentClass")
    type.exportableTypes = try identifiers("exportableTypes", &fields)
    type.iconFiles = try fields.strings("iconFiles").map(\.value)
    let others = try fields.objects("otherValues") { (entry) throws(DeclarationError) in
      (key: try entry.text("key"), value: try entry.string("value") ?? "")
    }
    for other in others { type.otherValues[other.key] = other.value }
    return type
  }
}
