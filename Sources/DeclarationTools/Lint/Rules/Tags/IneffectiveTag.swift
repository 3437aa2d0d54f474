internal import UTIPlatform
internal import UTITypeGraph

/// Tags in inactive declarations.
///
/// The active declaration alone defines the tags of a type: an importing program cannot add an
/// extension to a type of the system (observed: of four declarations of one Markdown type the
/// exported one is active, and another's longer list of extensions is ignored).
struct IneffectiveTag: LintRule {
  let description = LintRuleDescription(
    "ineffective-tag", .note,
    "A tag of a type that another declaration defines has no effect.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    var definitions: [TypeIdentifier: Definition] = [:]
    return file.types.flatMap { type in
      let definition = definitions[type.identifier] ?? Definition(of: type.identifier, in: context)
      definitions[type.identifier] = definition
      guard let place = definition.place else { return [LintFinding]() }
      return type.tags.compactMap { tag in
        guard [.filenameExtension, .mimeType].contains(tag.value.tagClass),
          !definition.tags.contains(Definition.key(tag.value))
        else { return nil }
        return LintFinding(
          at: tag.position,
          "“\(tag.value.value.prefix(100))” does not become a tag of \(type.identifier), which"
            + " \(place) defines",
          remedy: "declare a type of your own for it")
      }
    }
  }

  /// The active declaration of a type, if it is in another file.
  private struct Definition {
    private(set) var place: String?
    private(set) var tags: Set<Tag> = []

    init(of identifier: TypeIdentifier, in context: LintContext) {
      guard let type = context.image.type(identifier: identifier),
        let active = context.image.declarations(of: type).first,
        active.source.path != context.source.path
      else { return }
      place = "\(active.source.path):\(active.declaration.position.line)"
      tags = Set(active.declaration.tags.map { Self.key($0.value) })
    }

    static func key(_ tag: Tag) -> Tag {
      Tag(tagClass: tag.tagClass, value: tag.tagClass.key(for: tag.value))
    }
  }
}
