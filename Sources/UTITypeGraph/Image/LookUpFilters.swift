internal import UTIPortable

/// The words of an image that quickly exclude matches of a name without reading a record.
///
/// Most names end in an extension that one pattern has. A set of bytes is eight words, one bit for
/// each byte, with capitals folded; a table is one word of groups of patterns for each byte as is.
struct LookUpFilters: Sendable {
  enum Field: Int {
    /// The bytes that suffixes of patterns begin with, and the period.
    case suffixStarts = 0
    /// The last bytes of names that a suffix without a leading period matches.
    case otherSuffixEnds = 8
    /// The first bytes of the extensions that property lists above the base declare.
    case outerExtensionStarts = 16
    /// Hashes of three bytes after a period, of names that an open pattern matches.
    case openPatternRuns = 24
    case longestLiteral = 32
    /// The record of the first full pattern; all others follow it.
    case firstFullPattern = 33
    case fewestOpenPeriods = 34
    /// A flag for an open pattern that ``openPatternRuns`` does not cover.
    case hasPatternWithoutRun = 35
    case hasOuterExtensions = 36
    /// Full-pattern groups by the byte at the first, second, third and last place of names.
    case firstBytes = 40
    case secondBytes = 296
    case thirdBytes = 552
    case lastBytes = 808
  }

  static let wordCount = 1_064

  let words: ImageTable

  init(_ words: ImageTable) { self.words = words }

  @inline(__always)
  func value(_ field: Field) -> Int { Int(words[field.rawValue]) }

  @inline(__always)
  func contains(_ field: Field, _ byte: UInt8) -> Bool {
    words[field.rawValue &+ Int(byte >> 5)] & 1 &<< UInt32(byte & 31) != 0
  }

  /// Open patterns, with a star at both ends, are in the upper half: no end byte excludes them.
  @inline(__always)
  static func group(ofFullPattern record: Int, isOpen: Bool) -> UInt32 {
    1 &<< (UInt32(truncatingIfNeeded: record) & 15 | (isOpen ? 16 : 0))
  }

  private static let openGroups: UInt32 = 0xFFFF_0000

  /// The groups that may match a nonempty name.
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
        contains(.openPatternRuns, Self.hash(name[place &+ 1], name[place &+ 2], name[place &+ 3]))
      {
        return true
      }
      place &+= 1
    }
    return false
  }

  @inline(__always)
  static func hash(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> UInt8 {
    let word =
      UInt32(CaseFolding.ascii(first)) | UInt32(CaseFolding.ascii(second)) << 8
      | UInt32(CaseFolding.ascii(third)) << 16
    return UInt8(truncatingIfNeeded: (word &* 0x9E37_79B1) >> 24)
  }
}
