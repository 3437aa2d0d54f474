extension ImageComposer {
  /// Writes the root elements, most specific first: both given, namespace only, local name only
  /// (rule 6.3); of equal ones, the base's comes last.
  mutating func appendRootElements() {
    var all: [(element: RootElement, mimeType: Int, file: Int)] = []
    for (index, type) in table.catalog.types.enumerated() {
      for entry in type.rootElements { all.append((entry.value, index, entry.file)) }
    }
    func specificity(_ element: RootElement) -> Int {
      element.namespace.isEmpty ? 2 : element.localName.isEmpty ? 1 : 0
    }
    let isBase = table.files.map { $0.source.layer == .base }
    all.sort { left, right in
      let leftKey = (
        specificity(left.element), left.element.namespace, left.element.localName,
        isBase[left.file] ? 1 : 0, left.mimeType
      )
      let rightKey = (
        specificity(right.element), right.element.namespace, right.element.localName,
        isBase[right.file] ? 1 : 0, right.mimeType
      )
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
    appendRootElementIndex(all.map { $0.element })
  }

  private mutating func appendRootElementIndex(_ elements: [RootElement]) {
    var keys = StringInterner()
    var records: [UInt32] = []
    for (record, element) in elements.enumerated() {
      let key = RegistryImage.rootElementKey(element.namespace, element.localName)
      if keys.number(of: key) == records.count { records.append(UInt32(record)) }
    }
    writer.index(.rootElementSlots, keys, sorted: keys.sortedNumbers) { (records[$0], 1) }
  }
}
