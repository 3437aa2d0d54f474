internal import UTIPlatform
internal import UTITypeGraph

/// Patterns of wildcards and periods only, which make every file a candidate for the type.
struct CatchAllGlob: MIMETypeRule {
  let description = LintRuleDescription(
    "catch-all-glob", .warning, "A pattern holds nothing but wildcards and periods.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    type.globs.compactMap { glob in
      guard glob.pattern.utf8.allSatisfy("*?.".utf8.contains) else { return nil }
      return LintFinding(
        at: glob.position,
        "the pattern “\(glob.pattern.prefix(100))” of \(type.name) says nothing about a name",
        remedy: "write the end of the names that are meant, such as *.example")
    }
  }
}

/// Extensions that a type of the system claims already.
///
/// A file without decisive evidence gets the wrong type as often as not. Not reported: types that
/// bytes distinguish from a supertype, and packages that describe both types, except if they give
/// both one pattern of one weight and neither has signatures.
struct ContestedGlob: LintRule {
  let description = LintRuleDescription(
    "contested-glob", .warning,
    "A pattern is for an extension that another type has already.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    guard !context.isBase else { return [] }
    let described = Set(
      file.mimeTypes.compactMap { context.image.type(mimeName: $0.name.canonical) })
    let ofFile = file.mimeTypes.flatMap { type in
      context.isDescribedElsewhere(type)
        ? [] : findings(about: type, beside: described, in: context)
    }
    return ofFile + repetitions(in: file, context)
  }

  /// An earlier type has the pattern with the same weight, and bytes recognise neither type.
  private func repetitions(in file: DeclarationFile, _ context: LintContext) -> [LintFinding] {
    let image = context.image
    struct Key: Hashable {
      let pattern: String
      let weight: Int
    }
    var owners: [Key: MIMEName] = [:]
    var findings: [LintFinding] = []
    for type in file.mimeTypes where !context.isDescribedElsewhere(type) {
      guard let node = image.type(mimeName: type.name.canonical), !image.hasMagicRule(node),
        !image.hasRootElement(node)
      else { continue }
      for glob in type.globs {
        let key = Key(
          pattern: glob.isCaseSensitive ? glob.pattern : glob.pattern.lowercased(),
          weight: glob.weight)
        let owner = owners[key] ?? type.name
        owners[key] = owner
        guard owner != type.name else { continue }
        findings.append(
          LintFinding(
            at: glob.position,
            "the pattern “\(glob.pattern.prefix(100))” of \(type.name) leads to \(owner), which has it"
              + " with the same weight",
            remedy: "give one of them a lower weight, or signatures"))
      }
    }
    return findings
  }

  /// The file itself describes some types.
  private func findings(
    about type: MIMETypeDeclaration, beside described: Set<TypeIndex>, in context: LintContext
  ) -> [LintFinding] {
    type.globs.compactMap { glob in
      guard let suffix = glob.filenameExtension,
        let owner = Self.owner(of: suffix, in: context.image), !described.contains(owner),
        !Self.isToldApart(type, from: owner, in: context.image)
      else { return nil }
      return LintFinding(
        at: glob.position,
        "the pattern “\(glob.pattern.prefix(100))” of \(type.name) is also a"
          + " pattern of \(context.name(of: owner))",
        remedy: "add to that type if it is meant, or use an extension of your own")
    }
  }

  private static func owner(of suffix: String, in image: RegistryImage) -> TypeIndex? {
    image.types(with: Tag(tagClass: .filenameExtension, value: suffix), in: .declared)
      .first(where: image.isBase)
  }

  /// Bytes distinguish the files of the type from files of a stated supertype.
  private static func isToldApart(
    _ type: MIMETypeDeclaration, from owner: TypeIndex, in image: RegistryImage
  ) -> Bool {
    guard !type.magic.isEmpty || !type.rootElements.isEmpty else { return false }
    return type.superclasses.contains { superclass in
      let tag = Tag(tagClass: .mimeType, value: superclass.value.canonical)
      guard let parent = image.firstType(with: tag, conformingTo: nil, in: .merged) else {
        return false
      }
      return parent == owner || image.conforms(parent, to: owner, in: .merged)
    }
  }
}

/// Patterns that a type states twice, in any case: `*.PL` and `*.pl` are one pattern.
struct DuplicateGlob: MIMETypeRule {
  let description = LintRuleDescription(
    "duplicate-glob", .warning, "A type states one pattern twice.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    struct Key: Hashable {
      let pattern: String
      let isCaseSensitive: Bool
    }
    var seen: Set<Key> = []
    // The greatest weight counts, so that a removal of the others changes no answer.
    let order = type.globs.indices.sorted {
      (-type.globs[$0].weight, $0) < (-type.globs[$1].weight, $1)
    }
    return order.compactMap { index in
      let glob = type.globs[index]
      let pattern = glob.isCaseSensitive ? glob.pattern : CaseFolding.ascii(glob.pattern)
      let key = Key(pattern: pattern, isCaseSensitive: glob.isCaseSensitive)
      guard !seen.insert(key).inserted else { return nil }
      return LintFinding(
        at: glob.position,
        "the pattern “\(glob.pattern.prefix(100))” of \(type.name) is stated twice, and another"
          + " statement has the same weight or a greater one",
        remedy: "remove it, or keep the one with the right weight")
    }
  }
}

/// Suffix patterns with insignificant capitals.
///
/// Without `case-sensitive="true"` `*.Z` also matches `.z` (shared-mime-info specification,
/// "glob"). Whole names such as `README` have capitals by convention.
struct GlobWithCapitals: MIMETypeRule {
  let description = LintRuleDescription(
    "glob-with-capitals", .note,
    "A suffix pattern has capitals and is not case-sensitive, so that they make no difference.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    type.globs.compactMap { glob in
      let folded = CaseFolding.ascii(glob.pattern)
      guard glob.kind == .suffix, !glob.isCaseSensitive, folded != glob.pattern else { return nil }
      return LintFinding(
        at: glob.position,
        "the capitals of “\(glob.pattern.prefix(100))” make no difference",
        remedy: "write “\(folded.prefix(100))”, or case-sensitive=\"true\" if they should count")
    }
  }
}

/// Patterns that are an extension without the star before it.
///
/// `.part3` matches files with exactly this name, as configuration files have. Names that the
/// system declares, and names of commands with the suffix `rc`, are not reported.
struct GlobWithoutStar: MIMETypeRule {
  let description = LintRuleDescription(
    "glob-without-star", .warning,
    "A pattern is an extension with its dot, and matches that name only.")

  /// The usual greatest length, in bytes.
  private static let greatestExtensionSize = 5

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard !context.isBase else { return [] }
    return type.globs.compactMap { glob in
      guard glob.kind == .literal, Self.looksLikeExtension(glob.pattern),
        !Self.isKnown(glob.pattern, in: context.image)
      else { return nil }
      return LintFinding(
        at: glob.position,
        "the pattern “\(glob.pattern)” of \(type.name) is for files of just that name",
        remedy: "write *\(glob.pattern) for an extension")
    }
  }

  /// The base has a type for files with exactly this name.
  private static func isKnown(_ name: String, in image: RegistryImage) -> Bool {
    var name = name
    return name.withUTF8 { image.baseGlobs(matching: $0) }.contains(where: image.isLiteral)
  }

  private static func looksLikeExtension(_ pattern: String) -> Bool {
    let rest = pattern.utf8.dropFirst()
    return pattern.utf8.first == UInt8(ascii: ".")
      && (1...greatestExtensionSize).contains(rest.count)
      && rest.allSatisfy(\.isLetterOrDigit)
      && !pattern.hasSuffix("rc")
  }
}

extension UInt8 {
  var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}

/// Patterns that are the start of a name.
///
/// `tp*` for touch pads claimed `tp.conf` and `tpack`. A separator before the star, as in
/// `Makefile.*`, limits a pattern to names of one kind.
struct PrefixGlob: MIMETypeRule {
  let description = LintRuleDescription(
    "prefix-glob", .warning, "A pattern matches every name that begins with some letters.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard !context.isBase else { return [] }
    return type.globs.compactMap { glob in
      let start = glob.pattern.utf8.prefix { !"*?[".utf8.contains($0) }
      guard glob.pattern.utf8.dropFirst(start.count).elementsEqual("*".utf8),
        start.last?.isLetterOrDigit == true
      else { return nil }
      return LintFinding(
        at: glob.position,
        "the pattern “\(glob.pattern.prefix(100))” of \(type.name) is for every name that begins so",
        remedy: "write the end of the names that are meant, such as *.example, or whole names")
    }
  }
}

/// Globs that never lead to their type, found by looking up a name that the glob matches.
///
/// Only the last component of a path is matched, so a slash matches nothing. A literal excludes all
/// other globs, also the same one of another type; a longer suffix precedes a shorter one.
struct UnreachableGlob: MIMETypeRule {
  let description = LintRuleDescription(
    "unreachable-glob", .warning, "A glob matches no name, or other globs always precede it.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    let node = context.image.type(mimeName: type.name.canonical)
    return type.globs.compactMap { glob in
      guard let obstacle = obstacle(to: glob, of: node, in: context) else { return nil }
      return LintFinding(
        at: glob.position,
        "the pattern “\(glob.pattern.prefix(100))” never leads to \(type.name): \(obstacle)",
        remedy: "change or remove the pattern")
    }
  }

  private func obstacle(
    to glob: GlobDeclaration, of type: TypeIndex?, in context: LintContext
  ) -> String? {
    if glob.pattern.contains("/") { return "names hold no slash" }
    let name: String
    switch glob.kind {
    case .literal: name = glob.pattern
    case .suffix: name = "q0" + glob.pattern.dropFirst()
    // The names that a full pattern matches are unknown without a search.
    case .full: return nil
    }
    let answer = context.globAnswer(forName: name)
    guard let type, let winner = answer.winner, !answer.types.contains(type) else { return nil }
    return "\(winner) comes before it"
  }
}
