/// The values that a key of `CFBundleDocumentTypes` can have, compared without case.
extension CaseIterable where Self: RawRepresentable<String> {
  /// The value of a key.
  ///
  /// - Parameters:
  ///   - text: what the entry states; nil or empty where it states nothing.
  ///   - defaultValue: what counts then.
  /// - Returns: nil for a text that names no value.
  static func named(_ text: String?, byDefault defaultValue: Self) -> Self? {
    guard let text, !text.isEmpty else { return defaultValue }
    let folded = text.lowercased()
    return allCases.first { $0.rawValue.lowercased() == folded }
  }
}
