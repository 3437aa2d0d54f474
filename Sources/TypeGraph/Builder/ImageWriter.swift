internal import CSystemCalls
internal import UTIPlatform

/// Writes the sections of an image.
struct ImageWriter {
  /// The greatest size of an image.
  let sizeLimit: Int
  private var isTooLarge = false
  private var sections: [[UInt32]] = Array(repeating: [], count: ImageSection.allCases.count)
  // Offset 0 is the empty string, so the pool begins with its length.
  private var pool: [UInt8] = [0, 0, 0, 0]
  /// The bytes behind the pool that the next section's alignment asks for.
  private var padding = 0
  private var texts = InternTable()
  private var values = InternTable()

  init(sizeLimit: Int) {
    self.sizeLimit = sizeLimit
  }

  /// The number of records in a section so far.
  func count(_ section: ImageSection) -> Int {
    sections[section.rawValue].count / section.recordWidth
  }

  /// Makes room for records whose number is known: a long list that grows is there twice again and
  /// again.
  mutating func reserve(_ section: ImageSection, _ count: Int) {
    sections[section.rawValue].reserveCapacity(
      sections[section.rawValue].count + count * section.recordWidth)
  }

  /// Makes room for about so many different strings.
  mutating func reserveStrings(_ count: Int) {
    texts.reserve(count)
    // More than most take, because what is not used is never touched.
    pool.reserveCapacity(count * 96)
  }

  /// Adds a record whose words are a value of fixed size, so that nothing is allocated for them.
  mutating func append<let width: Int>(_ section: ImageSection, record: [width of UInt32]) {
    assert(width == section.recordWidth)
    record.span.withUnsafeBufferPointer { sections[section.rawValue].append(contentsOf: $0) }
  }

  /// Adds a record of a number of words that is not known here.
  mutating func append(_ section: ImageSection, _ words: [UInt32]) {
    assert(words.count == section.recordWidth)
    sections[section.rawValue] += words
  }

  /// Records of a section, as other records name them.
  typealias Run = (first: UInt32, count: UInt32)

  /// Takes over all records of a section, so that there is no second copy of them.
  mutating func take(_ section: ImageSection, _ words: consuming [UInt32]) {
    assert(words.count.isMultiple(of: section.recordWidth))
    sections[section.rawValue] = words
  }

  /// Gives memory back that small pieces of a large graph had, which have been freed: the C library
  /// keeps it otherwise, and what comes next are long lists.
  func giveBackMemory() {
    if memoryUsed > Self.largeSize { uti_give_back_memory() }
  }

  private var memoryUsed: Int { pool.count + sections.reduce(0) { $0 + $1.count * 4 } }

  /// Adds records that are single words.
  ///
  /// - Returns: the first of them and their number, as other records name them.
  @discardableResult
  mutating func append(
    _ section: ImageSection, words: some Collection<UInt32>
  ) -> Run {
    assert(section.recordWidth == 1)
    let first = count(section)
    sections[section.rawValue] += words
    return records(section, from: first)
  }

  /// The first and the number of the records that were added since there were as many as given.
  func records(_ section: ImageSection, from first: Int) -> Run {
    (UInt32(first), UInt32(count(section) - first))
  }

  /// The offset of a string, which is stored once.
  mutating func string(_ text: String) -> UInt32 {
    text.withBytes { string($0) }
  }

  /// The offset of a string of these bytes.
  mutating func string(_ text: UnsafeRawBufferPointer) -> UInt32 {
    hasRoom(for: text) ? texts.offset(of: text, in: &pool) : 0
  }

  /// The offset of a string; 0 when there is none.
  mutating func string(_ text: String?) -> UInt32 {
    text.map { string($0) } ?? 0
  }

  /// The offset of bytes that need not be text.
  mutating func bytes(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes { bytes in
      hasRoom(for: bytes) ? values.offset(of: bytes, in: &pool) : 0
    }
  }

  /// Offsets are words, so that a pool of more bytes than they count is given up.
  private mutating func hasRoom(for bytes: UnsafeRawBufferPointer) -> Bool {
    isTooLarge = isTooLarge || bytes.count > sizeLimit - pool.count - 8
    return !isTooLarge
  }

  /// Writes an open-addressing table of keys with their values.
  ///
  /// - Parameters:
  ///   - keys: the keys.
  ///   - order: their numbers sorted by their bytes, so that equal registries give equal tables.
  ///   - values: the run that the key of a number stands for.
  mutating func index(
    _ section: ImageSection, _ keys: StringInterner, sorted order: [UInt32], _ values: (Int) -> Run
  ) {
    guard !order.isEmpty else { return }
    var capacity = 4
    while capacity < order.count * 2 { capacity *= 2 }
    var slots = [UInt32](repeating: 0, count: capacity * SlotField.allCases.count)
    for number in order {
      let (first, count) = values(Int(number))
      keys.withBytes(of: Int(number)) { key in
        var hash = StableHash()
        hash.combine(key)
        var slot = Int(truncatingIfNeeded: hash.slot) & (capacity - 1)
        while slots[slot * 3] != 0 { slot = (slot + 1) & (capacity - 1) }
        slots[slot * 3 + SlotField.key.rawValue] = string(key)
        slots[slot * 3 + SlotField.first.rawValue] = first
        slots[slot * 3 + SlotField.count.rawValue] = count
      }
    }
    take(section, slots)
  }

  /// The size from which on an image is large beside everything else that a process has; going
  /// through freed memory would take longer than to make a smaller one.
  private static let largeSize = 16 << 20

  /// Ends the sections.
  ///
  /// - Returns: the size of the image.
  /// - Throws: ``ImageError`` when it is too large.
  mutating func close() throws(ImageError) -> Int {
    while !pool.count.isMultiple(of: 4) {
      pool.append(0)
      padding += 1
    }
    let size = ImageHeader.firstSectionOffset + memoryUsed
    guard !isTooLarge, size <= sizeLimit else {
      throw ImageError(tooMuch: "more than \(sizeLimit) bytes")
    }
    texts = InternTable()
    values = InternTable()
    // The image is about to stand beside its sections.
    giveBackMemory()
    return size
  }

  /// Writes the finished image, giving up each section on the way: a large registry is there twice
  /// for a moment only.
  ///
  /// - Parameter image: as many bytes as ``close()`` has said.
  /// - Complexity: O(*n*) in the number of bytes. The writer is empty afterwards.
  mutating func write(fingerprint: UInt64, to image: UnsafeMutableRawBufferPointer) {
    var end = 0
    func append(_ bytes: UnsafeRawBufferPointer) {
      image[end...].copyBytes(from: bytes)
      end += bytes.count
    }
    func append(_ words: [UInt32]) { words.withUnsafeBytes { append($0) } }
    ImageHeader.magic.withUnsafeBytes { append($0) }
    append([
      ImageHeader.byteOrderMark, ImageHeader.formatVersion, UInt32(image.count),
      UInt32(ImageSection.allCases.count),
    ])
    withUnsafeBytes(of: fingerprint) { append($0) }
    withUnsafeBytes(of: UInt64.zero) { append($0) }
    append(sectionTable)
    for section in ImageSection.allCases {
      if section == .strings {
        pool.withUnsafeBytes { append($0) }
        pool = []
      } else {
        append(sections[section.rawValue])
        sections[section.rawValue] = []
      }
    }
    let checksum = ImageHeader.checksum(of: UnsafeRawBufferPointer(image))
    image.storeBytes(of: checksum, toByteOffset: ImageHeader.checksumOffset, as: UInt64.self)
  }

  /// The place and the size of each section.
  private var sectionTable: [UInt32] {
    var offset = ImageHeader.firstSectionOffset
    return ImageSection.allCases.flatMap { section in
      let stored = section == .strings ? pool.count : sections[section.rawValue].count * 4
      defer { offset += stored }
      return [UInt32(offset), UInt32(section == .strings ? stored - padding : stored)]
    }
  }
}
