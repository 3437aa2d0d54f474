internal import DeclarationTools
import TypeDeclarations
import TypeGraph
internal import UTIPlatform
import UniformTypes

/// Which types a machine's shared-mime-info lacks, and what is declared of them.
struct ExportSelection {
  private let registry: TypeRegistry
  /// What the base, property lists and programs declare.
  private let files: [DeclarationFile]
  /// The packages of the machine and the user.
  private let installed: [DeclarationFile]
  private let vocabulary: TypeVocabulary
  /// Names and aliases that the machine's packages describe.
  private var knownNames: Set<MIMEName> = []
  private var knownPatterns: Set<String> = []
  private let namesOfTypes: [UTType: Set<MIMEName>]

  init(_ registry: TypeRegistry, base: TypeRegistry) {
    self.registry = registry
    let merged = registry.declarationFiles()
    // A merged registry leaves out what the base says of types that packages describe, and an
    // earlier export is such a package; so the base speaks for itself.
    files =
      base.declarationFiles()
      + merged.filter { file in
        switch (file.source.layer, file.source.format) {
        case (.base, _), (.system, .sharedMIMEInfo), (.user, .sharedMIMEInfo): false
        default: true
        }
      }
    installed = merged.filter {
      $0.source.layer != .base && $0.source.layer != .program
        && $0.source.format == .sharedMIMEInfo
    }
    let system = installed.filter { $0.source.layer == .system }
    vocabulary = TypeVocabulary(files + system)
    for type in system.flatMap(\.mimeTypes) {
      knownNames.insert(type.name)
      knownNames.formUnion(type.aliases.map(\.value))
      knownPatterns.formUnion(type.globs.map { CaseFolding.ascii($0.pattern) })
    }
    var names: [UTType: Set<MIMEName>] = [:]
    for type in files.flatMap(\.mimeTypes) {
      guard let node = registry.type(canonicalMIMEType: type.name.spelling) else { continue }
      names[node, default: []].formUnion([type.name] + type.aliases.map(\.value))
    }
    namesOfTypes = names
  }

  /// Whether the machine's packages describe a type.
  func isKnown(_ type: UTType) -> Bool {
    let tags = (type.tags[.mimeType] ?? []).compactMap(MIMEName.init)
    let derived = TypeIdentifier(type.identifier).flatMap(MIMEName.init(derivedFrom:))
    return !knownNames.isDisjoint(with: tags + (derived.map { [$0] } ?? []))
  }

  /// The types that files can be recognised as and that the machine's packages do not describe.
  ///
  /// Directories are left out: desktops know them from the file system, never by their names.
  var unknownTypes: [UTType] { registry.types.filter(isWanted) }

  /// Types, and the wanted ones among what they conform to.
  func withSupertypes(_ types: [UTType]) -> [UTType] {
    let above = types.reduce(into: Set<UTType>()) { $0.formUnion($1.supertypes) }
    return types + above.subtracting(types).filter(isWanted)
  }

  private func isWanted(_ type: UTType) -> Bool {
    let isRecognizable =
      type.tags[.filenameExtension] != nil || type.tags[.mimeType] != nil
      || namesOfTypes[type] != nil
    let isDeclared = !type.declarations.isEmpty || namesOfTypes[type] != nil
    let isDirectory = registry.type("public.directory").map(type.conforms(to:)) ?? false
    return isDeclared && isRecognizable && !isDirectory && !isKnown(type)
  }

  /// What becomes of patterns of the base that the machine's packages use too, or that stand for another
  /// type here.
  enum Yielding {
    /// They are left out. A low weight would not do: GLib asks among all types of a pattern for the
    /// one that is a kind of what it found in the bytes, and so a text in a file whose name means
    /// a film would become a source file. Signatures stay, with less priority than any of the
    /// machine's packages, for the same reason.
    case entirely
    /// They get a low weight, because the user asked for the type.
    case inWeight
  }

  /// The package that describes some types.
  func package(of types: [UTType], yielding: Yielding) -> Conversion {
    let wanted = Set(types)
    let identifiers = Set(types.map(\.identifier))
    let active = Dictionary(
      types.compactMap { type in
        type.declarations.first.map { (type.identifier, $0.source.path) }
      }, uniquingKeysWith: { first, _ in first })
    let chosen = files.map { file in
      var file = file
      file.kinds = []
      file.documentTypes = []
      file.types.removeAll { type in
        let identifier = type.identifier.rawValue
        return !identifiers.contains(identifier) || active[identifier] != file.source.path
      }
      if file.source.layer == .base {
        for index in file.types.indices { dropNamesOfOthers(&file.types[index]) }
      }
      file.mimeTypes.removeAll { type in
        !(registry.type(canonicalMIMEType: type.name.spelling).map(wanted.contains) ?? false)
      }
      return file
    }
    // What the base states of types that are left out must not be turned around either: uti reads both.
    let converter = DeclarationConverter(
      vocabulary: vocabulary,
      installedPackages: installed + files.filter { $0.source.layer == .base })
    var conversion = converter.sharedMIMEInfo(from: chosen)
    let own = Set(
      chosen.filter { $0.source.layer != .base }
        .flatMap { file in
          file.types.flatMap { type in
            type.tags.filter { $0.value.tagClass == .filenameExtension }
              .map { "*.\(CaseFolding.ascii($0.value.value))" }
          } + file.mimeTypes.flatMap(\.globs).map { CaseFolding.ascii($0.pattern) }
        })
    let ownTypes = Set(
      chosen.filter { $0.source.layer != .base }.flatMap { $0.mimeTypes.map(\.name) })
    let known = knownPatterns.subtracting(own)
    for index in conversion.file.mimeTypes.indices {
      let isOwn = ownTypes.contains(conversion.file.mimeTypes[index].name)
      conversion.file.mimeTypes[index].yield(yielding, isOwn: isOwn) { glob, type in
        known.contains(CaseFolding.ascii(glob.pattern)) || !isOwn && !isAnswered(glob, with: type)
      }
    }
    return conversion
  }

  /// Drops MIME names of a type that stand for another, under which that one is known to packages or
  /// will be.
  private func dropNamesOfOthers(_ type: inout TypeDeclaration) {
    let identifier = type.identifier.rawValue
    type.tags.removeAll { tag in
      guard tag.value.tagClass == .mimeType, let name = MIMEName(tag.value.value),
        let owner = registry.type(canonicalMIMEType: name.spelling)
      else { return false }
      return owner.identifier != identifier
    }
  }

  /// Whether a name that fits a pattern is answered with a type here, where all claimants have an order; a
  /// desktop would take the pattern for the type's alone.
  private func isAnswered(_ glob: GlobDeclaration, with type: MIMETypeDeclaration) -> Bool {
    guard let name = glob.nameThatFits, let answer = registry.type(fileName: name) else {
      return true
    }
    return registry.type(canonicalMIMEType: type.name.spelling) == answer
      || type.carriedIdentifiers.contains { $0.rawValue == answer.identifier }
  }
}

extension MIMETypeDeclaration {
  private static let yieldingWeight = 1
  /// Priorities reach from 0 to 100, and the weakest of shared-mime-info is 5.
  private static let priorityDivisor = 21

  /// What the base knows of a pattern never outweighs what has it already; what a user declares does.
  fileprivate mutating func yield(
    _ yielding: ExportSelection.Yielding, isOwn: Bool,
    where isContested: (GlobDeclaration, MIMETypeDeclaration) -> Bool
  ) {
    let isContested = globs.map { isContested($0, self) }
    switch yielding {
    case .entirely:
      globs = zip(globs, isContested).filter { !$1 }.map(\.0)
      for index in magic.indices where !isOwn {
        magic[index].priority /= Self.priorityDivisor
      }
    case .inWeight:
      for index in globs.indices where isContested[index] {
        globs[index].weight = min(globs[index].weight, Self.yieldingWeight)
      }
    }
  }
}

extension GlobDeclaration {
  /// A name that fits the pattern; nil where it leaves more open than how the name begins.
  fileprivate var nameThatFits: String? {
    let end = pattern.hasPrefix("*") ? pattern.dropFirst() : pattern[...]
    guard !end.contains(where: "*?[\\".contains) else { return nil }
    return pattern.hasPrefix("*") ? "x\(end)" : pattern
  }
}
