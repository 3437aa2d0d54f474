extension RegistryImage {
  /// A record hardly ever refers to more statements: a type has descriptions in a hundred languages.
  static var usualStatementCount: Int { 512 }

  /// The records that another one refers to: none when they are more than usual, and the image is
  /// damaged.
  ///
  /// So a record costs no more than the usual number of others, whatever has been written into it.
  ///
  /// - Parameter usual: a record hardly ever refers to more.
  @inline(__always)
  func records(
    of table: ImageTable, first: UInt32, count: UInt32, usual: Int = 128
  ) -> Range<Int> {
    let records = table.range(first: first, count: count)
    guard records.count > usual else { return records }
    return storage.isSound ? records : records.lowerBound..<records.lowerBound
  }

  /// Compares the checksum, and what the types refer to.
  ///
  /// The checksum finds what has changed since the image was built; the rest holds even where the
  /// builder was wrong. Opening leaves this out, because it reads every byte.
  ///
  /// - Throws: ``ImageError`` when the image holds something that no builder wrote.
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
