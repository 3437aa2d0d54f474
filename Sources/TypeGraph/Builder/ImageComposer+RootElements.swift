extension ImageComposer {
  /// Most specific first: both given, namespace only, local name only (rule 6.3).
  mutating func appendRootElements() {
    var all: [(element: RootElement, mimeType: Int, file: Int)] = []
    for (index, type) in table.catalog.types.enumerated() {
      for entry in type.rootElements { all.append((entry.value, index, entry.file)) }
    }
    func specificity(_ element: RootElement) -> Int {
      element.namespace.isEmpty ? 2 : element.localName.isEmpty ? 1 : 0
    }
    all.sort { left, right in
      let leftKey = (specificity(left.element), left.element.namespace, left.element.localName)
      let rightKey = (specificity(right.element), right.element.namespace, right.element.localName)
      return leftKey < rightKey
    }
    for (element, mimeType, file) in all {
      writer.append(
        .rootElements,
        record: [
          writer.string(element.namespace), writer.string(element.localName), UInt32(mimeType),
          UInt32(file), UInt32(element.position.line), UInt32(element.position.column),
        ])
    }
    appendRootElementIndex(all.map(\.element))
  }

  private mutating func appendRootElementIndex(_ elements: [RootElement]) {
    let entries = elements.enumerated().map { record, element in
      (
        key: ByteText(RegistryImage.rootElementKey(element.namespace, element.localName)),
        first: UInt32(record), count: UInt32(1)
      )
    }
    writer.index(.rootElementSlots, entries.sorted { $0.key < $1.key })
  }
}
