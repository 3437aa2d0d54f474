internal import UTIXMLFormats

/// The texts of the elements that are added to a list, in the form of GLib.
extension BookmarkFile {
  func newBookmark(_ use: Use, _ address: BookmarkAddress) -> [UInt8] {
    let time = use.time.text
    var items = additions(use, groups: use.groups)
    if use.isPrivate { items += Self.line(8, Self.element("bookmark:private", isEmpty: true)) }
    return Self.line(
      2,
      Self.element(
        "bookmark",
        [("href", address.href), ("added", time), ("modified", time), ("visited", time)]))
      + info(metadata(items)) + Self.line(2, Array("</bookmark>".utf8))
  }

  func info(_ items: [UInt8]) -> [UInt8] {
    Self.line(4, Array("<info>".utf8)) + items + Self.line(4, Array("</info>".utf8))
  }

  func metadata(_ items: [UInt8]) -> [UInt8] {
    Self.line(6, Self.element("metadata", [("owner", Self.metadataOwner)] + declarations)) + items
      + Self.line(6, Array("</metadata>".utf8))
  }

  /// Elements that metadata without a use lack, with the declarations of missing prefixes.
  func additions(
    _ use: Use, hasMIMEType: Bool = false, groups: [String], isRegistered: Bool = false,
    declaring declarations: [(String, String)] = []
  ) -> [UInt8] {
    var text: [UInt8] = []
    if !hasMIMEType {
      let attributes = [("type", use.mimeType)] + declarations
      text += Self.line(8, Self.element("mime:mime-type", attributes, isEmpty: true))
    }
    if !groups.isEmpty { text += self.groups(groups, declarations) }
    if !isRegistered { text += applications(use, declarations) }
    return text
  }

  private func groups(_ names: [String], _ declarations: [(String, String)]) -> [UInt8] {
    Self.line(8, Self.element("bookmark:groups", declarations))
      + names.flatMap { group($0, prefix: "bookmark:") }
      + Self.line(8, Array("</bookmark:groups>".utf8))
  }

  func group(_ name: String, prefix: String) -> [UInt8] {
    var text: [UInt8] = []
    XMLEscaping.appendText(Self.writable(name).utf8, to: &text)
    return Self.line(10, Array("<\(prefix)group>".utf8) + text + Array("</\(prefix)group>".utf8))
  }

  private func applications(_ use: Use, _ declarations: [(String, String)]) -> [UInt8] {
    Self.line(8, Self.element("bookmark:applications", declarations))
      + Self.line(10, application(use, count: 1, prefix: "bookmark:"))
      + Self.line(8, Array("</bookmark:applications>".utf8))
  }

  func application(_ use: Use, count: Int, prefix: String) -> [UInt8] {
    Self.element(
      prefix + "application",
      [
        ("name", use.application.name), ("exec", use.application.quotedCommand),
        ("modified", use.time.text), ("count", String(count)),
      ], isEmpty: true)
  }

  /// The missing declarations of prefixes in a list that another program has created.
  var declarations: [(String, String)] {
    let tag = bytes[root.tag]
    return [("bookmark", Self.bookmarkNamespace), ("mime", Self.mimeNamespace)].compactMap {
      prefix, namespace in
      let isDeclared = ["\"", "'"].contains { quote in
        tag.contains("xmlns:\(prefix)=\(quote)\(namespace)\(quote)".utf8)
      }
      return isDeclared ? nil : ("xmlns:" + prefix, namespace)
    }
  }

  private static func element(
    _ name: String, _ attributes: [(String, String)] = [], isEmpty: Bool = false
  ) -> [UInt8] {
    var text = Array("<\(name)".utf8)
    for (name, value) in attributes {
      text += Array(" \(name)=\"".utf8)
      XMLEscaping.appendAttribute(writable(value).utf8, to: &text)
      text.append(UInt8(ascii: "\""))
    }
    return text + Array((isEmpty ? "/>" : ">").utf8)
  }

  static func line(_ indentation: Int, _ text: [UInt8]) -> [UInt8] {
    [0x0A] + Array(repeating: 0x20, count: indentation) + text
  }

  /// Returns a text without the characters that XML does not allow.
  private static func writable(_ text: String) -> String {
    String(
      text.unicodeScalars.filter {
        $0.value >= 0x20 && $0.value != 0xFFFE && $0.value != 0xFFFF || $0 == "\t" || $0 == "\n"
      }.map(Character.init))
  }
}
