/// Writes the sections of an image.
struct ImageWriter {
  private var sections: [[UInt32]] = Array(repeating: [], count: ImageSection.allCases.count)
  // Offset 0 is the empty string, so the pool begins with its length.
  private var pool: [UInt8] = [0, 0, 0, 0]
  private var offsets: [ByteText: UInt32] = [:]
  private var byteOffsets: [[UInt8]: UInt32] = [:]

  /// The number of records in a section so far.
  func count(_ section: ImageSection) -> Int {
    sections[section.rawValue].count / section.recordWidth
  }

  /// Adds a record.
  mutating func append(_ section: ImageSection, _ words: [UInt32]) {
    assert(words.count == section.recordWidth)
    sections[section.rawValue] += words
  }

  /// Adds records that are single words.
  ///
  /// - Returns: the first of them and their number, as other records name them.
  @discardableResult
  mutating func append(_ section: ImageSection, words: [UInt32]) -> [UInt32] {
    assert(section.recordWidth == 1)
    let first = count(section)
    sections[section.rawValue] += words
    return run(section, from: first)
  }

  /// The first and the number of the records that were added since there were as many as given.
  func run(_ section: ImageSection, from first: Int) -> [UInt32] {
    [UInt32(first), UInt32(count(section) - first)]
  }

  /// The offset of a string, which is stored once.
  mutating func string(_ text: String) -> UInt32 {
    guard !text.isEmpty else { return 0 }
    if let offset = offsets[ByteText(text)] { return offset }
    let offset = store(Array(text.utf8))
    offsets[ByteText(text)] = offset
    return offset
  }

  /// The offset of a string; 0 when there is none.
  mutating func string(_ text: String?) -> UInt32 {
    text.map { string($0) } ?? 0
  }

  /// The offset of bytes that need not be text.
  mutating func bytes(_ bytes: [UInt8]) -> UInt32 {
    guard !bytes.isEmpty else { return 0 }
    if let offset = byteOffsets[bytes] { return offset }
    let offset = store(bytes)
    byteOffsets[bytes] = offset
    return offset
  }

  private mutating func store(_ bytes: [UInt8]) -> UInt32 {
    let offset = UInt32(pool.count)
    withUnsafeBytes(of: UInt32(bytes.count)) { pool += $0 }
    pool += bytes
    return offset
  }

  /// A key of a table, and the first and the number of its values.
  typealias IndexEntry = (key: ByteText, first: UInt32, count: UInt32)

  /// Writes an open-addressing table of keys with their values.
  ///
  /// - Parameters:
  ///   - entries: keys, sorted so that equal registries give equal tables.
  ///   - isReversed: whether keys are hashed from their last byte to their first.
  mutating func index(
    _ section: ImageSection, _ entries: [IndexEntry], isReversed: Bool = false
  ) {
    guard !entries.isEmpty else { return }
    var capacity = 4
    while capacity < entries.count * 2 { capacity *= 2 }
    var slots = [UInt32](repeating: 0, count: capacity * SlotField.allCases.count)
    for entry in entries {
      var hash = StableHash()
      if isReversed {
        hash.combine(entry.key.text.utf8.reversed())
      } else {
        hash.combine(entry.key.text.utf8)
      }
      var slot = Int(truncatingIfNeeded: hash.slot) & (capacity - 1)
      while slots[slot * 3] != 0 { slot = (slot + 1) & (capacity - 1) }
      slots.replaceSubrange(
        slot * 3..<slot * 3 + 3, with: [string(entry.key.text), entry.first, entry.count])
    }
    sections[section.rawValue] = slots
  }

  /// The finished image.
  func bytes(fingerprint: UInt64) -> [UInt8] {
    var table: [UInt8] = []
    var body: [UInt8] = []
    func append(_ word: UInt32, to bytes: inout [UInt8]) {
      withUnsafeBytes(of: word) { bytes += $0 }
    }
    for section in ImageSection.allCases {
      append(UInt32(ImageHeader.firstSectionOffset + body.count), to: &table)
      if section == .strings {
        append(UInt32(pool.count), to: &table)
        body += pool
        while !body.count.isMultiple(of: 4) { body.append(0) }
      } else {
        let words = sections[section.rawValue]
        append(UInt32(words.count * 4), to: &table)
        words.withUnsafeBytes { body += $0 }
      }
    }
    var checksum = StableHash()
    let content = table + body
    content.withUnsafeBytes { checksum.combine(words: $0) }

    var image = ImageHeader.magic
    image.reserveCapacity(ImageHeader.byteCount + content.count)
    append(ImageHeader.byteOrderMark, to: &image)
    append(ImageHeader.formatVersion, to: &image)
    append(UInt32(ImageHeader.byteCount + content.count), to: &image)
    append(UInt32(ImageSection.allCases.count), to: &image)
    withUnsafeBytes(of: fingerprint) { image += $0 }
    withUnsafeBytes(of: checksum.value) { image += $0 }
    return image + content
  }
}
