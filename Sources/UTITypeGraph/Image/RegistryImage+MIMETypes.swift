internal import UTIPortable

extension RegistryImage {
  /// Also for an alias; O(1) on average.
  package func type(mimeName: String) -> TypeIndex? {
    var name = mimeName
    return name.withUTF8 { key in
      mimeNameIndex.values(folding: key).map {
        TypeIndex(Int(mimeTypes[Int($0.first), MIMETypeField.type]))
      }
    }
  }

  /// The base's name, if there is one; in shared-mime-info's view the packages' name.
  package func mimeName(of type: TypeIndex, in view: GraphView = .merged) -> String? {
    view == .freedesktop
      ? packageMIMEName(of: type) : preferredTag(of: type, tagClass: .mimeType, in: view)
  }

  /// The name in shared-mime-info, or else the first MIME tag of the declaration.
  package func packageMIMEName(of type: TypeIndex) -> String? {
    let index = types[type.offset, TypeField.mimeTypePlusOne]
    if index != 0 { return strings.string(at: mimeTypes[Int(index) - 1, MIMETypeField.name]) }
    return preferredTag(of: type, tagClass: .mimeType, in: .merged)
  }

  /// The name of the type or its nearest supertype; O(*n*) in the supertypes and their edges.
  package func nearestMIMEName(of type: TypeIndex, in view: GraphView) -> String? {
    if let name = mimeName(of: type, in: view) { return name }
    var level = parents(of: type, in: view)
    var seen: Set<TypeIndex> = []
    while !level.isEmpty {
      for type in level {
        if let name = mimeName(of: type, in: view) { return name }
      }
      level = level.flatMap { parents(of: $0, in: view) }.filter { seen.insert($0).inserted }
    }
    return nil
  }

  /// True if shared-mime-info describes a type under a separate name.
  package func hasMIMEName(_ type: TypeIndex) -> Bool {
    types[type.offset, TypeField.mimeTypePlusOne] != 0
  }

  package func mimeTypeOrigin(of type: TypeIndex) -> DeclarationOrigin? {
    let index = types[type.offset, TypeField.mimeTypePlusOne]
    guard index != 0 else { return nil }
    return origin(of: Int(index) - 1, in: mimeTypes, MIMETypeField.self)
  }

  func mimeName(at index: UInt32) -> String {
    strings.string(at: mimeTypes[Int(index), MIMETypeField.name])
  }

  func type(ofMIMEType index: UInt32) -> TypeIndex {
    TypeIndex(Int(mimeTypes[Int(index), MIMETypeField.type]))
  }

  /// All except globs and magic, in order.
  func mimeStatements(of type: TypeIndex) -> [Statement] {
    let index = types[type.offset, TypeField.mimeTypePlusOne]
    guard index != 0 else { return [] }
    let record = Int(index) - 1
    return statements(
      first: mimeTypes[record, MIMETypeField.firstStatement],
      count: mimeTypes[record, MIMETypeField.statementCount])
  }

  package func mimeAliases(of type: TypeIndex) -> [String] {
    mimeStatements(of: type).filter { $0.kind == .alias }.map { $0.first }
  }

  /// Or the name of the generic icon (shared-mime-info rule 9.4).
  package func iconName(of type: TypeIndex, isGeneric: Bool = false) -> String? {
    guard let name = packageMIMEName(of: type) else { return nil }
    let kind: StatementKind = isGeneric ? .genericIcon : .icon
    if let stated = mimeStatements(of: type).last(where: { $0.kind == kind }) {
      return stated.first
    }
    if isGeneric { return name.prefix { $0 != "/" } + "-x-generic" }
    return String(name.map { $0 == "/" ? "-" : $0 })
  }
}

/// A statement of the statement section.
struct Statement {
  let kind: StatementKind
  let first: String
  let second: String
  let source: UInt32
  let position: SourcePosition
}

extension RegistryImage {
  func statements(first: UInt32, count: UInt32) -> [Statement] {
    records(
      of: statements, first: first, count: count, usual: Self.usualStatementCount
    ).compactMap { record in
      guard let kind = StatementKind(rawValue: statements[record, StatementField.kind]) else {
        return nil
      }
      return Statement(
        kind: kind,
        first: strings.string(at: statements[record, StatementField.first]),
        second: strings.string(at: statements[record, StatementField.second]),
        source: statements[record, StatementField.source],
        position: statements.position(record, StatementField.self))
    }
  }
}

/// The place in an image of a root element, which identifies a type of XML documents.
package struct RootElementIndex: Hashable, Sendable {
  let record: Int
}

extension RegistryImage {
  /// Most specific first: both, namespace only, name only (rules 6.2 and 6.3); O(1) on average.
  ///
  /// The namespace is empty when the element has none, and the name has no prefix. No allocation.
  package func rootElement(namespace: String, localName: String) -> RootElementIndex? {
    let index = ImageIndex(slots: table(.rootElementSlots), strings: strings)
    if !namespace.isEmpty {
      if let found = record(of: namespace, localName, in: index) { return found }
      if let found = record(of: namespace, "", in: index) { return found }
    }
    return record(of: "", localName, in: index)
  }

  private func record(
    of namespace: String, _ localName: String, in index: ImageIndex
  ) -> RootElementIndex? {
    var hash = StableHash()
    hash.combine(namespace.utf8)
    hash.combine(UInt8(ascii: "\n"))
    hash.combine(localName.utf8)
    let found = index.values(hash: hash) { key in
      guard key.count == namespace.utf8.count + 1 + localName.utf8.count else { return false }
      return key.starts(with: namespace.utf8) && key[namespace.utf8.count] == UInt8(ascii: "\n")
        && key[(namespace.utf8.count + 1)...].elementsEqual(localName.utf8)
    }
    return found.map { RootElementIndex(record: Int($0.first)) }
  }

  package func type(of element: RootElementIndex) -> TypeIndex {
    type(ofMIMEType: rootElements[element.record, RootElementField.mimeType])
  }

  package func origin(of element: RootElementIndex) -> DeclarationOrigin {
    origin(of: element.record, in: rootElements, RootElementField.self)
  }

  package func layer(of element: RootElementIndex) -> DeclarationSource.Layer {
    layer(ofSource: rootElements[element.record, RootElementField.source])
  }

  /// Any namespace counts; O(*n*) in the number of all root elements.
  package func hasRootElement(_ type: TypeIndex, named localName: String) -> Bool {
    (0..<rootElements.count).contains { record in
      self.type(of: RootElementIndex(record: record)) == type
        && strings.string(at: rootElements[record, RootElementField.localName]) == localName
    }
  }

  /// Neither part can contain a line feed (rule 6.1).
  static func rootElementKey(_ namespace: String, _ localName: String) -> String {
    namespace + "\n" + localName
  }

  /// A section that does not have a stored property.
  func table(_ section: ImageSection) -> ImageTable {
    let entry = ImageHeader.byteCount + section.rawValue * ImageHeader.sectionEntryByteCount
    let offset = Int(storage.bytes.loadUnaligned(fromByteOffset: entry, as: UInt32.self))
    let length = Int(storage.bytes.loadUnaligned(fromByteOffset: entry + 4, as: UInt32.self))
    // Opening the image has checked that every section is inside it.
    return ImageTable(
      UnsafeRawBufferPointer(rebasing: storage.bytes[offset..<offset + length]),
      width: section.recordWidth)
  }
}
