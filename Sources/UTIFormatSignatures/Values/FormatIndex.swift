/// The formats of a release by identifier and MIME name.
package struct FormatIndex: Sendable {
  private let formats: [FileFormat]
  private let byPUID: [String: Int]
  private let byMIMEName: [String: [Int]]

  package init(_ formats: [FileFormat]) {
    self.formats = formats
    byPUID = Dictionary(
      formats.enumerated().map { ($1.puid, $0) }, uniquingKeysWith: { first, _ in first })
    var byMIMEName: [String: [Int]] = [:]
    for (index, format) in formats.enumerated() {
      for name in Set(format.mimeTypes.map { $0.lowercased() }) {
        byMIMEName[name, default: []].append(index)
      }
    }
    self.byMIMEName = byMIMEName
  }

  package func format(_ puid: String) -> FileFormat? { byPUID[puid].map { formats[$0] } }

  /// The formats that are versions of a type with these tags, in the order of the file.
  package func formats(mimeNames: [String], extensions: [String]) -> [FileFormat] {
    let places = Set(mimeNames.flatMap { byMIMEName[$0.lowercased()] ?? [] })
    return places.sorted().map { formats[$0] }.filter {
      $0.isOfType(mimeNames: mimeNames, extensions: extensions)
    }
  }
}

extension FileFormat {
  /// A format is of a type if they share a MIME name, and an extension unless one has none.
  ///
  /// The name of all data relates no format to a type.
  package func isOfType(mimeNames: [String], extensions others: [String]) -> Bool {
    func shares(_ left: [String], _ right: [String]) -> Bool {
      !Set(left.map { $0.lowercased() }).isDisjoint(with: right.map { $0.lowercased() })
    }
    return shares(mimeTypes.filter { $0 != "application/octet-stream" }, mimeNames)
      && (extensions.isEmpty || others.isEmpty || shares(extensions, others))
  }

  /// The text has the form of an identifier of PRONOM, such as `x-fmt/111`.
  package static func isPUID(_ text: String) -> Bool {
    for prefix in ["fmt/", "x-fmt/"] where text.hasPrefix(prefix) {
      let digits = text.utf8.dropFirst(prefix.utf8.count)
      return !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
    }
    return false
  }
}
