internal import UTITypeDeclarations
internal import UTITypeGraph

/// Declarations without contents: no parents and no tags.
///
/// Importing a type of another owner in this way has no effect, but is not a fault.
struct BareDeclaration: TypeDeclarationRule {
  let description = LintRuleDescription(
    "bare-declaration", .warning, "A type is declared without any parent and without tags.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard !context.isBase, type.conformsTo.isEmpty, type.tags.isEmpty,
      context.otherDeclarations(of: type.identifier).any == nil
    else { return [] }
    return [
      LintFinding(
        at: context.place(of: TypeKey.identifier, in: type.position),
        "\(type.identifier) is declared without a parent and without tags",
        remedy: "state \(TypeKey.conformsTo) and \(TypeKey.tags)")
    ]
  }
}

/// Types that are both a stream of bytes and a directory, which no item is.
///
/// Formats with both forms have a type for each (iWork, passes).
struct DataAndDirectory: TypeDeclarationRule {
  let description = LintRuleDescription(
    "data-and-directory", .warning, "A type conforms both to public.data and to a directory.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard context.conforms(type, to: .data), context.conforms(type, to: .directory) else {
      return []
    }
    return [
      LintFinding(
        at: context.place(of: TypeKey.conformsTo, in: type.position),
        "\(type.identifier) conforms both to public.data and to public.directory, which no item is",
        remedy: "declare one type for the file and another for the package")
    ]
  }
}

/// Parents that follow from other parents, which is harmless.
///
/// Each parent is compared with all others, so a type with too many parents is skipped.
struct RedundantParent: TypeDeclarationRule {
  let description = LintRuleDescription(
    "redundant-parent", .note, "A parent is stated twice, or follows from another parent.")

  private static let greatestParentCount = 100

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard type.conformsTo.count <= Self.greatestParentCount else { return [] }
    return type.conformsTo.enumerated().compactMap { index, parent in
      if type.conformsTo[..<index].contains(where: { $0.value == parent.value }) {
        return LintFinding(
          at: parent.position, "\(parent.value) is stated as a parent twice", remedy: "remove it")
      }
      let implying = type.conformsTo.first { other in
        other.value != parent.value && other.value != type.identifier
          && context.conforms(other.value, to: parent.value)
      }
      return implying.map {
        LintFinding(
          at: parent.position, "\(parent.value) follows from the parent \($0.value)",
          remedy: "remove it")
      }
    }
  }
}

/// Types with extensions that no file can have.
///
/// Files are bound to types of `public.data`, or `com.apple.package` (the system header's note on
/// `public.content`). Look-ups by extension require `public.data`, or return a dynamic type.
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
