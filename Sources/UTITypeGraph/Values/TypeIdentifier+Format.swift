/// The identifier of a format of PRONOM that no declaration has: `pronom.fmt-123` for `fmt/123`.
extension TypeIdentifier {
  static let formatPrefixes = ["pronom.fmt-", "pronom.x-fmt-"]

  /// nil for text that is not an identifier of PRONOM.
  package static func ofFormat(_ puid: String) -> TypeIdentifier? {
    let text = "pronom." + String(puid.map { $0 == "/" ? "-" : $0 })
    let identifier = TypeIdentifier(canonical: text)
    return identifier.isFormat ? identifier : nil
  }

  package var isFormat: Bool {
    for prefix in Self.formatPrefixes where rawValue.utf8.starts(with: prefix.utf8) {
      let digits = rawValue.utf8.dropFirst(prefix.utf8.count)
      return !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
    }
    return false
  }

  /// The identifier of PRONOM; nil for a type of no single format.
  package var puid: String? {
    guard isFormat, let hyphen = rawValue.lastIndex(of: "-") else { return nil }
    let digits = rawValue[hyphen...].dropFirst()
    return rawValue[..<hyphen].dropFirst("pronom.".count) + "/" + digits
  }
}
