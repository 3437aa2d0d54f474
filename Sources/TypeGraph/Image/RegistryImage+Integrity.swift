extension RegistryImage {
  /// Compares the checksum and every reference from record to record.
  ///
  /// Opening leaves this out, because it reads every byte.
  ///
  /// - Throws: ``ImageError`` when the image holds something that no builder wrote.
  /// - Complexity: O(*n*) in the number of bytes.
  package func checkIntegrity() throws(ImageError) {
    let bytes = storage.bytes
    var checksum = StableHash()
    checksum.combine(
      words: UnsafeRawBufferPointer(rebasing: bytes[ImageHeader.byteCount...]))
    let stated = bytes.loadUnaligned(fromByteOffset: ImageHeader.checksumOffset, as: UInt64.self)
    guard checksum.value == stated else {
      throw ImageError(.damaged, "the checksum of the registry image does not match its bytes")
    }
    for record in 0..<types.count {
      let isSound =
        strings.isValid(types[record, TypeField.identifier])
        && types[record, TypeField.mimeTypePlusOne] <= UInt32(mimeTypes.count)
        && holds(types, record, TypeField.firstEdge, TypeField.edgeCount, in: edges)
        && holds(types, record, TypeField.firstTag, TypeField.tagCount, in: tags)
      guard isSound else {
        throw ImageError(.damaged, "type \(record) of the registry image is damaged")
      }
    }
    for edge in 0..<edges.count where Int(edges[edge, EdgeField.target]) >= types.count {
      throw ImageError(.damaged, "edge \(edge) of the registry image leads nowhere")
    }
    for place in 0..<ancestors.count where Int(ancestors[place]) >= types.count {
      throw ImageError(.damaged, "ancestor \(place) of the registry image leads nowhere")
    }
  }

  private func holds(
    _ table: ImageTable, _ record: Int, _ first: TypeField, _ count: TypeField,
    in target: ImageTable
  ) -> Bool {
    Int(table[record, first]) + Int(table[record, count]) <= target.count
  }
}
