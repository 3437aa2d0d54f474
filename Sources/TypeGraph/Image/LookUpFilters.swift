/// The words of an image that tell quickly what a name cannot be.
///
/// Most names end in an extension that one pattern has. All else a look-up would have to try, and
/// would try in vain, is ruled out by the first or the last byte of the name, without reading a
/// record. A set of bytes is eight words, one bit for each byte; capitals are folded.
struct LookUpFilters: Sendable {
  enum Field: Int {
    /// The bytes that suffixes of patterns begin with.
    case suffixStarts = 0
    /// The bytes that a name begins with when a full pattern matches that has something else than a
    /// star at its start, and none of ``fullPatternPrefixes``.
    case fullPatternStarts = 8
    /// The bytes that a name ends with when a full pattern with a star at its start matches, but
    /// none at its end.
    case fullPatternEnds = 16
    /// The bytes that extensions begin with which property lists above the base declare.
    case outerExtensionStarts = 24
    /// The number of bytes of the longest suffix.
    case longestSuffix = 32
    /// The number of bytes of the longest literal pattern.
    case longestLiteral = 33
    /// The record of the first full pattern; all others follow it.
    case firstFullPattern = 34
    /// Whether there is a full pattern that no other filter speaks of.
    case hasOpenPattern = 35
    /// The hashes of the first three bytes of full patterns that begin with three plain ones.
    case fullPatternPrefixes = 36
    /// The bytes that follow a period in a name when a full pattern with a star at both ends matches.
    case fullPatternLabels = 44
    /// The hashes of the last three bytes of literal patterns, in 1,024 bits.
    case literalEnds = 52
  }

  static let wordCount = 84
  private static let literalEndBits: UInt32 = 10

  private let words: ImageTable

  init(_ words: ImageTable) { self.words = words }

  @inline(__always)
  func value(_ field: Field) -> Int { Int(words[field.rawValue]) }

  @inline(__always)
  func contains(_ field: Field, _ byte: UInt8) -> Bool {
    words[field.rawValue &+ Int(byte >> 5)] & 1 << UInt32(byte & 31) != 0
  }

  /// Whether a full pattern may match a name, which is not empty.
  @inline(__always)
  func allowFullPattern(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    if name.count >= 3,
      contains(.fullPatternPrefixes, Self.hash(ofPrefix: (name[0], name[1], name[2])))
    {
      return true
    }
    if contains(.fullPatternStarts, CaseFolding.ascii(name[0]))
      || contains(.fullPatternEnds, CaseFolding.ascii(name[name.count &- 1]))
    {
      return true
    }
    if value(.hasOpenPattern) != 0 { return true }
    var follows = false
    for byte in name {
      if follows, contains(.fullPatternLabels, CaseFolding.ascii(byte)) { return true }
      follows = byte == UInt8(ascii: ".")
    }
    return false
  }

  /// Whether a literal pattern may be a name, which is not empty.
  @inline(__always)
  func allowLiteral(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard name.count <= value(.longestLiteral) else { return false }
    guard name.count >= 3 else { return true }
    let end = name.count
    let bit = Self.hash(ofEnd: (name[end &- 3], name[end &- 2], name[end &- 1]))
    return words[Field.literalEnds.rawValue &+ Int(bit >> 5)] & 1 << (bit & 31) != 0
  }

  @inline(__always)
  private static func folded(_ bytes: (UInt8, UInt8, UInt8)) -> UInt32 {
    UInt32(CaseFolding.ascii(bytes.0)) | UInt32(CaseFolding.ascii(bytes.1)) << 8
      | UInt32(CaseFolding.ascii(bytes.2)) << 16
  }

  /// Three bytes as one, capitals folded.
  @inline(__always)
  static func hash(ofPrefix bytes: (UInt8, UInt8, UInt8)) -> UInt8 {
    UInt8(truncatingIfNeeded: (folded(bytes) &* 0x9E37_79B1) >> 24)
  }

  /// Three bytes as ten bits, capitals folded.
  @inline(__always)
  static func hash(ofEnd bytes: (UInt8, UInt8, UInt8)) -> UInt32 {
    (folded(bytes) &* 0x9E37_79B1) >> (32 - literalEndBits)
  }
}
