internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph
internal import UTIXMLFormats

extension UniformTypeElement {
  /// The form in a package.
  var text: String {
    var writer = XMLWriter(indentation: "  ", level: 2)
    let isEmpty = conformsTo.isEmpty && tags.isEmpty && iconFiles.isEmpty && description == nil
    if isEmpty {
      writer.element("uti:type", attributes)
    } else {
      writer.element("uti:type", attributes) { writer in
        for parent in conformsTo {
          writer.element("uti:conforms-to", [("type", parent.rawValue)])
        }
        if let description { writer.element("uti:description", [("text", description)]) }
        for tag in tags {
          writer.element("uti:tag", [("class", tag.tagClass.rawValue), ("value", tag.value)])
        }
        for icon in iconFiles { writer.element("uti:icon", [("file", icon)]) }
      }
    }
    return String(writer.text.trimmingBlanks)
  }

  private var attributes: [(name: String, value: String)] {
    var result = [
      (name: "xmlns:uti", value: "\(Self.namespace)"),
      (name: "identifier", value: identifier.rawValue),
      (name: "declared", value: isExported ? "exported" : "imported"),
    ]
    if let bundleIdentifier { result.append(("bundle", bundleIdentifier)) }
    if let version { result.append(("version", version)) }
    if let referenceURL { result.append(("reference", referenceURL)) }
    if isWildcard { result.append(("wildcard", "true")) }
    if hasNoMIMETag { result.append(("mime-type", "none")) }
    return result
  }
}
