/// A root element that a type of XML documents is recognised by.
package struct RootElementMatch: Sendable {
  /// The type that the element belongs to.
  package let type: TypeIndex
  /// The namespace asked for; empty when any will do.
  package let namespace: String
  /// The local name asked for; empty when any will do.
  package let localName: String
  /// Where it is stated.
  package let origin: Origin
}

extension RegistryImage {
  /// The type of an XML document by its root element.
  ///
  /// Most specific first: namespace and name, the namespace alone, the name alone, which counts
  /// whatever the namespace (shared-mime-info rules 6.2 and 6.3).
  ///
  /// - Parameters:
  ///   - namespace: the namespace of the element; empty when it has none.
  ///   - localName: the name of the element without its prefix.
  /// - Complexity: O(1) on average.
  package func rootElementMatch(namespace: String, localName: String) -> RootElementMatch? {
    let index = ImageIndex(slots: table(.rootElementSlots), strings: strings)
    let keys = [
      namespace.isEmpty ? nil : Self.rootElementKey(namespace, localName),
      namespace.isEmpty ? nil : Self.rootElementKey(namespace, ""),
      Self.rootElementKey("", localName),
    ]
    guard let record = keys.lazy.compactMap({ $0 }).compactMap(index.values(exactly:)).first else {
      return nil
    }
    let place = Int(record.first)
    return RootElementMatch(
      type: type(ofMIMEType: rootElements[place, RootElementField.mimeType]),
      namespace: strings.string(at: rootElements[place, RootElementField.namespace]),
      localName: strings.string(at: rootElements[place, RootElementField.localName]),
      origin: origin(of: place, in: rootElements, RootElementField.self))
  }

  /// Neither part can hold a line feed (rule 6.1).
  static func rootElementKey(_ namespace: String, _ localName: String) -> String {
    namespace + "\n" + localName
  }

  /// A section of the image that no stored property stands for.
  func table(_ section: ImageSection) -> ImageTable {
    let entry = ImageHeader.byteCount + section.rawValue * ImageHeader.sectionEntryByteCount
    let offset = Int(storage.bytes.loadUnaligned(fromByteOffset: entry, as: UInt32.self))
    let length = Int(storage.bytes.loadUnaligned(fromByteOffset: entry + 4, as: UInt32.self))
    // Opening the image has checked that every section lies inside it.
    return ImageTable(
      UnsafeRawBufferPointer(rebasing: storage.bytes[offset..<offset + length]),
      width: section.recordWidth)
  }
}
