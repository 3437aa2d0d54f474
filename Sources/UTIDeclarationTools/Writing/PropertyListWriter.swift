internal import UTITypeDeclarations
package import UTITypeGraph
internal import UTIXMLFormats

/// Writes declarations as an XML property list in the form of Apple's tools.
///
/// ```swift
/// let bytes = PropertyListWriter.bytes(of: file)
/// ```
///
/// The keys of each dictionary have a fixed order, single values are in arrays if the format allows
/// both, and equal declarations give equal bytes. Exported types come before imported ones, and the
/// tags of a type are grouped by class, in the order in which each class occurs first.
package enum PropertyListWriter {
  /// Returns the property list with the uniform types and document types of a file.
  ///
  /// A property list cannot represent MIME types; ``DeclarationConverter`` makes uniform types of
  /// them. The caller has to remove text that is invalid in XML.
  ///
  /// - Complexity: O(*n*) in the size of the declarations.
  package static func bytes(of file: DeclarationFile) -> [UInt8] {
    var writer = XMLWriter(indentation: "\t")
    writer.markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    writer.markup(
      "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
        + "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">")
    writer.element("plist", [("version", "1.0")], isNested: false) { writer in
      writer.dictionary { $0.content(of: file) }
    }
    return writer.bytes
  }
}

extension XMLWriter {
  fileprivate mutating func content(of file: DeclarationFile) {
    string("CFBundleIdentifier", file.source.bundleIdentifier)
    dictionaries(TypeKey.exported, file.types.filter(\.isExported)) { $0.content(of: $1) }
    dictionaries(TypeKey.imported, file.types.filter { !$0.isExported }) { $0.content(of: $1) }
    dictionaries(KindKey.kinds, file.kinds) { $0.content(of: $1) }
    dictionaries(DocumentKey.types, file.documentTypes) { $0.content(of: $1) }
  }

  private mutating func content(of type: TypeDeclaration) {
    string(TypeKey.identifier, type.identifier.rawValue)
    string(TypeKey.description, type.description)
    if type.isWildcard { boolean(TypeKey.isWildcard, true) }
    string(TypeKey.referenceURL, type.referenceURL)
    if let version = type.version { number(TypeKey.version, version) }
    strings(TypeKey.conformsTo, type.conformsTo.map(\.value.rawValue))
    let tags = TagGroup.groups(of: type.tags.map(\.value))
    if !tags.isEmpty {
      key(TypeKey.tags)
      dictionary { writer in
        for group in tags { writer.strings(group.tagClass.rawValue, group.values) }
      }
    }
    strings("UTTypeIconFiles", type.iconFiles)
  }

  private mutating func content(of kind: KindDeclaration) {
    string(KindKey.identifier, kind.identifier.rawValue)
    string(KindKey.reason, kind.reason)
    strings(KindKey.mimeTypes, kind.mimeTypes.map(\.value.spelling))
    strings(KindKey.genericIcons, kind.genericIcons.map(\.value))
    strings(KindKey.exceptions, kind.exceptions.map(\.value.spelling))
  }

  private mutating func content(of type: DocumentTypeDeclaration) {
    string(DocumentKey.name, type.name)
    string(DocumentKey.role, type.role)
    string(DocumentKey.rank, type.handlerRank)
    strings(DocumentKey.contentTypes, type.contentTypes.map(\.value.rawValue))
    let tags = TagGroup.groups(of: type.tags.map(\.value))
    for (name, tagClass) in DocumentKey.tags {
      strings(name, tags.first { $0.tagClass == tagClass }?.values ?? [])
    }
    if type.isPackage { boolean(DocumentKey.isPackage, true) }
    if type.isDefault { boolean(DocumentKey.isDefault, true) }
    string(DocumentKey.documentClass, type.documentClass)
    string(DocumentKey.userInterfaceDocumentClass, type.userInterfaceDocumentClass)
    strings(DocumentKey.exportableTypes, type.exportableTypes.map(\.value.rawValue))
    strings("CFBundleTypeIconFiles", type.iconFiles)
    for (name, value) in type.otherValues.sorted(by: { $0.key < $1.key }) {
      switch value {
      case "true", "false": boolean(name, value == "true")
      default: number(name, value)
      }
    }
  }
}

extension XMLWriter {
  fileprivate mutating func dictionary(_ content: (inout XMLWriter) -> Void) {
    element("dict", content: content)
  }

  private mutating func key(_ key: String) {
    element("key", text: key)
  }

  private mutating func string(_ key: String, _ value: String?) {
    guard let value else { return }
    self.key(key)
    element("string", text: value)
  }

  /// An integer if the text is its usual spelling, else a string.
  private mutating func number(_ key: String, _ text: String) {
    guard let number = Int64(text), String(number) == text else { return string(key, text) }
    self.key(key)
    element("integer", text: text)
  }

  private mutating func boolean(_ key: String, _ value: Bool) {
    self.key(key)
    element(value ? "true" : "false")
  }

  private mutating func strings(_ key: String, _ values: [String]) {
    guard !values.isEmpty else { return }
    self.key(key)
    element("array") { writer in
      for value in values { writer.element("string", text: value) }
    }
  }

  private mutating func dictionaries<Value>(
    _ key: String, _ values: [Value], _ content: (inout XMLWriter, Value) -> Void
  ) {
    guard !values.isEmpty else { return }
    self.key(key)
    element("array") { writer in
      for value in values { writer.dictionary { content(&$0, value) } }
    }
  }
}

/// The tags of one class, in order.
package struct TagGroup: Hashable, Sendable {
  package let tagClass: TagClass
  package private(set) var values: [String]

  /// The order of the groups is the first occurrence of each class.
  package static func groups(of tags: [Tag]) -> [TagGroup] {
    var groups: [TagGroup] = []
    var places: [TagClass: Int] = [:]
    for tag in tags {
      if let place = places[tag.tagClass] {
        groups[place].values.append(tag.value)
      } else {
        places[tag.tagClass] = groups.count
        groups.append(TagGroup(tagClass: tag.tagClass, values: [tag.value]))
      }
    }
    return groups
  }
}
