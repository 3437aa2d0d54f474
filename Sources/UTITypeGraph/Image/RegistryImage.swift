/// A frozen registry: one contiguous buffer that every query reads in place.
///
/// A header (magic, byte order, format version, size, fingerprint, checksum) and a section table
/// precede the sections of `ImageSection`. Strings are a length and UTF-8, and are named by offset;
/// all other records are 32-bit words with the fields of `ImageFields.swift`.
///
/// Types are sorted by identifier, so that equal sources give equal bytes. Every read is checked
/// against its section, so a damaged image gives wrong results at worst. When a record refers to
/// more records than usual, or a string is longer, the checksum is checked first, so that damage
/// costs no time. `checkIntegrity()` finds all damage.
package final class RegistryImage: Sendable {
  package let storage: ImageStorage
  let strings: ImageStrings
  let sources: ImageTable
  let types: ImageTable
  let edges: ImageTable
  let ancestors: ImageTable
  let tags: ImageTable
  let declarations: ImageTable
  let mimeTypes: ImageTable
  let kindTable: ImageTable
  let documentTypes: ImageTable
  let statements: ImageTable
  let identifierIndex: ImageIndex
  let mimeNameIndex: ImageIndex
  let tagIndex: ImageIndex
  let tagPostings: ImageTable
  let globs: ImageTable
  let lookUpFilters: LookUpFilters
  let nameTable: NameTable
  let globPostings: ImageTable
  let magicRules: ImageTable
  let magicMatches: ImageTable
  let treeMagicRules: ImageTable
  let treeMagicMatches: ImageTable
  let rootElements: ImageTable
  let diagnosticTable: ImageTable

  /// Opens bytes aligned to four bytes in O(1), if version, byte order and size are as expected.
  package init(_ storage: ImageStorage) throws(ImageError) {
    let bytes = storage.bytes
    let sections = try Self.sections(of: bytes)
    self.storage = storage
    func table(_ section: ImageSection) -> ImageTable {
      ImageTable(sections[section.rawValue], width: section.recordWidth)
    }
    let strings = ImageStrings(sections[ImageSection.strings.rawValue], of: storage)
    func index(_ section: ImageSection) -> ImageIndex {
      ImageIndex(slots: table(section), strings: strings)
    }
    self.strings = strings
    sources = table(.sources)
    types = table(.types)
    edges = table(.edges)
    ancestors = table(.ancestors)
    tags = table(.tags)
    declarations = table(.declarations)
    mimeTypes = table(.mimeTypes)
    kindTable = table(.kinds)
    documentTypes = table(.documentTypes)
    statements = table(.statements)
    identifierIndex = index(.identifierSlots)
    mimeNameIndex = index(.mimeNameSlots)
    tagIndex = index(.tagSlots)
    tagPostings = table(.tagPostings)
    globs = table(.globs)
    lookUpFilters = LookUpFilters(table(.lookUpFilters))
    nameTable = NameTable(sections[ImageSection.nameSlots.rawValue])
    globPostings = table(.globPostings)
    magicRules = table(.magicRules)
    magicMatches = table(.magicMatches)
    treeMagicRules = table(.treeMagicRules)
    treeMagicMatches = table(.treeMagicMatches)
    rootElements = table(.rootElements)
    diagnosticTable = table(.diagnostics)
  }

  /// - Complexity: O(*n*) in the number of bytes, for the copy.
  package convenience init(copying bytes: [UInt8]) throws(ImageError) {
    try self.init(ImageStorage(copying: bytes))
  }

  /// Placeholders are included.
  package var typeCount: Int { types.count }

  package var fingerprint: UInt64 {
    storage.bytes.loadUnaligned(fromByteOffset: ImageHeader.fingerprintOffset, as: UInt64.self)
  }

  /// The checksum of all bytes after the header.
  package var checksum: UInt64 {
    ImageHeader.statedChecksum(of: storage.bytes)
  }

  package var bytes: [UInt8] { Array(storage.bytes) }
}

extension RegistryImage {
  /// Valid as long as the image; in the order of ``ImageSection``.
  var sectionBytes: [UnsafeRawBufferPointer] {
    do throws(ImageError) {
      return try Self.sections(of: storage.bytes)
    } catch {
      preconditionFailure("the sections were valid when the image was opened")
    }
  }

  private static func sections(
    of bytes: UnsafeRawBufferPointer
  ) throws(ImageError) -> [UnsafeRawBufferPointer] {
    guard bytes.count >= ImageHeader.magic.count,
      bytes.prefix(ImageHeader.magic.count).elementsEqual(ImageHeader.magic)
    else { throw ImageError(.notAnImage, "these bytes are not a registry image") }
    guard bytes.count >= ImageHeader.firstSectionOffset else {
      throw ImageError(.truncated, "the registry image ends inside its header")
    }
    func word(_ offset: Int) -> UInt32 {
      bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    }
    guard word(ImageHeader.byteOrderOffset) == ImageHeader.byteOrderMark else {
      throw ImageError(.otherByteOrder, "the registry image has another byte order")
    }
    let version = word(ImageHeader.formatVersionOffset)
    guard version == ImageHeader.formatVersion,
      word(ImageHeader.sectionCountOffset) == UInt32(ImageSection.allCases.count)
    else {
      throw ImageError(
        .otherVersion,
        "the registry image has format \(version), this program reads \(ImageHeader.formatVersion)")
    }
    let size = Int(word(ImageHeader.sizeOffset))
    guard size == bytes.count else {
      throw ImageError(
        .truncated, "the registry image should have \(size) bytes and has \(bytes.count)")
    }
    var sections: [UnsafeRawBufferPointer] = []
    var end = ImageHeader.firstSectionOffset
    for section in ImageSection.allCases {
      let entry = ImageHeader.byteCount + section.rawValue * ImageHeader.sectionEntryByteCount
      let offset = Int(word(entry))
      let length = Int(word(entry + 4))
      // Sections that overlap would have more bytes than the image.
      guard offset >= end, offset <= size, length <= size - offset,
        offset.isMultiple(of: 4),
        section == .strings || length.isMultiple(of: 4 * section.recordWidth)
      else { throw ImageError(.damaged, "section \(section) of the registry image is damaged") }
      end = offset + length
      sections.append(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length]))
    }
    return sections
  }

  private static let developmentLanguage = "en"

  /// The description in the first of some POSIX locales (`pt_BR`, `pt`), English, or no language.
  ///
  /// Within a language the owner's description comes first, then shared-mime-info's, then an
  /// imported one; the base is the owner of all types it declares.
  package func description(of type: TypeIndex, languages: [String]) -> String? {
    let declared = declaredDescription(of: type)
    let comments = commentRange(of: type)
    for language in languages + [Self.developmentLanguage, ""] {
      let isDeclared = language == Self.developmentLanguage
      if isDeclared, let declared, declared.isOwner { return declared.text }
      if let text = comment(in: comments, language: language) { return text }
      if isDeclared, let declared { return declared.text }
    }
    return nil
  }

  private func declaredDescription(of type: TypeIndex) -> (text: String, isOwner: Bool)? {
    let active = Int(types[type.offset, TypeField.firstDeclaration])
    guard types[type.offset, TypeField.declarationCount] > 0,
      declarations[active, DeclarationField.description] != 0
    else { return nil }
    let text = strings.string(at: declarations[active, DeclarationField.description])
    return (text, declarationFlags(active).contains(.exported) || isBase(type))
  }

  private func commentRange(of type: TypeIndex) -> Range<Int> {
    let index = types[type.offset, TypeField.mimeTypePlusOne]
    guard index != 0 else { return 0..<0 }
    return records(
      of: statements, first: mimeTypes[Int(index) - 1, MIMETypeField.firstStatement],
      count: mimeTypes[Int(index) - 1, MIMETypeField.statementCount],
      usual: Self.usualStatementCount)
  }

  private func comment(in range: Range<Int>, language: String) -> String? {
    for record in range
    where statements[record, StatementField.kind] == StatementKind.comment.rawValue {
      if strings.isEqual(at: statements[record, StatementField.first], to: language) {
        return strings.string(at: statements[record, StatementField.second])
      }
    }
    return nil
  }

  /// The bytes at the end of a name that are searched for patterns, a multiple of eight.
  ///
  /// Names on Linux have at most 255 bytes; a name with a thousand periods may end in a thousand
  /// patterns.
  private static var greatestNameSize: Int { 1024 }

  /// Looks up every place of a name, which is not empty, at which a pattern may begin.
  ///
  /// The table has every such end of a pattern, so the search from the last byte ends at the first
  /// text that is not in it, or that no longer pattern ends in: for most names after one look-up.
  @inline(__always)
  func ends(of name: UnsafeBufferPointer<UInt8>) -> NameEnds {
    var ends = NameEnds()
    var key = NameKey()
    var end = name.count
    var word = PackedSuffix(name, before: end).folded
    let mayStartAnywhere = lookUpFilters.contains(
      .otherSuffixEnds, UInt8(truncatingIfNeeded: word.value &>> 56))
    while true {
      var places =
        mayStartAnywhere
        ? word.places { lookUpFilters.contains(.suffixStarts, $0) }
        : word.places(of: UInt8(ascii: "."))
      let count = min(end, 8)
      while places != 0 {
        let length = PackedSuffix.lengthFromLast(places)
        places &= ~(1 &<< UInt64(truncatingIfNeeded: 71 &- 8 &* length))
        guard length <= count else { break }
        guard let entry = entry(key, length, of: word, name, kind: []) else { return ends }
        if !entry.flags.isDisjoint(with: .patterns) {
          if hasEligible(entry, fromBase: false, name: name) { ends.system.suffixes = entry }
          if hasEligible(entry, fromBase: true, name: name) { ends.base.suffixes = entry }
        }
        // A period at the start does not begin an extension.
        if entry.flags.contains(.tag), length < end { ends.hasTag = true }
        guard entry.flags.contains(.continues) else { return ends }
      }
      guard end > 8 else { break }
      guard key.count < Self.greatestNameSize else { return ends }
      key.pass(word)
      end &-= 8
      word = PackedSuffix(name, before: end).folded
    }
    guard name.count <= lookUpFilters.value(.longestLiteral),
      let entry = entry(key, end, of: word, name, kind: .literal)
    else { return ends }
    if hasEligible(entry, fromBase: false, name: name) { ends.system.literals = entry }
    if hasEligible(entry, fromBase: true, name: name) { ends.base.literals = entry }
    return ends
  }

  /// The length is the number of bytes of the word to use, from its last.
  @inline(__always)
  private func entry(
    _ key: NameKey, _ length: Int, of word: PackedSuffix, _ name: UnsafeBufferPointer<UInt8>,
    kind: NameSlotFlags
  ) -> NameTable.Entry? {
    let kind = kind.union(key.length(adding: length))
    return nameTable.entry(key.value(adding: length, of: word), kind) { entry in
      isText(entry, UnsafeBufferPointer(rebasing: name.suffix(key.count &+ length)))
    }
  }
}

/// The result of a combined look-up of a name among the patterns and tags of an image.
package enum NameAnswer: Sendable {
  case glob(GlobIndex)
  case nothing
  /// The rules for directories or for declared extensions have to decide.
  case undecided
}

extension RegistryImage {
  /// The best glob for the last component, if no directory or declared extension can change it.
  ///
  /// - Complexity: O(*n*) in the length of the name, without allocation.
  package func answer(toName path: UnsafeBufferPointer<UInt8>, usesTags: Bool) -> NameAnswer {
    guard !path.isEmpty else { return .nothing }
    let place = LastComponent(path)
    // A path of a directory may end in a slash.
    guard place.start < path.count else { return .undecided }
    if usesTags, lookUpFilters.value(.hasOuterExtensions) != 0,
      let first = place.filenameExtension(path).first, mayDeclareExtension(startingWith: first)
    {
      return .undecided
    }
    let name = UnsafeBufferPointer(rebasing: path[place.start...])
    let ends = ends(of: name)
    let best = bestGlob(of: ends, matching: name, periodCount: place.periodCount)
    if best >= 0 {
      let glob = GlobIndex(best)
      return usesTags && contradictsBase(glob) ? .undecided : .glob(glob)
    }
    guard usesTags else { return .nothing }
    if ends.hasTag { return .undecided }
    // Capitals outside ASCII are left to the rules for tags.
    return place.filenameExtension(path).contains { $0 >= 0x80 } ? .undecided : .nothing
  }
}

/// The places of the last component of a path and of its extension.
private struct LastComponent {
  private(set) var start = 0
  private(set) var periodCount = 0
  /// The place of the last period; -1 when there is none.
  private var period = -1

  @inline(__always)
  init(_ path: UnsafeBufferPointer<UInt8>) {
    var end = path.count
    while end > 0 {
      let word = PackedSuffix(path, before: end)
      let slashes = word.places(of: UInt8(ascii: "/"))
      var periods = word.places(of: UInt8(ascii: "."))
      if slashes != 0 {
        let length = PackedSuffix.lengthFromLast(slashes)
        start = end &- length &+ 1
        // The slash is the first of `length` bytes; the bytes after it are kept.
        periods &= length == 1 ? 0 : UInt64.max &<< (UInt64(truncatingIfNeeded: 9 &- length) &* 8)
      }
      if periods != 0 {
        if period < 0 { period = end &- PackedSuffix.lengthFromLast(periods) }
        periodCount &+= PackedSuffix.count(periods)
      }
      guard slashes == 0, end > 8 else { break }
      end &-= 8
    }
  }

  /// The text after the last period, unless the period is the first character.
  @inline(__always)
  func filenameExtension(_ path: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
    period > start ? path[(period &+ 1)...] : path[path.count...]
  }
}

extension RegistryImage {
  /// The declaration is derived from a format of PRONOM.
  package func isFormat(_ type: TypeIndex) -> Bool {
    !isBase(type) && identifier(of: type).isFormat
  }

  /// There are such declarations, which are the last of the files.
  package var hasFormatTypes: Bool {
    guard sources.count > 0,
      layer(ofSource: UInt32(truncatingIfNeeded: sources.count - 1)) == .program
    else { return false }
    return TypeIdentifier.formatPrefixes.contains { prefix in
      let place = firstType(notBefore: TypeIdentifier(canonical: prefix))
      return place < typeCount && isFormat(TypeIndex(place))
    }
  }

  func firstType(notBefore identifier: TypeIdentifier) -> Int {
    var range = 0..<types.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      if self.identifier(of: TypeIndex(middle)) < identifier {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }
}
