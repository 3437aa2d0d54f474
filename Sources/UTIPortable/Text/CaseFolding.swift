/// Case folding of identifiers, tags and file names.
///
/// Identifiers, MIME names and globs compare without ASCII case (shared-mime-info rule: only A-Z
/// are folded). Extension tags are reported by Apple's framework in lower case whatever the script,
/// so text outside ASCII is folded by the Unicode simple lower-case mapping.
public enum CaseFolding {
  /// Returns the byte with A-Z mapped to a-z.
  @inline(__always)
  package static func ascii(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  /// Returns the text with A-Z mapped to a-z, all else unchanged.
  package static func ascii(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 &- 0x41 < 26 }) else { return text }
    return String(decoding: text.utf8.map(ascii), as: UTF8.self)
  }

  /// Returns the text in lower case: A-Z directly, all else by the Unicode mapping.
  package static func unicode(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return ascii(text) }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      scalars.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
    }
    return String(scalars)
  }
}
