/// Writes the sections of an image.
struct ImageWriter {
  private var sections: [[UInt32]] = Array(repeating: [], count: ImageSection.allCases.count)
  // Offset 0 is the empty string, so the pool begins with its length.
  private var pool: [UInt8] = [0, 0, 0, 0]
  /// The bytes behind the pool that the next section's alignment asks for.
  private var padding = 0
  private var texts = InternTable()
  private var values = InternTable()

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
  mutating func append(
    _ section: ImageSection, words: some Collection<UInt32>
  ) -> [UInt32] {
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
    text.withBytes { texts.offset(of: $0, in: &pool) }
  }

  /// The offset of a string; 0 when there is none.
  mutating func string(_ text: String?) -> UInt32 {
    text.map { string($0) } ?? 0
  }

  /// The offset of bytes that need not be text.
  mutating func bytes(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes { values.offset(of: $0, in: &pool) }
  }

  /// A key of a table, and the first and the number of its values.
  typealias IndexEntry = (key: ByteText, first: UInt32, count: UInt32)

  /// Writes an open-addressing table of keys with their values.
  ///
  /// - Parameter entries: keys, sorted so that equal registries give equal tables.
  mutating func index(_ section: ImageSection, _ entries: [IndexEntry]) {
    guard !entries.isEmpty else { return }
    var capacity = 4
    while capacity < entries.count * 2 { capacity *= 2 }
    var slots = [UInt32](repeating: 0, count: capacity * SlotField.allCases.count)
    for entry in entries {
      var hash = StableHash()
      entry.key.text.withBytes { hash.combine($0) }
      var slot = Int(truncatingIfNeeded: hash.slot) & (capacity - 1)
      while slots[slot * 3] != 0 { slot = (slot + 1) & (capacity - 1) }
      slots[slot * 3 + SlotField.key.rawValue] = string(entry.key.text)
      slots[slot * 3 + SlotField.first.rawValue] = entry.first
      slots[slot * 3 + SlotField.count.rawValue] = entry.count
    }
    sections[section.rawValue] = slots
  }

  /// The finished image, made in one buffer: a large registry is there twice for a moment only.
  ///
  /// - Complexity: O(*n*) in the number of bytes. The writer is empty afterwards.
  mutating func finish(fingerprint: UInt64) -> [UInt8] {
    while !pool.count.isMultiple(of: 4) {
      pool.append(0)
      padding += 1
    }
    let size =
      ImageHeader.firstSectionOffset + pool.count + sections.reduce(0) { $0 + $1.count * 4 }
    var image: [UInt8] = []
    image.reserveCapacity(size)
    image += ImageHeader.magic
    Self.append(ImageHeader.byteOrderMark, to: &image)
    Self.append(ImageHeader.formatVersion, to: &image)
    Self.append(UInt32(size), to: &image)
    Self.append(UInt32(ImageSection.allCases.count), to: &image)
    withUnsafeBytes(of: fingerprint) { image += $0 }
    let checksumPlace = image.count
    withUnsafeBytes(of: UInt64.zero) { image += $0 }
    appendSectionTable(to: &image)
    for section in ImageSection.allCases {
      if section == .strings {
        image += pool
        pool = []
      } else {
        sections[section.rawValue].withUnsafeBytes { image += $0 }
        sections[section.rawValue] = []
      }
    }
    var checksum = StableHash()
    image.withUnsafeBytes {
      checksum.combine(words: UnsafeRawBufferPointer(rebasing: $0[ImageHeader.byteCount...]))
    }
    withUnsafeBytes(of: checksum.value) { bytes in
      for (index, byte) in bytes.enumerated() { image[checksumPlace + index] = byte }
    }
    return image
  }

  private func appendSectionTable(to image: inout [UInt8]) {
    var offset = ImageHeader.firstSectionOffset
    for section in ImageSection.allCases {
      let stored = section == .strings ? pool.count : sections[section.rawValue].count * 4
      Self.append(UInt32(offset), to: &image)
      Self.append(UInt32(section == .strings ? stored - padding : stored), to: &image)
      offset += stored
    }
  }

  private static func append(_ word: UInt32, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: word) { bytes += $0 }
  }
}
