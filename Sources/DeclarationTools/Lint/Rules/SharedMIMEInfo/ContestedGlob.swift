internal import UTIPlatform
internal import UTITypeGraph

/// Extensions that a type of the system claims already.
///
/// With one pattern for two types, weights and bytes decide, and a file without decisive evidence
/// gets the wrong type as often as not. A type that differs from a supertype by magic or a root
/// element shares the extension on purpose, and a package that describes both types has decided
/// about them, except if it gives two types one pattern of one weight and neither has signatures.
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

  /// Returns the patterns that an earlier type of the file has with the same weight, if neither type
  /// is recognised by its bytes.
  private func repetitions(
    in file: DeclarationFile, _ context: LintContext
  ) -> [LintFinding] {
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

  /// - Parameter described: the types that the file describes.
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

  /// Returns the type of the base for an extension.
  private static func owner(of suffix: String, in image: RegistryImage) -> TypeIndex? {
    image.types(with: Tag(tagClass: .filenameExtension, value: suffix), in: .declared)
      .first(where: image.isBase)
  }

  /// Returns true if bytes distinguish the files of a type from files of a stated supertype.
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
