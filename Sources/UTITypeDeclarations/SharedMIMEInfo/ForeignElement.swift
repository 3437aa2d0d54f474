internal import UTIXMLFormats

/// A writer of an element of another vocabulary as independent XML.
///
/// Namespace declarations are repeated if the element relies on its ancestors' declarations.
struct ForeignElement {
  private(set) var bytes: [UInt8] = []
  private var open: [Level] = []
  /// The last start tag still lacks its `>`.
  private var isTagOpen = false

  private struct Level {
    let name: String
    /// Declared by this element, by prefix.
    var namespaces: [(prefix: String, namespace: String)] = []
  }

  /// True if every element has ended.
  var isComplete: Bool { open.isEmpty }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func start(_ element: XMLElement) {
    closeTag()
    let prefix = element.prefix.string
    let name = (prefix.isEmpty ? "" : prefix + ":") + element.name.string
    open.append(Level(name: name))
    bytes.append(UInt8(ascii: "<"))
    bytes.append(contentsOf: name.utf8)
    declare(prefix, element.namespace.string)
    for attribute in element.attributes {
      let prefix = attribute.prefix.string
      if !prefix.isEmpty { declare(prefix, attribute.namespace.string) }
      let name = (prefix.isEmpty ? "" : prefix + ":") + attribute.name.string
      append(name, attribute.value.bytes)
    }
    isTagOpen = true
  }

  mutating func add(_ text: XMLText) {
    closeTag()
    XMLEscaping.appendText(text.bytes, to: &bytes)
  }

  mutating func end() {
    let level = open.removeLast()
    if isTagOpen {
      bytes.append(contentsOf: "/>".utf8)
      isTagOpen = false
    } else {
      bytes.append(contentsOf: "</\(level.name)>".utf8)
    }
  }

  private mutating func closeTag() {
    if isTagOpen { bytes.append(UInt8(ascii: ">")) }
    isTagOpen = false
  }

  private mutating func append(_ name: String, _ value: some Sequence<UInt8>) {
    bytes.append(contentsOf: " \(name)=\"".utf8)
    XMLEscaping.appendAttribute(value, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Nothing is declared if the prefix already has the namespace.
  private mutating func declare(_ prefix: String, _ namespace: String) {
    guard prefix != "xml", let last = open.indices.last else { return }
    var current = ""
    for level in open {
      for declared in level.namespaces where declared.prefix == prefix {
        current = declared.namespace
      }
    }
    guard current != namespace else { return }
    open[last].namespaces.append((prefix, namespace))
    append(prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)", namespace.utf8)
  }
}
