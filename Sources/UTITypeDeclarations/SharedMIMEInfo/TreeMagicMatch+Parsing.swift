internal import UTIDataFormats
internal import UTIPlatform
internal import UTITypeGraph
internal import UTIXMLFormats

extension TreeMagicMatch {
  /// `treematch` (rule 7.2).
  init(_ element: XMLElement, _ findings: inout FindingList) throws(StatementError) {
    let path = try element.required("path").string
    guard !path.isEmpty else {
      throw StatementError(
        "empty-path", "the path of a treematch is empty",
        remedy: "write a path from the root of the volume")
    }
    var kind: ItemKind?
    if let text = element.attributes.value(of: "type") {
      kind = ItemKind(rawValue: text.string)
      guard kind != nil else {
        throw StatementError(
          "unknown-item-kind", "a treematch has no type “\(text.string.prefix(60))”",
          remedy: "write file, directory or link, or leave the attribute out")
      }
    }
    var mimeType: MIMEName?
    if let text = element.attributes.value(of: "mimetype") { mimeType = try MIMEName(text) }
    self.init(
      path: path, kind: kind, matchesCase: element.isTrue("match-case"),
      isExecutable: element.isTrue("executable"), isNonEmpty: element.isTrue("non-empty"),
      mimeType: mimeType, position: element.position)
  }
}

extension MIMEName {
  /// One slash, both halves of RFC 6838 characters, no wildcard (rules 2.2, 8.1 and 8.8).
  init(_ text: XMLText) throws(StatementError) {
    guard let name = MIMEName(text.string), !text.bytes.contains(UInt8(ascii: "*")) else {
      throw StatementError(
        "invalid-mime-name", "“\(text.string.prefix(100))” is not the name of a MIME type",
        remedy: "write a name of the form media/subtype")
    }
    self = name
  }
}
