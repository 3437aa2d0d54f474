internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph

/// `LSTypeIsPackage` together with content types that are not packages.
///
/// The flag affects only the dynamic type of an entry without content types. With
/// `LSItemContentTypes` it is ignored; the conformance of a type determines whether it is a
/// package.
struct IneffectivePackageFlag: DocumentTypeRule {
  let description = LintRuleDescription(
    "ineffective-package-flag", .note,
    "LSTypeIsPackage has no effect on content types that are no packages.")

  func findings(about type: DocumentTypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard type.isPackage,
      let stream = type.contentTypes.first(where: {
        context.isDescribed($0.value) && !context.conforms($0.value, to: .package)
      })
    else { return [] }
    return [
      LintFinding(
        at: context.place(of: DocumentKey.isPackage, in: type.position),
        "\(DocumentKey.isPackage) does not make \(stream.value) a package",
        remedy: "let the type conform to com.apple.package, or remove the key")
    ]
  }
}
