internal import UTIPlatform
internal import UTITypeGraph

/// Root elements of types that are not XML.
///
/// Root elements are compared only in data that is XML, and refine `application/xml` to one of its
/// subclasses (shared-mime-info specification, "root-XML").
struct RootElementOutsideXML: MIMETypeRule {
  let description = LintRuleDescription(
    "root-element-outside-xml", .warning,
    "A type with a root element is not a subclass of application/xml.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard let root = type.rootElements.first,
      let xml = context.image.type(mimeName: "application/xml"),
      let node = context.image.type(mimeName: type.name.canonical),
      !context.image.conforms(node, to: xml, in: .freedesktop)
    else { return [] }
    return [
      LintFinding(
        at: root.position,
        "\(type.name) has a root element and is not a subclass of application/xml",
        remedy: "write <sub-class-of type=\"application/xml\"/>")
    ]
  }
}
