extension RegistryImage {
  /// Returns true if the first bytes of a file are those of an image of any version.
  package static func isImage(startingWith bytes: [UInt8]) -> Bool { ImageHeader.isStart(bytes) }

  /// The usual greatest number of statements of a record: a type has descriptions in a hundred
  /// languages.
  static var usualStatementCount: Int { 512 }

  /// Returns the records that another one refers to; none when they are more than usual and the
  /// image is damaged.
  ///
  /// So a record costs no more than the usual number of others, whatever its bytes are.
  ///
  /// - Parameter usual: the usual greatest number of records.
  @inline(__always)
  func records(
    of table: ImageTable, first: UInt32, count: UInt32, usual: Int = 128
  ) -> Range<Int> {
    let records = table.range(first: first, count: count)
    guard records.count > usual else { return records }
    return storage.isSound ? records : records.lowerBound..<records.lowerBound
  }

  /// Checks the checksum and the references of the types.
  ///
  /// The checksum finds changes since the image was built; the references are valid even if the
  /// builder was wrong. Opening omits this check, because it reads every byte.
  ///
  /// - Throws: ``ImageError`` when the image has contents that no builder writes.
  /// - Complexity: O(*n*) in the number of bytes.
  package func checkIntegrity() throws(ImageError) {
    guard storage.isSound else {
      throw ImageError(.damaged, "the checksum of the registry image does not match its bytes")
    }
    let runs: [(first: TypeField, count: TypeField, in: ImageTable)] = [
      (.firstDeclaration, .declarationCount, declarations), (.firstEdge, .edgeCount, edges),
      (.firstTag, .tagCount, tags), (.firstMergedAncestor, .mergedAncestorCount, ancestors),
      (.firstDeclaredAncestor, .declaredAncestorCount, ancestors),
      (.firstFreedesktopAncestor, .freedesktopAncestorCount, ancestors),
    ]
    for record in 0..<types.count {
      let isSound =
        strings.isValid(types[record, TypeField.identifier])
        && types[record, TypeField.mimeTypePlusOne] <= UInt32(mimeTypes.count)
        && runs.allSatisfy { run in
          Int(types[record, run.first]) + Int(types[record, run.count]) <= run.in.count
        }
      guard isSound else {
        throw ImageError(.damaged, "type \(record) of the registry image is damaged")
      }
    }
    for edge in 0..<edges.count where Int(edges[edge, EdgeField.target]) >= types.count {
      throw ImageError(.damaged, "edge \(edge) of the registry image leads nowhere")
    }
    for place in 0..<ancestors.count
    where Int(ancestors[place]) >= types.count && ancestors[place] != Conformance.noType {
      throw ImageError(.damaged, "ancestor \(place) of the registry image leads nowhere")
    }
  }
}
