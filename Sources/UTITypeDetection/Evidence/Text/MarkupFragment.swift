/// The detection of a piece of HTML, which begins with a tag of an HTML element (HTML standard,
/// section 4).
///
/// Other vocabularies have an `article`, a `form` or a `table` too and begin documents with them.
/// Such a name counts only if an element follows that only HTML has.
enum MarkupFragment {
  /// The elements by which no other vocabulary in use begins a document.
  private static let ownElements: Set<String> = [
    "a", "b", "blockquote", "br", "button", "center", "div", "dl", "em", "fieldset", "h1", "h2",
    "h3", "h4", "h5", "h6", "hr", "html", "iframe", "img", "input", "li", "nav", "noscript", "ol",
    "p", "pre", "script", "span", "strong", "style", "tbody", "td", "textarea", "th", "tr", "ul",
  ]
  private static let sharedElements: Set<String> = [
    "article", "body", "font", "footer", "form", "head", "header", "link", "main", "meta",
    "section", "select", "table", "title",
  ]
  /// The elements that no other vocabulary in use has anywhere.
  private static let provingElements: Set<String> = [
    "br", "button", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "iframe", "img", "input",
    "li", "meta", "nav", "noscript", "script", "span", "textarea", "tr", "ul",
  ]
  private static let namespace: StaticString = "http://www.w3.org/1999/xhtml"

  /// Returns the element at the start of the text; nil when it is not an element of HTML.
  static func element(_ text: ArraySlice<UInt8>) -> String? {
    var rest = text.prefix(4096).drop(while: isSpace)
    while rest.has("<!--") {
      guard let end = rest.indices.first(where: { rest[$0...].has("-->") }) else { return nil }
      rest = rest[(end + 3)...].drop(while: isSpace)
    }
    guard let element = tagName(at: rest) else { return nil }
    let tag = rest.prefix { $0 != UInt8(ascii: ">") }
    guard isHTML(namespaceOf: tag) else { return nil }
    if ownElements.contains(element) { return element }
    guard sharedElements.contains(element) else { return nil }
    let behind = rest[tag.endIndex...]
    let isProven = behind.indices.contains { place in
      tagName(at: behind[place...]).map(provingElements.contains) ?? false
    }
    return isProven ? element : nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Returns the name of the element whose start tag begins the text; nil if there is none.
  private static func tagName(at text: ArraySlice<UInt8>) -> String? {
    guard text.first == UInt8(ascii: "<") else { return nil }
    let name = text.dropFirst().prefix { $0 > 0x20 && $0 != 0x3E && $0 != 0x2F }
    guard (1...10).contains(name.count), name.endIndex < text.endIndex else { return nil }
    return name.text.lowercased()
  }

  /// Returns true if a tag declares no default namespace or the namespace of HTML; a prefix does
  /// not affect the element.
  private static func isHTML(namespaceOf tag: ArraySlice<UInt8>) -> Bool {
    tag.indices.allSatisfy { place in
      guard tag[place...].has("xmlns") else { return true }
      let value = tag[place...].dropFirst(5).drop(while: isSpace)
      guard value.first == UInt8(ascii: "=") else { return true }
      return value.dropFirst().drop(while: isSpace).dropFirst().has(namespace)
    }
  }
}
