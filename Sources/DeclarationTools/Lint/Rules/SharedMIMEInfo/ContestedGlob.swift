internal import TypeGraph
internal import UTIPlatform

/// Extensions that a type of the system claims already.
///
/// With one pattern for two types, weights and bytes decide, and a file without decisive evidence
/// gets the wrong type as often as not. A type that differs from a supertype by magic or a root
/// element shares the extension on purpose, and a package that describes both types has decided
/// about them.
struct ContestedGlob: LintRule {
  let description = LintRuleDescription(
    "contested-glob", .warning,
    "A pattern is for an extension that a type of the system has already.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    guard !context.isBase else { return [] }
    let described = Set(
      file.mimeTypes.compactMap { context.image.type(mimeName: $0.name.canonical) })
    return file.mimeTypes.flatMap { type in
      context.isDescribedElsewhere(type)
        ? [] : findings(about: type, beside: described, in: context)
    }
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

  /// Returns a Boolean value that indicates whether bytes distinguish the files of a type from
  /// files of a stated supertype.
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
