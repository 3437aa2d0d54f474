import UTITypeGraph

/// Short forms for declarations in tests.
enum Sample {
  static func identifier(_ text: String) -> TypeIdentifier {
    TypeIdentifier(text) ?? TypeIdentifier(canonical: "invalid")
  }

  static func type(
    _ identifier: String, _ parents: [String] = [], extensions: [String] = [],
    mimeTypes: [String] = [], exported: Bool = true, version: String? = nil,
    description: String? = nil, line: Int = 1
  ) -> TypeDeclaration {
    let place = SourcePosition(line: line, column: 1)
    let tags =
      extensions.map { Tag(tagClass: .filenameExtension, value: $0) }
      + mimeTypes.map { Tag(tagClass: .mimeType, value: $0) }
    return TypeDeclaration(
      identifier: self.identifier(identifier), position: place, isExported: exported,
      conformsTo: parents.map { Located(self.identifier($0), at: place) },
      tags: tags.map { Located($0, at: place) }, description: description, version: version)
  }

  static func plist(
    _ path: String, layer: DeclarationSource.Layer = .base, bundle: String? = nil,
    _ types: TypeDeclaration...
  ) -> DeclarationFile {
    // Declarations without a line number are on consecutive lines.
    var types = types
    for index in types.indices where types[index].position.line == 1 {
      types[index].position = SourcePosition(line: index + 1, column: 1)
    }
    return DeclarationFile(
      source: DeclarationSource(
        path: path, format: .propertyList, layer: layer, bundleIdentifier: bundle),
      types: types)
  }

  static func mime(
    _ name: String, parents: [String] = [], aliases: [String] = [], globs: [GlobDeclaration] = [],
    line: Int = 1, change: (inout MIMETypeDeclaration) -> Void = { _ in }
  ) -> MIMETypeDeclaration? {
    let place = SourcePosition(line: line, column: 1)
    guard let name = MIMEName(name) else { return nil }
    var declaration = MIMETypeDeclaration(name: name, position: place)
    declaration.superclasses = parents.compactMap(MIMEName.init).map { Located($0, at: place) }
    declaration.aliases = aliases.compactMap(MIMEName.init).map { Located($0, at: place) }
    declaration.globs = globs
    change(&declaration)
    return declaration
  }

  static func glob(
    _ pattern: String, _ weight: Int = 50, caseSensitive: Bool = false, line: Int = 1
  ) -> GlobDeclaration {
    GlobDeclaration(
      pattern: pattern, weight: weight, isCaseSensitive: caseSensitive,
      position: SourcePosition(line: line, column: 1))
  }

  static func package(
    _ path: String, layer: DeclarationSource.Layer = .system, precedence: Int = 0,
    _ types: MIMETypeDeclaration?...
  ) -> DeclarationFile {
    DeclarationFile(
      source: DeclarationSource(
        path: path, format: .sharedMIMEInfo, layer: layer, directoryPrecedence: precedence),
      mimeTypes: types.compactMap { $0 })
  }

  /// The roots that most declarations name.
  static let roots = plist(
    "base.plist", type("public.item"), type("public.content"),
    type("public.data", ["public.item"], mimeTypes: ["application/octet-stream"]),
    type("public.text", ["public.data", "public.content"]),
    type("public.plain-text", ["public.text"], extensions: ["txt"], mimeTypes: ["text/plain"]),
    type("public.directory", ["public.item"]), type("com.apple.package", ["public.directory"]),
    type("public.image", ["public.data", "public.content"]),
    type("public.archive"), type("public.movie", ["public.data"]),
    type("public.zip-archive", ["public.data", "public.archive"], mimeTypes: ["application/zip"]))

  static func image(_ files: DeclarationFile...) throws -> RegistryImage {
    try RegistryBuilder(files: files).image()
  }
}

extension RegistryImage {
  func find(_ identifier: String) throws -> TypeIndex {
    guard let index = type(identifier: identifier) else { throw Missing(name: identifier) }
    return index
  }

  func conforms(_ type: String, _ supertype: String, in view: GraphView = .merged) throws -> Bool {
    try conforms(find(type), to: find(supertype), in: view)
  }

  func names(_ types: [TypeIndex]) -> [String] { types.map { identifier(of: $0).rawValue } }
}

struct Missing: Error { let name: String }
