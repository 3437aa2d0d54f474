/// The words of an image that tell quickly what a name cannot be.
///
/// Most names end in an extension that one pattern has. All else a look-up would have to try, and
/// would try in vain, is ruled out by the first or the last byte of the name, without reading a
/// record. A set of bytes is eight words, one bit for each byte; capitals are folded.
enum LookUpFilter: Int {
  /// The bytes that suffixes of patterns begin with.
  case suffixStarts = 0
  /// The bytes that names begin with which a full pattern without a star at its start can match.
  case fullPatternStarts = 8
  /// The bytes that names end with which a full pattern with a star at its start can match.
  case fullPatternEnds = 16
  /// The bytes that extensions begin with which property lists above the base declare.
  case outerExtensionStarts = 24
  /// The number of bytes of the longest suffix.
  case longestSuffix = 32
  /// The number of bytes of the longest literal pattern.
  case longestLiteral = 33
  /// The record of the first full pattern; all others follow it.
  case firstFullPattern = 34

  static let wordCount = 35
}

extension RegistryImage {
  /// A number among the filters.
  @inline(__always)
  func filter(_ filter: LookUpFilter) -> Int { Int(lookUpFilters[filter.rawValue]) }

  /// Whether a set among the filters has a byte.
  @inline(__always)
  func filter(_ filter: LookUpFilter, contains byte: UInt8) -> Bool {
    lookUpFilters[filter.rawValue &+ Int(byte >> 5)] & 1 << UInt32(byte & 31) != 0
  }
}
