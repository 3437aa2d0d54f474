internal import TypeDeclarations
internal import UTIDataFormats
internal import UTIPlatform
internal import UTITypeGraph

extension JSONDeclarationReader {
  static func mimeType(
    _ fields: inout JSONFields
  ) throws(DeclarationError) -> MIMETypeDeclaration {
    let name = try fields.value(
      fields.text("name"), at: fields.position, mimeNameKind, mimeName)
    var type = MIMETypeDeclaration(name: name, position: fields.position)
    type.comments = try texts("comments", &fields)
    type.acronyms = try texts("acronyms", &fields)
    type.expandedAcronyms = try texts("expandedAcronyms", &fields)
    type.superclasses = try fields.values("superclasses", expected: mimeNameKind, mimeName)
    type.icon = try fields.string("icon")
    type.genericIcon = try fields.string("genericIcon")
    type.deletesGlobs = try fields.boolean("deletesGlobs")
    type.globs = try fields.objects("globs", glob)
    type.deletesMagic = try fields.boolean("deletesMagic")
    type.magic = try fields.objects("magic") { (fields) throws(DeclarationError) in
      try rule(&fields, match)
    }
    type.treeMagic = try fields.objects("treeMagic") { (fields) throws(DeclarationError) in
      try rule(&fields, treeMatch)
    }
    type.rootElements = try fields.objects("rootElements", rootElement)
    type.aliases = try fields.values("aliases", expected: mimeNameKind, mimeName)
    type.foreignElements = try fields.values(
      "foreignElements", expected: "one element of another vocabulary", foreignElement)
    return type
  }

  static let mimeNameKind = "the name of a MIME type"

  static func mimeName(_ text: String) -> MIMEName? {
    text.contains("*") ? nil : MIMEName(text)
  }

  private static func texts(
    _ name: String, _ fields: inout JSONFields
  ) throws(DeclarationError) -> [LocalizedText] {
    try fields.objects(name) { (text) throws(DeclarationError) in
      LocalizedText(
        language: try text.string("language") ?? "", text: try text.text("text"),
        position: text.position)
    }
  }

  private static func glob(
    _ fields: inout JSONFields
  ) throws(DeclarationError) -> GlobDeclaration {
    GlobDeclaration(
      pattern: try fields.text("pattern"),
      weight: try fields.integer(
        "weight", in: GlobDeclaration.weightRange, default: GlobDeclaration.defaultWeight),
      isCaseSensitive: try fields.boolean("isCaseSensitive"), position: fields.position)
  }

  private static func rootElement(
    _ fields: inout JSONFields
  ) throws(DeclarationError) -> RootElement {
    let root = RootElement(
      namespace: try fields.string("namespace") ?? "",
      localName: try fields.string("localName") ?? "", position: fields.position)
    let texts = [root.namespace, root.localName]
    guard texts != ["", ""], !texts.contains(where: { $0.contains(where: \.isWhitespace) }) else {
      throw .json(
        fields.file, fields.position, "a root element names nothing, or holds a blank",
        remedy: "write a namespace, a name, or both, without blanks")
    }
    return root
  }

  /// A package with nothing else reads back as this element.
  private static func foreignElement(_ text: String) -> String? {
    guard let name = MIMEName("application/x-element") else { return nil }
    let place = SourcePosition(line: 1, column: 1)
    var type = MIMETypeDeclaration(name: name, position: place)
    type.foreignElements = [Located(text, at: place)]
    let source = DeclarationSource(path: "", format: .sharedMIMEInfo, layer: .program)
    let bytes = SharedMIMEInfoWriter.bytes(of: DeclarationFile(source: source, mimeTypes: [type]))
    guard let file = try? DeclarationReader().read(bytes, from: source),
      file.diagnostics.isEmpty, file.mimeTypes.count == 1,
      let element = file.mimeTypes[0].foreignElements.first?.value
    else { return nil }
    // Any other content of the text would be outside of the element.
    type.position = file.mimeTypes[0].position
    type.foreignElements = file.mimeTypes[0].foreignElements
    return file.mimeTypes[0] == type && type.foreignElements.count == 1 ? element : nil
  }
}

/// Magic, whose bytes are in memory order as hexadecimal digits.
extension JSONDeclarationReader {
  private static func rule<Match>(
    _ fields: inout JSONFields,
    _ match: (inout JSONFields) throws(DeclarationError) -> Match
  ) throws(DeclarationError) -> MatchRule<Match> {
    let rule = MatchRule(
      priority: try fields.integer(
        "priority", in: MagicRule.priorityRange, default: MagicRule.defaultPriority),
      matches: try fields.objects("matches", match), position: fields.position)
    guard !rule.matches.isEmpty else {
      throw .json(
        fields.file, fields.position, "a rule has no match", remedy: "write one, or remove it")
    }
    return rule
  }

  private static func match(
    _ fields: inout JSONFields
  ) throws(DeclarationError) -> MagicMatch {
    let types = MagicMatch.ValueType.allCases.map(\.rawValue).joined(separator: ", ")
    let type = try fields.value(
      fields.text("type"), at: fields.position, "one of \(types)", MagicMatch.ValueType.init)
    let offsets = try offsets(&fields)
    let value = try bytes("value", &fields)
    let mask = try bytes("mask", &fields)
    guard let value, !value.isEmpty, mask?.count ?? value.count == value.count else {
      throw .json(
        fields.file, fields.position, "a match has no value, or a mask of another length",
        remedy: "write as many bytes into the mask as the value has")
    }
    return MagicMatch(
      type: type, offsets: offsets, value: value, mask: mask,
      children: try fields.objects("children", match), position: fields.position)
  }

  private static func offsets(
    _ fields: inout JSONFields
  ) throws(DeclarationError) -> ClosedRange<Int> {
    var bounds: [Int] = []
    for node in try fields.nodes("offsets") {
      bounds.append(try fields.integer(node, of: "offsets", in: 0...Int(Int32.max)))
    }
    guard bounds.count == 2, bounds[0] <= bounds[1] else {
      throw .json(
        fields.file, fields.position, "the offsets of a match are not two numbers in order",
        remedy: "write the first and the last offset, such as [0, 4]")
    }
    return bounds[0]...bounds[1]
  }

  private static func bytes(
    _ name: String, _ fields: inout JSONFields
  ) throws(DeclarationError) -> [UInt8]? {
    guard let node = fields.node(name) else { return nil }
    return try fields.value(
      try fields.string(node, of: name), at: node.position, "pairs of hexadecimal digits",
      Hexadecimal.bytes)
  }

  private static func treeMatch(
    _ fields: inout JSONFields
  ) throws(DeclarationError) -> TreeMagicMatch {
    var match = TreeMagicMatch(path: try fields.text("path"), position: fields.position)
    if let kind = try fields.string("kind") {
      match.kind = try fields.value(
        kind, at: fields.position, "file, directory or link", TreeMagicMatch.ItemKind.init)
    }
    match.matchesCase = try fields.boolean("matchesCase")
    match.isExecutable = try fields.boolean("isExecutable")
    match.isNonEmpty = try fields.boolean("isNonEmpty")
    if let name = try fields.string("mimeType") {
      match.mimeType = try fields.value(name, at: fields.position, mimeNameKind, mimeName)
    }
    match.children = try fields.objects("children", treeMatch)
    return match
  }
}
