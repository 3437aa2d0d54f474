internal import UTIPlatform
internal import UTITypeGraph

/// Types that no file can be detected as.
///
/// Without globs, magic and root elements no file has the type, unless other packages extend it.
/// Kinds of file-system objects, volumes, schemes and messages have no names and bytes, and
/// superclasses of other types represent these.
struct UndetectableType: LintRule {
  let description = LintRuleDescription(
    "undetectable-type", .note,
    "A MIME type has neither globs nor magic nor a root element, nor subclasses.")

  private static let mediaWithoutFiles: Set<Substring> = [
    "inode", "x-content", "x-scheme-handler", "multipart", "message",
  ]

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    let superclasses = Set(file.mimeTypes.flatMap { $0.superclasses.map(\.value) })
    return file.mimeTypes.compactMap { type in
      guard type.globs.isEmpty, type.magic.isEmpty, type.treeMagic.isEmpty,
        type.rootElements.isEmpty, !Self.mediaWithoutFiles.contains(type.name.media),
        !superclasses.contains(type.name), !context.otherMIMENames.contains(type.name)
      else { return nil }
      return LintFinding(
        at: type.position, "no rule identifies files of \(type.name)",
        remedy: "write a glob, a magic or a root-XML element")
    }
  }
}
