internal import UTIPortable

/// A pattern of file names with its weight.
package struct GlobDeclaration: Hashable, Sendable {
  /// The valid weights.
  package static let weightRange = 0...100
  /// The weight of a glob that states none.
  package static let defaultWeight = 50
  /// The least weight with which a glob decides by the name alone; a lighter one needs evidence in
  /// the bytes.
  package static let leastWeight = 10

  /// The pattern, such as `*.png`.
  package var pattern: String
  /// The weight of the pattern, 0 to 100; other values are clamped.
  package var weight: Int {
    didSet { weight = weight.clamped(to: Self.weightRange) }
  }
  /// True if the pattern is case-sensitive.
  package var isCaseSensitive: Bool
  /// The position of the statement.
  package var position: SourcePosition

  package init(
    pattern: String, weight: Int = defaultWeight, isCaseSensitive: Bool = false,
    position: SourcePosition
  ) {
    self.pattern = pattern
    self.weight = weight.clamped(to: Self.weightRange)
    self.isCaseSensitive = isCaseSensitive
    self.position = position
  }

  /// The kinds of shared-mime-info: literal, suffix, full.
  package enum Kind: UInt32 {
    case literal
    /// The end of the name: one `*` and no other special character after it.
    case suffix
    /// fnmatch(3) without flags.
    case full
  }

  /// A lone `*` is a full pattern: as a suffix it would be empty and match every name.
  package var kind: Kind {
    let bytes = pattern.utf8
    guard let first = bytes.firstIndex(where: Self.isSpecial) else { return .literal }
    let rest = bytes[bytes.index(after: first)...]
    let isSuffix =
      first == bytes.startIndex && bytes[first] == UInt8(ascii: "*") && !rest.isEmpty
      && !rest.contains(where: Self.isSpecial)
    return isSuffix ? .suffix : .full
  }

  /// The pattern is a full one with a star at both ends.
  var isOpen: Bool {
    let star = UInt8(ascii: "*")
    return pattern.utf8.first == star && pattern.utf8.last == star && kind == .full
  }

  /// Several stars, so that a comparison has to try several positions.
  var isStarry: Bool { pattern.utf8.count { $0 == UInt8(ascii: "*") } > 1 }

  static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["), UInt8(ascii: "\\"): true
    default: false
    }
  }

  /// `png` for `*.png`, nil for `*.tar.gz` or `core`.
  package var filenameExtension: String? {
    guard kind == .suffix, pattern.utf8.dropFirst().first == 0x2E else { return nil }
    let value = String(Substring(pattern.utf8.dropFirst(2)))
    let tag = Tag(tagClass: .filenameExtension, value: value)
    return tag.isValid ? tag.value : nil
  }
}
