extension RegistryImage {
  package static func isImage(startingWith bytes: [UInt8]) -> Bool { ImageHeader.isStart(bytes) }

  /// The usual greatest number of a record: a type has descriptions in a hundred languages.
  static var usualStatementCount: Int { 512 }

  /// None when more than usual are named and the image is damaged, which bounds their cost.
  @inline(__always)
  func records(of table: ImageTable, first: UInt32, count: UInt32, usual: Int = 128) -> Range<Int> {
    let records = table.range(first: first, count: count)
    guard records.count > usual else { return records }
    return storage.isSound ? records : records.lowerBound..<records.lowerBound
  }

  /// Checks the checksum and all records, in O(*n*) bytes; opening omits this.
  ///
  /// The checksum finds accidents only, because the program that writes an image writes its
  /// checksum.
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

    package static let notAnImage = Code(value: .notAnImage)
    package static let otherVersion = Code(value: .otherVersion)
    package static let otherByteOrder = Code(value: .otherByteOrder)
    /// The image is shorter or longer than its header states.
    package static let truncated = Code(value: .truncated)
    package static let damaged = Code(value: .damaged)
    /// The declarations need more space than an image has.
    package static let tooLarge = Code(value: .tooLarge)
  }

  package let code: Code
  package let description: String

  init(_ code: Code, _ message: String) {
    self.code = code
    description = message + "; compile the registry again"
  }

  init(tooMuch what: String) {
    code = .tooLarge
    description = "a registry image cannot hold \(what); declare less in one registry"
  }
}
