internal import UTIPlatform

/// The words of an image that tell quickly what a name cannot be.
///
/// Most names end in an extension that one pattern has. All else a look-up would have to try, and
/// would try in vain, is ruled out by the first bytes, the last byte or the length of the name,
/// without reading a record. A set of bytes is eight words, one bit for each byte, in which capitals
/// are folded; a table is one word of groups of patterns for each byte as it stands in the name.
struct LookUpFilters: Sendable {
  enum Field: Int {
    /// The bytes that suffixes of patterns begin with, and the period.
    case suffixStarts = 0
    /// The bytes that names end with when a suffix matches that does not begin with a period.
    case otherSuffixEnds = 8
    /// The bytes that extensions begin with which property lists above the base declare.
    case outerExtensionStarts = 16
    /// Hashes of the three bytes that follow a period in a name when an open pattern matches.
    case openPatternRuns = 24
    /// The number of bytes of the longest literal pattern.
    case longestLiteral = 32
    /// The record of the first full pattern; all others follow it.
    case firstFullPattern = 33
    /// The fewest periods in a name that an open pattern matches.
    case fewestOpenPeriods = 34
    /// Whether there is an open pattern that ``openPatternRuns`` does not speak of.
    case hasPatternWithoutRun = 35
    /// Whether ``outerExtensionStarts`` has a byte.
    case hasOuterExtensions = 36
    /// The groups of full patterns that match names with a byte at the first, the second and the
    /// third place, and at the last.
    case firstBytes = 40
    case secondBytes = 296
    case thirdBytes = 552
    case lastBytes = 808
  }

  static let wordCount = 1_064

  private let words: ImageTable

  init(_ words: ImageTable) { self.words = words }

  @inline(__always)
  func value(_ field: Field) -> Int { Int(words[field.rawValue]) }

  @inline(__always)
  func contains(_ field: Field, _ byte: UInt8) -> Bool {
    words[field.rawValue &+ Int(byte >> 5)] & 1 &<< UInt32(byte & 31) != 0
  }

  /// The group that a full pattern is in.
  ///
  /// An open pattern, one with a star at both ends, is in one of the upper half, since neither the
  /// first nor the last byte of a name rules it out.
  @inline(__always)
  static func group(ofFullPattern record: Int, isOpen: Bool) -> UInt32 {
    1 &<< (UInt32(truncatingIfNeeded: record) & 15 | (isOpen ? 16 : 0))
  }

  private static let openGroups: UInt32 = 0xFFFF_0000

  /// The groups of full patterns of which one may match a name, which is not empty.
  @inline(__always)
  func fullPatterns(_ name: UnsafeBufferPointer<UInt8>, periodCount: Int) -> UInt32 {
    func groups(_ field: Field, _ place: Int) -> UInt32 {
      words[field.rawValue &+ Int(name[place])]
    }
    var found = groups(.firstBytes, 0) & groups(.lastBytes, name.count &- 1)
    if name.count > 1 { found &= groups(.secondBytes, 1) }
    if name.count > 2 { found &= groups(.thirdBytes, 2) }
    if found & Self.openGroups != 0,
      periodCount < value(.fewestOpenPeriods) || !hasOpenPatternRun(name)
    {
      found &= ~Self.openGroups
    }
    return found
  }

  private func hasOpenPatternRun(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    if value(.hasPatternWithoutRun) != 0 { return true }
    var place = 0
    while place &+ 3 < name.count {
      if name[place] == UInt8(ascii: "."),
        contains(
          .openPatternRuns,
          Self.hash(name[place &+ 1], name[place &+ 2], name[place &+ 3]))
      {
        return true
      }
      place &+= 1
    }
    return false
  }

  /// Three bytes as one, capitals folded.
  @inline(__always)
  static func hash(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> UInt8 {
    let word =
      UInt32(CaseFolding.ascii(first)) | UInt32(CaseFolding.ascii(second)) << 8
      | UInt32(CaseFolding.ascii(third)) << 16
    return UInt8(truncatingIfNeeded: (word &* 0x9E37_79B1) >> 24)
  }
}
