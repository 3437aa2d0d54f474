internal import UTIPlatform
internal import UTITypeGraph

/// Implicit superclasses, and repeated ones.
///
/// Every `text/*` type is a subclass of `text/plain`, and every stream of
/// `application/octet-stream` (shared-mime-info specification, "Subclassing").
struct RedundantSuperclass: MIMETypeRule {
  let description = LintRuleDescription(
    "redundant-superclass", .note, "A sub-class-of is stated twice, or is implied.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    var seen: Set<MIMEName> = []
    return type.superclasses.compactMap { parent in
      let reason: String
      if !seen.insert(parent.value).inserted {
        reason = "is stated above already"
      } else if parent.value.canonical == "application/octet-stream", type.name.media != "inode" {
        reason = "is a superclass of every stream"
      } else if parent.value.canonical == "text/plain", type.name.media == "text" {
        reason = "is a superclass of every text"
      } else {
        return nil
      }
      return LintFinding(
        at: parent.position, "the superclass \(parent.value) of \(type.name) \(reason)",
        remedy: "remove it")
    }
  }
}
