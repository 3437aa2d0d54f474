internal import UTIDeclarationTools
internal import UTIPlatform
import UTITypeGraph
import UniformTypes

/// The types that a system's shared-mime-info lacks, with their declarations.
struct ExportSelection {
  private let registry: TypeRegistry
  /// The files of the base, of property lists and of programs.
  private let files: [DeclarationFile]
  /// The packages of the system and the user.
  private let installed: [DeclarationFile]
  private let vocabulary: TypeVocabulary
  /// The names and aliases that the system's packages describe.
  private var knownNames: Set<MIMEName> = []
  private var knownPatterns: Set<String> = []
  private let namesOfTypes: [UTType: Set<MIMEName>]

  init(_ registry: TypeRegistry, base: TypeRegistry) {
    self.registry = registry
    let merged = registry.declarationFiles()
    // A merged registry omits the base's descriptions of types that packages describe, and an
    // earlier export is such a package; so the base is read separately.
    files =
      base.declarationFiles()
      + merged.filter { file in
        switch (file.source.layer, file.source.format) {
        case (.base, _), (.system, .sharedMIMEInfo), (.user, .sharedMIMEInfo): false
        default: true
        }
      }
    installed = merged.filter {
      $0.source.layer != .base && $0.source.layer != .program && $0.source.format == .sharedMIMEInfo
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

  /// The system's packages describe the type.
  func isKnown(_ type: UTType) -> Bool {
    let tags = (type.tags[.mimeType] ?? []).compactMap(MIMEName.init)
    let derived = TypeIdentifier(type.identifier).flatMap(MIMEName.init(derivedFrom:))
    return !knownNames.isDisjoint(with: tags + (derived.map { [$0] } ?? []))
  }

  /// Directories are omitted: desktops identify them by the file system, never by their names.
  var unknownTypes: [UTType] { registry.types.filter(isWanted) }

  /// Only wanted types among the supertypes are added.
  func withSupertypes(_ types: [UTType]) -> [UTType] {
    let above = types.reduce(into: Set<UTType>()) { $0.formUnion($1.supertypes) }
    return types + above.subtracting(types).filter(isWanted)
  }

  /// No type that is derived from a format of PRONOM, whose file the other system has to install.
  private func isWanted(_ type: UTType) -> Bool {
    let isRecognizable =
      type.tags[.filenameExtension] != nil || type.tags[.mimeType] != nil
      || namesOfTypes[type] != nil
    let isDeclared = type.firstDeclaration != nil || namesOfTypes[type] != nil
    let isDirectory = registry.type("public.directory").map(type.conforms(to:)) ?? false
    return isDeclared && isRecognizable && !isDirectory && !isKnown(type)
      && !TypeIdentifier(canonical: type.identifier).isFormat
  }

  /// The treatment of patterns that the system's packages use, or that belong to other types here.
  enum Yielding {
    /// The patterns are omitted, because a low weight would not suffice.
    ///
    /// GLib selects a type of the pattern to which the bytes conform, so a text named as a film
    /// would be source code. For the same reason signatures get a lower priority than the system's.
    case entirely
    /// The patterns get a low weight, because the user requested the type.
    case inWeight
  }

  func package(of types: [UTType], yielding: Yielding) -> Conversion {
    let wanted = Set(types)
    let identifiers = Set(types.map(\.identifier))
    let active = Dictionary(
      types.compactMap { type in
        type.firstDeclaration.map { (type.identifier, $0.source.path) }
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
    // The base's statements about omitted types must not be reversed either: uti reads both.
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
    var answers = PatternAnswers(registry)
    for index in conversion.file.mimeTypes.indices {
      let isOwn = ownTypes.contains(conversion.file.mimeTypes[index].name)
      let own = isOwn ? [] : knownIdentifiers(of: conversion.file.mimeTypes[index])
      conversion.file.mimeTypes[index].yield(yielding, isOwn: isOwn) { glob in
        known.contains(CaseFolding.ascii(glob.pattern))
          || !isOwn && answers.type(of: glob).map { !own.contains($0.identifier) } ?? false
      }
    }
    return conversion
  }

  /// Names under which packages describe another type, or will describe it.
  private func dropNamesOfOthers(_ type: inout TypeDeclaration) {
    let identifier = type.identifier.rawValue
    type.tags.removeAll { tag in
      guard tag.value.tagClass == .mimeType, let name = MIMEName(tag.value.value),
        let owner = registry.type(canonicalMIMEType: name.spelling)
      else { return false }
      return owner.identifier != identifier
    }
  }

  /// The identifiers that a type of a package has here.
  private func knownIdentifiers(of type: MIMETypeDeclaration) -> Set<String> {
    let known = registry.type(canonicalMIMEType: type.name.spelling).map { [$0.identifier] } ?? []
    return Set(known + type.carriedIdentifiers.map(\.rawValue))
  }
}

/// The types of names by pattern, in the order of all claimants.
///
/// A desktop would assign the pattern to the exported type alone.
private struct PatternAnswers {
  private let registry: TypeRegistry
  private var known: [String: UTType?] = [:]

  init(_ registry: TypeRegistry) { self.registry = registry }

  /// nil if no name or no type is known.
  mutating func type(of glob: GlobDeclaration) -> UTType? {
    if let answer = known[glob.pattern] { return answer }
    let answer = glob.nameThatFits.flatMap { registry.type(fileName: $0) }
    known[glob.pattern] = .some(answer)
    return answer
  }
}

extension MIMETypeDeclaration {
  private static let yieldingWeight = 1
  /// Priorities range from 0 to 100, and the weakest of shared-mime-info is 5.
  private static let priorityDivisor = 21

  /// Patterns that a user declares do not yield.
  fileprivate mutating func yield(
    _ yielding: ExportSelection.Yielding, isOwn: Bool,
    where isContested: (GlobDeclaration) -> Bool
  ) {
    let isContested = globs.map { isContested($0) }
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
  /// nil when the pattern has more wildcards than a leading star.
  fileprivate var nameThatFits: String? {
    let end = pattern.hasPrefix("*") ? pattern.dropFirst() : pattern[...]
    guard !end.contains(where: "*?[\\".contains) else { return nil }
    return pattern.hasPrefix("*") ? "x\(end)" : pattern
  }
}
