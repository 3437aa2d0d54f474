/// Case-insensitive parsing of the values of keys in `CFBundleDocumentTypes`.
extension CaseIterable where Self: RawRepresentable<String> {
  /// Returns the value of a key.
  ///
  /// - Parameters:
  ///   - text: the text of the entry; nil or empty if it has none.
  ///   - defaultValue: the value for an entry without a text.
  /// - Returns: nil for an unknown text.
  static func named(_ text: String?, byDefault defaultValue: Self) -> Self? {
    guard let text, !text.isEmpty else { return defaultValue }
    let folded = text.lowercased()
    return allCases.first { $0.rawValue.lowercased() == folded }
  }
}
