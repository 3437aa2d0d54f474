internal import CUTIByteSearch
internal import UTITypeGraph

extension DetectionRegistry {
  /// The strongest first; in a tie the base's signatures come last, and lower priorities later.
  ///
  /// The freedesktop view keeps the order of the specification, by priority alone.
  func readSignatures(
    of window: ByteWindow, in encoding: TextEncoding?, by magic: MagicProgram, view: GraphView,
    into state: inout DetectionState
  ) {
    let head = window.head
    var matches = magic.matches(in: head, limit: limits.signatureCount)
    if view != .freedesktop, IconDirectory.isRefuted(by: window) {
      matches.removeAll { match in
        match.offset == 0 && isIcon(image.magicRuleHead(match.rule).type)
      }
    }
    if view != .freedesktop, state.content.material == .data(hasZeroByte: true) {
      // The words of a text at any place among data are not evidence for it.
      matches.removeAll { $0.offset > 0 && isTextual(image.magicRuleHead($0.rule).type) }
    }
    if view != .freedesktop, matches.contains(where: { $0.offset > 0 }),
      let archive = matches.filter({ isArchive($0, head) }).min(by: { $0.offset < $1.offset })
    {
      // What a search finds after the signature of an archive belongs to a member.
      let type = image.magicRuleHead(archive.rule).type
      matches.removeAll {
        $0.offset > archive.offset && image.isSearched($0)
          && !refines(image.magicRuleHead($0.rule).type, type)
      }
    }
    if view != .freedesktop, encoding != nil {
      // Data inside of a text begins in a new line.
      matches.removeAll { match in
        match.offset > 0 && match.offset < head.count && head[match.offset - 1] != 0x0A
          && head[match.offset - 1] != 0x0D && !isTextOrForm(image.magicRuleHead(match.rule).type)
      }
    }
    let start = view == .freedesktop ? nil : encoding.flatMap { textStart(of: window, in: $0) }
    let header = view == .freedesktop || matches.isEmpty ? nil : PictureHeader.read(window)
    guard matches.count > 1 || start != nil, view != .freedesktop else {
      for match in matches {
        state.content.append(finding(match, of: head, with: header, in: &state))
      }
      return
    }
    var found: [(finding: Finding, isBase: Bool)] = []
    func insert(
      _ match: MagicRuleMatch, of bytes: UnsafeRawBufferPointer, at offset: Int,
      isExplained: Bool = false
    ) {
      let next = (
        finding(
          match, of: bytes, at: offset, isExplained: isExplained, with: header, in: &state),
        image.layer(ofMagicRule: match.rule) == .base
      )
      var place = found.count
      while place > 0, Self.isBefore(next, found[place - 1]) { place -= 1 }
      found.insert(next, at: place)
    }
    for match in matches { insert(match, of: head, at: 0) }
    if let start {
      for match in magic.matches(in: start.text, limit: limits.signatureCount)
      where isInText(match, of: start.text) && !matches.contains(where: { $0.rule == match.rule }) {
        insert(match, of: start.text, at: start.offset, isExplained: start.isExplained)
      }
    }
    for (finding, _) in found { state.content.append(finding) }
  }

  /// The start for signatures, in UTF-8, after a mark, blank lines and a certificate's explanation.
  ///
  /// Nil if it is the first byte: interpreter lines and XML declarations are first characters.
  /// `isExplained` is true if the signature follows lines that explain the certificate.
  private func textStart(
    of window: ByteWindow, in encoding: TextEncoding
  ) -> (text: UnsafeRawBufferPointer, offset: Int, isExplained: Bool)? {
    let text = window.text(in: encoding)
    var blank = 0
    for (place, byte) in text.prefix(Self.blankByteCount).enumerated() {
      if byte == 0x0A || byte == 0x0D {
        blank = place + 1
      } else if byte != 0x20, byte != 0x09 {
        break
      }
    }
    let boundary = PEMText.boundary(in: text)
    let start = boundary ?? (blank > 0 && isFirst(text.dropFirst(blank)) ? 0 : blank)
    let rest = UnsafeRawBufferPointer(rebasing: text.dropFirst(start))
    let offset = max(0, window.head.count - rest.count * encoding.unitByteCount)
    let lines = window.replacingLineEnds(of: rest)
    guard lines.baseAddress != window.head.baseAddress else { return nil }
    return (lines, offset, boundary ?? 0 > blank)
  }

  private func isFirst(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    text.starts(with: "#!".utf8) || text.starts(with: "<?xml".utf8)
  }

  /// Blanks at the start of a text that are skipped.
  private static let blankByteCount = 1024

  /// A kind of text, or characters that begin a text form of data, such as a certificate.
  private func isInText(_ match: MagicRuleMatch, of text: UnsafeRawBufferPointer) -> Bool {
    let end = min(match.offset + match.byteCount, text.count)
    return isTextual(image.magicRuleHead(match.rule).type)
      || match.offset == 0 && !Self.isProse(text[..<end])
  }

  private func isTextOrForm(_ type: TypeIndex) -> Bool { isTextual(type) || hasTextForm(type) }

  private func isArchive(_ match: MagicRuleMatch, _ head: UnsafeRawBufferPointer) -> Bool {
    guard let archive = known.archive else { return false }
    let strength = Strength(image.strength(of: match, in: head, isText: false))
    return strength >= .archive && refines(image.magicRuleHead(match.rule).type, archive)
  }

  private func isIcon(_ type: TypeIndex) -> Bool {
    known.icons.contains { refines(type, $0) }
  }

  /// Letters, digits, blanks and dots only.
  private static func isProse(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    bytes.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x20, UInt8(ascii: "."): true
      default: false
      }
    }
  }

  private static func isBefore(
    _ left: (finding: Finding, isBase: Bool), _ right: (finding: Finding, isBase: Bool)
  ) -> Bool {
    let strengths = (left.finding.strength, right.finding.strength)
    return strengths.0 == strengths.1 ? !left.isBase && right.isBase : strengths.0 > strengths.1
  }

  /// The start is the offset of the head in the item; the header is of a picture.
  private func finding(
    _ match: MagicRuleMatch, of head: UnsafeRawBufferPointer, at start: Int = 0,
    isExplained: Bool = false,
    with header: (format: PictureHeader.Format, state: PictureHeader.State)?,
    in state: inout DetectionState
  ) -> Finding {
    let end = min(match.offset + match.byteCount, head.count)
    let type = image.magicRuleHead(match.rule).type
    let isText = state.content.isText
    var strength = Strength(image.strength(of: match, in: head, isText: isText))
    if isText, end < head.count, !isTextOrForm(type),
      Self.isProse(head[match.offset..<end])
    {
      // The fields after such letters are bytes in the format, and any text may begin with them.
      strength = min(strength, .word)
    }
    if isText, strength > .word,
      let most = Sentence.most(of: match.offset..<end, in: head)
    {
      strength = min(strength, most)
    }
    // Programs and pages contain certificates, and a line before one looks like an explanation.
    if isExplained { strength = min(strength, .explained) }
    if let header, let picture = header.format.type(in: known), match.offset == 0,
      type == picture || refines(type, picture)
    {
      strength = header.state.strength(strength, isOwn: type == picture)
    }
    return state.finding(
      type, .content, isText && !isTextual(type) ? strength - .dataInText : strength,
      on: .magic(
        rule: match.rule, offset: start + match.offset,
        EvidenceReference.Excerpt(
          UnsafeRawBufferPointer(rebasing: head[match.offset..<end]))))
  }
}

/// A line of a text that begins with a signature and goes on as a sentence.
///
/// The line of a format ends there or goes on with values, names or a title.
private enum Sentence {
  private static let byteCount = 256
  private static let fewestWords = 4

  /// The most that the signature counts; nil if its line is not a sentence.
  static func most(of signature: Range<Int>, in text: UnsafeRawBufferPointer) -> Strength? {
    let rest = text[signature.upperBound...]
    guard isSentence(rest.prefix(byteCount).prefix { $0 != 0x0A && $0 != 0x0D }) else {
      return nil
    }
    return !isField(text[signature]) && Prose.contains(UnsafeRawBufferPointer(rebasing: rest))
      ? .word : .sentence
  }

  /// The value of a field can be a sentence, and the body of a mail is prose.
  private static func isField(_ signature: Slice<UnsafeRawBufferPointer>) -> Bool {
    signature.last { $0 != 0x20 } == UInt8(ascii: ":")
  }

  /// Three of four words are in small letters, up to a mark at their ends.
  private static func isSentence(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    let words = line.split(separator: 0x20)
    guard words.count >= fewestWords else { return false }
    let plain = words.count { word in
      word.dropLast().allSatisfy { 0x61...0x7A ~= $0 }
        && word.last.map { 0x61...0x7A ~= $0 || 0x2C...0x2E ~= $0 } ?? false
    }
    return plain >= fewestWords && plain * 4 >= words.count * 3
  }
}

/// The directory of an icon or pointer (Microsoft, "Icons", structure `ICONDIR`).
///
/// Three bytes of its signature of four are zero, as many tables of numbers begin.
enum IconDirectory {
  private static let headerByteCount = 6
  private static let entryByteCount = 16

  /// The bytes begin as an icon, and the first entry refers to no image in the file.
  static func isRefuted(by window: ByteWindow) -> Bool {
    let head = window.head
    guard head.count >= 4, head[0] == 0, head[1] == 0, head[2] == 1 || head[2] == 2, head[3] == 0
    else { return false }
    let bytes = window.bytes(at: 0, count: headerByteCount + entryByteCount)
    guard let count = bytes.little(4, 2), count > 0,
      let offset = bytes.little(headerByteCount + 12, 4)
    else { return false }
    return offset < headerByteCount + count * entryByteCount || offset >= window.size
  }
}

/// The text around keys and certificates, which their readers ignore (RFC 7468, section 2).
enum PEMText {
  /// The boundary must begin in these bytes.
  private static let window = 16384
  private static let mark = Array("-----BEGIN ".utf8)

  /// nil if there is no boundary, or if the text before it is not an explanation.
  ///
  /// Explanations have comments, names with values, and indented lines, unlike prose and programs.
  static func boundary(in text: UnsafeRawBufferPointer) -> Int? {
    let end = min(text.count, window)
    var start = 0
    while start < end {
      let lineEnd = text.firstPlace(of: 0x0A, in: start..<end) ?? end
      let line = UnsafeRawBufferPointer(rebasing: text[start..<lineEnd])
      if has(mark, line) { return start == 0 ? nil : start }
      guard isExplanation(line) else { return nil }
      start = lineEnd + 1
    }
    return nil
  }

  private static let headings = ["Bag Attributes", "Key Attributes"].map { Array($0.utf8) }

  private static func isExplanation(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let first = line.first else { return true }
    switch first {
    case 0x20, 0x09, 0x0D, UInt8(ascii: "#"): return true
    default:
      let all = 0..<line.count
      return line.firstPlace(of: UInt8(ascii: "="), in: all) != nil
        || line.firstPlace(of: UInt8(ascii: ":"), in: all) != nil
        || headings.contains { heading in
          has(heading, line)
            && (line.count == heading.count
              || line.count == heading.count + 1 && line[heading.count] == 0x0D)
        }
    }
  }

  private static func has(_ mark: [UInt8], _ line: UnsafeRawBufferPointer) -> Bool {
    guard line.count >= mark.count, let start = line.baseAddress else { return false }
    return uti_has_bytes(start, mark, mark.count)
  }
}
