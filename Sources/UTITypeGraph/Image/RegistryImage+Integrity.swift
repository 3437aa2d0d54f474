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

  /// Checks the checksum and all records.
  ///
  /// The checksum finds accidents only, because the program that writes an image writes its checksum.
  /// Opening omits this check, because it reads every byte.
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
    try checkContents()
  }
}

/// The reason why bytes are not a registry image, or why declarations make none.
package struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  package struct Code: Hashable, Sendable {
    private enum Value {
      case notAnImage, otherVersion, otherByteOrder, truncated, damaged, tooLarge
    }
    private let value: Value

    /// The bytes do not begin as an image does.
    package static let notAnImage = Code(value: .notAnImage)
    /// The image has the format of another version.
    package static let otherVersion = Code(value: .otherVersion)
    /// The image was made on a machine of the other byte order.
    package static let otherByteOrder = Code(value: .otherByteOrder)
    /// The image is shorter or longer than its header states.
    package static let truncated = Code(value: .truncated)
    /// The image has contents that no builder writes.
    package static let damaged = Code(value: .damaged)
    /// The declarations need more space than an image has.
    package static let tooLarge = Code(value: .tooLarge)
  }

  /// The kind of failure.
  package let code: Code
  /// The problem and its remedy.
  package let description: String

  init(_ code: Code, _ message: String) {
    self.code = code
    description = message + "; compile the registry again"
  }

  /// - Parameter what: the items that are too many.
  init(tooMuch what: String) {
    code = .tooLarge
    description = "a registry image cannot hold \(what); declare less in one registry"
  }
}
