internal import UTITypeDeclarations
package import UTITypeGraph
internal import UTIXMLFormats

/// Writes MIME types as a shared-mime-info package.
///
/// ```swift
/// let bytes = SharedMIMEInfoWriter.bytes(of: file)
/// ```
///
/// The children of a type have a fixed order, and equal declarations give equal bytes. Elements of
/// other vocabularies are written unchanged.
package enum SharedMIMEInfoWriter {
  /// Returns the package with the MIME types of a file.
  ///
  /// A package cannot represent uniform types; ``DeclarationConverter`` makes MIME types of them.
  /// The caller has to remove text that is invalid in XML.
  ///
  /// - Complexity: O(*n*) in the size of the declarations.
  package static func bytes(of file: DeclarationFile) -> [UInt8] {
    var writer = XMLWriter(indentation: "  ")
    writer.markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    let namespace = String(describing: SharedMIMEInfoReader.namespace)
    writer.element("mime-info", [("xmlns", namespace)]) { writer in
      for type in file.mimeTypes {
        writer.element("mime-type", [("type", type.name.spelling)]) { $0.content(of: type) }
      }
    }
    return writer.bytes
  }
}

extension XMLWriter {
  fileprivate mutating func content(of type: MIMETypeDeclaration) {
    texts("comment", type.comments)
    texts("acronym", type.acronyms)
    texts("expanded-acronym", type.expandedAcronyms)
    names("sub-class-of", type.superclasses)
    if let icon = type.icon { element("icon", [("name", icon)]) }
    if let icon = type.genericIcon { element("generic-icon", [("name", icon)]) }
    if type.deletesGlobs { element("glob-deleteall") }
    for glob in type.globs { self.glob(glob) }
    if type.deletesMagic { element("magic-deleteall") }
    for rule in type.magic {
      element("magic", priority(rule.priority)) { $0.matches("match", rule.matches) }
    }
    for rule in type.treeMagic {
      element("treemagic", priority(rule.priority)) { $0.matches("treematch", rule.matches) }
    }
    for root in type.rootElements {
      element("root-XML", [("namespaceURI", root.namespace), ("localName", root.localName)])
    }
    names("alias", type.aliases)
    for element in type.foreignElements { markup(EmbeddedElement.text(of: element.value)) }
  }

  private mutating func texts(_ name: String, _ texts: [LocalizedText]) {
    for text in texts {
      let language = text.language.isEmpty ? [] : [(name: "xml:lang", value: text.language)]
      element(name, language, text: text.text)
    }
  }

  private mutating func names(_ name: String, _ names: [Located<MIMEName>]) {
    for value in names { element(name, [("type", value.value.spelling)]) }
  }

  private mutating func glob(_ glob: GlobDeclaration) {
    var attributes = [(name: "pattern", value: glob.pattern)]
    if glob.weight != GlobDeclaration.defaultWeight {
      attributes.append(("weight", String(glob.weight)))
    }
    if glob.isCaseSensitive { attributes.append(("case-sensitive", "true")) }
    element("glob", attributes)
  }

  private func priority(_ priority: Int) -> [(name: String, value: String)] {
    priority == MagicRule.defaultPriority ? [] : [("priority", String(priority))]
  }

  private mutating func matches<Match: WritableMatch>(_ name: String, _ matches: [Match]) {
    for match in matches {
      if match.children.isEmpty {
        element(name, match.attributes)
      } else {
        element(name, match.attributes) { $0.matches(name, match.children) }
      }
    }
  }
}

/// An element of another vocabulary as it is written into a shared-mime-info package.
enum EmbeddedElement {
  /// The reader keeps separate documents, whose names without a prefix are in no namespace.
  ///
  /// Inside of a package they would be in its namespace. `<` only begins tags in the text.
  static func text(of text: String) -> String {
    let tags = text.utf8.split(separator: UInt8(ascii: "<"))
    guard let root = tags.first, !root.declaresDefaultNamespace,
      tags.contains(where: \.isStartWithoutPrefix)
    else { return text }
    let nameEnd = root.firstIndex(where: endsName) ?? root.endIndex
    return text[..<nameEnd] + " xmlns=\"\"" + text[nameEnd...]
  }

  fileprivate static func endsName(_ byte: UInt8) -> Bool {
    byte.isBlank || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
  }
}

extension Substring.UTF8View {
  fileprivate var isStartWithoutPrefix: Bool {
    guard let first, first != UInt8(ascii: "/") else { return false }
    return !prefix { !EmbeddedElement.endsName($0) }.contains(UInt8(ascii: ":"))
  }

  fileprivate var declaresDefaultNamespace: Bool {
    Substring(prefix { $0 != UInt8(ascii: ">") }).includes(" xmlns=\"")
  }
}
