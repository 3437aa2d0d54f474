internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph

/// Types with extensions that no file can have.
///
/// A type must conform to `public.data`, or for directories to `com.apple.package`, to be bound to
/// files (the system header's note on `public.content`). Look-ups by extension require
/// `public.data` by default, and return a dynamic type when the declared one does not conform.
struct UnboundType: TypeDeclarationRule {
  let description = LintRuleDescription(
    "unbound-type", .warning,
    "A type with extensions conforms neither to public.data nor to a directory.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard type.tags.contains(where: { $0.value.tagClass == .filenameExtension }),
      !context.conforms(type, to: .data), !context.conforms(type, to: .directory),
      context.systemDeclaration(of: type.identifier) == nil,
      // The supertypes of an unknown parent are unknown, and the parent itself is reported.
      type.conformsTo.allSatisfy({ context.isDescribed($0.value) })
    else { return [] }
    let parents = type.conformsTo.map(\.value.rawValue).joined(separator: ", ")
    return [
      LintFinding(
        at: context.place(of: TypeKey.conformsTo, in: type.position),
        "\(type.identifier) has extensions, but "
          + (parents.isEmpty ? "conforms to nothing" : "\(parents) has no way to public.data")
          + ", so that no file is found to be of it",
        remedy: "add public.data, or com.apple.package for a directory")
    ]
  }
}
