internal import UTIPortable

/// The place in an image of a root element, which identifies a type of XML documents.
package struct RootElementIndex: Hashable, Sendable {
  let record: Int
}

extension RegistryImage {
  /// Returns the place of the statement about a root element.
  ///
  /// Most specific first: namespace and name, the namespace alone, the name alone, which applies to
  /// any namespace (shared-mime-info rules 6.2 and 6.3).
  ///
  /// - Parameters:
  ///   - namespace: the namespace of the element; empty when it has none.
  ///   - localName: the name of the element without its prefix.
  /// - Complexity: O(1) on average, without allocation.
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

  /// Returns the type that a root element belongs to.
  package func type(of element: RootElementIndex) -> TypeIndex {
    type(ofMIMEType: rootElements[element.record, RootElementField.mimeType])
  }

  /// Returns the origin of a root element.
  package func origin(of element: RootElementIndex) -> DeclarationOrigin {
    origin(of: element.record, in: rootElements, RootElementField.self)
  }

  /// Returns the layer of the file that states a root element.
  package func layer(of element: RootElementIndex) -> DeclarationSource.Layer {
    layer(ofSource: rootElements[element.record, RootElementField.source])
  }

  /// Returns true if a root element of a type has a name, in any namespace.
  ///
  /// - Complexity: O(*n*) in the number of all root elements.
  package func hasRootElement(_ type: TypeIndex, named localName: String) -> Bool {
    (0..<rootElements.count).contains { record in
      self.type(of: RootElementIndex(record: record)) == type
        && strings.string(at: rootElements[record, RootElementField.localName]) == localName
    }
  }

  /// Returns the key of a root element; neither part can contain a line feed (rule 6.1).
  static func rootElementKey(_ namespace: String, _ localName: String) -> String {
    namespace + "\n" + localName
  }

  /// Returns a section of the image that does not have a stored property.
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
