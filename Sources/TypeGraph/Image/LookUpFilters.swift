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
    /// The least number of periods in a name when a full pattern with a star at both ends matches,
    /// plus one; zero when there is no such pattern.
    case fewestPeriodsPlusOne = 35
    /// The hashes of the first three bytes of full patterns that begin with three plain ones.
    case fullPatternPrefixes = 36
  }

  static let wordCount = 44

  private let words: ImageTable

  init(_ words: ImageTable) { self.words = words }

  @inline(__always)
  func value(_ field: Field) -> Int { Int(words[field.rawValue]) }

  @inline(__always)
  func contains(_ field: Field, _ byte: UInt8) -> Bool {
    words[field.rawValue &+ Int(byte >> 5)] & 1 << UInt32(byte & 31) != 0
  }

  /// Three bytes as one, capitals folded.
  @inline(__always)
  static func hash(ofPrefix bytes: (UInt8, UInt8, UInt8)) -> UInt8 {
    let word =
      UInt32(CaseFolding.ascii(bytes.0)) | UInt32(CaseFolding.ascii(bytes.1)) << 8
      | UInt32(CaseFolding.ascii(bytes.2)) << 16
    return UInt8(truncatingIfNeeded: (word &* 0x9E37_79B1) >> 24)
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
    let fewest = value(.fewestPeriodsPlusOne) &- 1
    guard fewest > 0 else { return fewest == 0 }
    var periods = 0
    for byte in name where byte == UInt8(ascii: ".") { periods &+= 1 }
    return periods >= fewest
  }
}
