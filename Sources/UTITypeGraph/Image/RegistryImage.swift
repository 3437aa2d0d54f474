/// A frozen registry: one contiguous buffer that every query reads in place.
///
/// Building produces the bytes, loading is a pointer to them; there is no second form in memory.
///
///     +--------+---------------+---------+---------+-------+-----+-------------+
///     | header | section table | strings | sources | types | ... | diagnostics |
///     +--------+---------------+---------+---------+-------+-----+-------------+
///     header         magic, byte order, format version, size, fingerprint of the sources, checksum
///     section table  offset and size in bytes of each section, in the order of `ImageSection`
///     strings        length and UTF-8 of each string; all others name a string by its offset
///     others         records of 32-bit words with the fields that `ImageFields.swift` lists
///
/// Types are sorted by identifier, so that equal sources give equal bytes. Ancestors are lists, one
/// for each view, sorted by index; a bit matrix would grow with the square of the types.
///
/// Opening reads the header and the section table only. Every later read is checked against its
/// section, so a damaged image gives wrong results at worst; `checkIntegrity()` finds damage. A
/// damaged image also takes no longer to read than a sound one: when a record refers to more
/// records than usual, or a string is longer, the checksum is checked first.
///
/// It is a class because it has many owners: every type keeps the registry it came from.
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

  /// Opens an image in place.
  ///
  /// - Parameter storage: the bytes, aligned to four bytes.
  /// - Throws: ``ImageError`` when the bytes are not an image of this version and byte order, or
  ///   when their number differs from the header.
  /// - Complexity: O(1).
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

  /// Opens a copy of the bytes of an image.
  ///
  /// - Parameter bytes: the bytes that a builder produced.
  /// - Throws: ``ImageError`` when the bytes are not an image of this version and byte order, or
  ///   when their number differs from the header.
  /// - Complexity: O(*n*) in the number of bytes, for the copy.
  package convenience init(copying bytes: [UInt8]) throws(ImageError) {
    try self.init(ImageStorage(copying: bytes))
  }

  /// The number of types, placeholders included.
  package var typeCount: Int { types.count }

  /// The number that represents all sources the image was built from.
  package var fingerprint: UInt64 {
    storage.bytes.loadUnaligned(fromByteOffset: ImageHeader.fingerprintOffset, as: UInt64.self)
  }

  /// The checksum of all bytes after the header, as the builder wrote it.
  package var checksum: UInt64 {
    ImageHeader.statedChecksum(of: storage.bytes)
  }

  /// The bytes of the image.
  package var bytes: [UInt8] { Array(storage.bytes) }
}

extension RegistryImage {
  /// Returns the bytes of each section, in the order of ``ImageSection``.
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
}
