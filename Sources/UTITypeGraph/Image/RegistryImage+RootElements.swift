internal import UTIPortable

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
