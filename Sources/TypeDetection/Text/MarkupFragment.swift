/// Whether a text is a piece of HTML: it begins with a tag of an element that HTML has and that no
/// other vocabulary in use begins a document with (HTML standard, section 4).
enum MarkupFragment {
  private static let elements: Set<String> = [
    "a", "article", "b", "blockquote", "body", "br", "button", "center", "div", "dl", "em",
    "fieldset",
    "font", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html",
    "iframe", "img", "input", "li", "link", "main", "meta", "nav", "noscript", "ol", "p", "pre",
    "script", "section", "select", "span", "strong", "style", "table", "tbody", "td", "textarea",
    "th", "title", "tr", "ul",
  ]

  /// The element that the text begins with; nil when it is none of HTML.
  static func element(_ text: ArraySlice<UInt8>) -> String? {
    var rest = text.prefix(4096).drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    while rest.has("<!--") {
      guard let end = rest.indices.first(where: { rest[$0...].has("-->") }) else { return nil }
      rest = rest[(end + 3)...].drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }
    guard rest.first == UInt8(ascii: "<") else { return nil }
    let name = rest.dropFirst().prefix { $0 != 0x20 && $0 != 0x3E && $0 > 0x20 && $0 != 0x2F }
    let element = name.text.lowercased()
    guard name.count <= 10, elements.contains(element), name.endIndex < rest.endIndex else {
      return nil
    }
    return element
  }
}
