internal import UTITypeGraph

/// Magic that matches by accident: fewer than sixteen fixed bits, or samples without a type.
///
/// Sixteen bits match one of 65,536 files; each doubling of the places costs one bit, and a nested
/// match adds its bits. Files of zeros, ones, blanks or prose are common: disk images begin with
/// zeros.
struct BroadMagic: MIMETypeRule {
  static let leastBitCount = 16

  let description = LintRuleDescription(
    "broad-magic", .warning,
    "Magic fixes fewer than 16 bits, or holds for zeros, blanks, noise or prose.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    type.magic.flatMap { rule in
      let weak = rule.matches.filter { $0.fixedBitCount < Self.leastBitCount }
      guard weak.isEmpty else {
        return weak.map { match in
          LintFinding(
            at: match.position,
            "magic of \(type.name) fixes \(match.fixedBitCount) bits, so that it matches one of"
              + " \(1 << max(match.fixedBitCount, 0)) files by accident",
            remedy: "add a match inside of it, or name a narrower place")
        }
      }
      guard let sample = MagicSample.all.first(where: { $0.matches(rule) }) else { return [] }
      return [
        LintFinding(
          at: rule.position, "magic of \(type.name) holds for \(sample.name)",
          remedy: "add a match that only files of the type fulfil")
      ]
    }
  }
}

extension MagicMatch {
  /// The bits that the weakest path through a match and its nested matches fixes.
  fileprivate var fixedBitCount: Int {
    let bits = mask.map { $0.reduce(0) { $0 + $1.nonzeroBitCount } } ?? 8 * value.count
    let places = offsets.count
    // Rounded up: 2 places cost one bit, 3 or 4 cost two.
    let cost = places > 1 ? Int.bitWidth - (places - 1).leadingZeroBitCount : 0
    return bits - cost + (children.map(\.fixedBitCount).min() ?? 0)
  }
}

/// Magic in the byte order of the processor.
///
/// `host16` and `host32` match different files on different processors, and readers of the compiled
/// database treat them as big-endian numbers.
struct HostOrderMagic: MIMETypeRule {
  let description = LintRuleDescription(
    "host-order-magic", .note, "A match is a number in the byte order of the machine.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    type.allMagicMatches.compactMap { match in
      guard match.type == .host16 || match.type == .host32 else { return nil }
      let width = match.type == .host16 ? 16 : 32
      return LintFinding(
        at: match.position,
        "\(match.type.rawValue) means different bytes on different machines",
        remedy: "write a big\(width) and a little\(width) match")
    }
  }
}

/// Magic beyond the part of a file that programs read: GLib and Qt read 16,384 bytes.
struct MagicOutOfReach: MIMETypeRule {
  static let reach = 16_384

  let description = LintRuleDescription(
    "magic-out-of-reach", .warning, "A match is beyond the first 16,384 bytes of a file.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    type.allMagicMatches.compactMap { match in
      let end = match.offsets.lowerBound + match.value.count
      guard end > Self.reach else { return nil }
      return LintFinding(
        at: match.position,
        "the match of \(type.name) ends at byte \(end), and programs read \(Self.reach)",
        remedy: "find a signature nearer to the beginning")
    }
  }
}

extension MIMETypeDeclaration {
  /// Nested ones included, in document order.
  var allMagicMatches: [MagicMatch] {
    func flattened(_ matches: [MagicMatch]) -> [MagicMatch] {
      matches.flatMap { [$0] + flattened($0.children) }
    }
    return magic.flatMap { flattened($0.matches) }
  }
}

/// Content without evidence for any type, which no magic should match.
struct MagicSample {
  let name: String
  private let bytes: [UInt8]

  static let all: [MagicSample] = [
    MagicSample(name: "a file of zeros", bytes: Array(repeating: 0, count: 4096)),
    MagicSample(name: "a file of ones", bytes: Array(repeating: 0xFF, count: 4096)),
    MagicSample(name: "a file of blanks", bytes: Array(repeating: 0x20, count: 4096)),
    MagicSample(name: "plain prose", bytes: prose),
    MagicSample(name: "noise", bytes: noise),
  ]

  func matches(_ rule: MagicRule) -> Bool {
    rule.matches.contains(where: matches)
  }

  private func matches(_ match: MagicMatch) -> Bool {
    let last = min(match.offsets.upperBound, bytes.count - match.value.count)
    guard match.offsets.lowerBound <= last,
      (match.offsets.lowerBound...last).contains(where: { stands(match, at: $0) })
    else { return false }
    return match.children.isEmpty || match.children.contains(where: matches)
  }

  private func stands(_ match: MagicMatch, at place: Int) -> Bool {
    match.value.indices.allSatisfy { index in
      (bytes[place + index] ^ match.value[index]) & (match.mask?[index] ?? 0xFF) == 0
    }
  }

  private static let prose: [UInt8] = {
    let paragraph = """
      The quick brown fox jumps over the lazy dog. It was the first of two walks, and the second
      begins here: "Is this a text?" Yes (or no); see also page 17, note 4 - and so on.

      1. One thing is certain.
      2. Another is not.


      """
    return Array(repeatElement(Array(paragraph.utf8), count: 16).joined())
  }()

  /// Pseudorandom bytes, always the same (xorshift, Marsaglia 2003).
  private static let noise: [UInt8] = {
    var state: UInt64 = 0x2545_F491_4F6C_DD1D
    return (0..<16_384).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state >> 24)
    }
  }()
}

/// Tree magic of types that are not volumes.
///
/// It classifies a volume as an `x-content` type (shared-mime-info specification, "treemagic").
struct TreeMagicOutsideVolumes: MIMETypeRule {
  let description = LintRuleDescription(
    "treemagic-outside-volumes", .warning, "A type outside of x-content has tree magic.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard let rule = type.treeMagic.first, type.name.media != "x-content" else { return [] }
    return [
      LintFinding(
        at: rule.position, "\(type.name) has tree magic, which is for x-content types only",
        remedy: "move it to an x-content type, or remove it")
    ]
  }
}

/// Types that no file can be detected as, unless other packages extend them.
///
/// Superclasses of other types, and kinds without names and bytes (volumes, schemes), are excepted.
struct UndetectableType: LintRule {
  let description = LintRuleDescription(
    "undetectable-type", .note,
    "A MIME type has neither globs nor magic nor a root element, nor subclasses.")

  private static let mediaWithoutFiles: Set<Substring> = [
    "inode", "x-content", "x-scheme-handler", "multipart", "message",
  ]

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    let superclasses = Set(file.mimeTypes.flatMap { $0.superclasses.map(\.value) })
    return file.mimeTypes.compactMap { type in
      guard type.globs.isEmpty, type.magic.isEmpty, type.treeMagic.isEmpty,
        type.rootElements.isEmpty, !Self.mediaWithoutFiles.contains(type.name.media),
        !superclasses.contains(type.name), !context.isInAnotherFile(type.name)
      else { return nil }
      return LintFinding(
        at: type.position, "no rule identifies files of \(type.name)",
        remedy: "write a glob, a magic or a root-XML element")
    }
  }
}
