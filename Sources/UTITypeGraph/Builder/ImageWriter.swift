internal import UTIPortable

#if !hasFeature(Embedded)
internal import CUTISystemCalls
#endif

/// Writes the sections of an image.
struct ImageWriter {
  let sizeLimit: Int
  private var isTooLarge = false
  private var sections: [[UInt32]] = Array(repeating: [], count: ImageSection.allCases.count)
  /// The image whose records come before those of ``sections``.
  private let below: RegistryImage?
  /// The sections of that image, empty if they have been copied or replaced.
  private var inherited: [UnsafeRawBufferPointer]
  /// The numbers of keys in the tables of that image to which keys have been added.
  private var keyCounts = [Int?](repeating: nil, count: ImageSection.allCases.count)
  // Offset 0 is the empty string, so the pool begins with its length.
  private var pool: [UInt8] = [0, 0, 0, 0]
  /// The bytes after the pool that align the next section.
  private var padding = 0
  private var texts = InternTable()
  private var values = InternTable()

  init(sizeLimit: Int) {
    self.sizeLimit = sizeLimit
    below = nil
    inherited = Array(
      repeating: UnsafeRawBufferPointer(start: nil, count: 0), count: ImageSection.allCases.count)
  }

  /// Adds to the sections of an image, which are not copied before they change.
  init(over image: RegistryImage, sizeLimit: Int) {
    self.sizeLimit = sizeLimit
    below = image
    inherited = image.sectionBytes
  }

  func count(_ section: ImageSection) -> Int {
    (inherited[section.rawValue].count / 4 + sections[section.rawValue].count)
      / section.recordWidth
  }

  /// The number of bytes of strings before the pool.
  private var poolStart: Int { inherited[ImageSection.strings.rawValue].count }

  /// The growth of a long list then does not copy it.
  mutating func reserve(_ section: ImageSection, _ count: Int) {
    sections[section.rawValue].reserveCapacity(
      sections[section.rawValue].count + count * section.recordWidth)
  }

  mutating func reserveStrings(_ count: Int) {
    texts.reserve(count)
    // More than most strings need, because unused room is never touched.
    pool.reserveCapacity(count * 96)
  }

  /// The fixed number of words needs no allocation.
  mutating func append<let width: Int>(_ section: ImageSection, record: [width of UInt32]) {
    assert(width == section.recordWidth)
    record.span.withUnsafeBufferPointer { sections[section.rawValue].append(contentsOf: $0) }
  }

  mutating func append(_ section: ImageSection, _ words: [UInt32]) {
    assert(words.count == section.recordWidth)
    sections[section.rawValue] += words
  }

  /// A range of records, in the form in which other records refer to it.
  typealias Run = (first: UInt32, count: UInt32)

  /// All records of a section, without a copy.
  mutating func take(_ section: ImageSection, _ words: consuming [UInt32]) {
    assert(words.count.isMultiple(of: section.recordWidth))
    sections[section.rawValue] = words
    inherited[section.rawValue] = UnsafeRawBufferPointer(start: nil, count: 0)
  }

  /// Small blocks of a large graph would stay with the C library, while long lists come next.
  func giveBackMemory() {
    #if !hasFeature(Embedded)
    if memoryUsed > Self.largeSize { uti_give_back_memory() }
    #endif
  }

  private var memoryUsed: Int {
    pool.count + sections.reduce(0) { $0 + $1.count * 4 } + inherited.reduce(0) { $0 + $1.count }
  }

  @discardableResult
  mutating func append(_ section: ImageSection, words: some Collection<UInt32>) -> Run {
    assert(section.recordWidth == 1)
    let first = count(section)
    sections[section.rawValue] += words
    return records(section, from: first)
  }

  func records(_ section: ImageSection, from first: Int) -> Run {
    (UInt32(first), UInt32(count(section) - first))
  }

  /// The string is stored once.
  mutating func string(_ text: String) -> UInt32 {
    text.withBytes { string($0) }
  }

  mutating func string(_ text: UnsafeRawBufferPointer) -> UInt32 {
    guard hasRoom(for: text) else { return 0 }
    // A copy of this value would make the pool shared, and the next string would copy it.
    let offset = texts.offset(of: text, in: &pool)
    return Self.place(offset, after: poolStart)
  }

  /// The offset is 0 for nil.
  mutating func string(_ text: String?) -> UInt32 {
    text.map { string($0) } ?? 0
  }

  /// Stores bytes that need not be text.
  mutating func bytes(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes { bytes in
      guard hasRoom(for: bytes) else { return 0 }
      let offset = values.offset(of: bytes, in: &pool)
      return Self.place(offset, after: poolStart)
    }
  }

  /// Returns the place among all strings of an offset in the pool; 0 is the empty string.
  private static func place(_ offset: UInt32, after start: Int) -> UInt32 {
    offset == 0 ? 0 : offset + UInt32(start)
  }

  /// Returns true if the pool has room; its offsets are words, so a larger pool is rejected.
  private mutating func hasRoom(for bytes: UnsafeRawBufferPointer) -> Bool {
    isTooLarge = isTooLarge || bytes.count > sizeLimit - poolStart - pool.count - 8
    return !isTooLarge
  }

  mutating func update(_ section: ImageSection, _ change: (inout [UInt32]) -> Void) {
    copyInherited(section)
    change(&sections[section.rawValue])
  }

  /// Copies the records of the image below, so that they can change.
  private mutating func copyInherited(_ section: ImageSection) {
    let known = inherited[section.rawValue].bindMemory(to: UInt32.self)
    guard !known.isEmpty else { return }
    sections[section.rawValue].insert(contentsOf: known, at: 0)
    inherited[section.rawValue] = UnsafeRawBufferPointer(start: nil, count: 0)
  }

  /// The section must have been changed, and so be a copy.
  func words(_ section: ImageSection, _ run: Run) -> ArraySlice<UInt32> {
    assert(inherited[section.rawValue].isEmpty)
    let first = Int(run.first) * section.recordWidth
    return sections[section.rawValue][first..<first + Int(run.count) * section.recordWidth]
  }

  /// The run is empty if an open-addressing table does not have the key.
  mutating func run(_ section: ImageSection, ofKey key: String) -> Run {
    copyInherited(section)
    let slots = sections[section.rawValue]
    guard let slot = slot(of: key, in: slots), slots[slot * 3] != 0 else { return (0, 0) }
    return (slots[slot * 3 + SlotField.first.rawValue], slots[slot * 3 + SlotField.count.rawValue])
  }

  /// Adds the key if necessary; O(1) on average, O(*n*) for a table that grows or is copied.
  mutating func setSlot(_ section: ImageSection, key: String, to run: Run) {
    copyInherited(section)
    var slots: [UInt32] = []
    swap(&slots, &sections[section.rawValue])
    defer { swap(&slots, &sections[section.rawValue]) }
    if slot(of: key, in: slots).map({ slots[$0 * 3] != 0 }) != true {
      let used =
        keyCounts[section.rawValue]
        ?? stride(from: 0, to: slots.count, by: 3).count { slots[$0] != 0 }
      if (used + 1) * 2 > slots.count / 3 { grow(&slots) }
      keyCounts[section.rawValue] = used + 1
    }
    guard let slot = slot(of: key, in: slots) else { return }
    if slots[slot * 3] == 0 { slots[slot * 3 + SlotField.key.rawValue] = string(key) }
    slots[slot * 3 + SlotField.first.rawValue] = run.first
    slots[slot * 3 + SlotField.count.rawValue] = run.count
  }

  /// The slot of a key, or the free slot for it; nil if a table has no slots.
  private func slot(of key: String, in slots: [UInt32]) -> Int? {
    let capacity = slots.count / 3
    guard capacity > 0 else { return nil }
    return key.withBytes { key in
      var slot = Self.firstSlot(of: key, capacity: capacity)
      while slots[slot * 3] != 0, !piece(at: slots[slot * 3]).hasBytes(of: key) {
        slot = (slot + 1) & (capacity - 1)
      }
      return slot
    }
  }

  private static func firstSlot(of key: UnsafeRawBufferPointer, capacity: Int) -> Int {
    var hash = StableHash()
    hash.combine(key)
    return Int(truncatingIfNeeded: hash.slot) & (capacity - 1)
  }

  /// Valid until the next string is added.
  private func piece(at offset: UInt32) -> UnsafeRawBufferPointer {
    let known = inherited[ImageSection.strings.rawValue]
    if offset < UInt32(known.count) { return InternTable.piece(at: offset, of: known) }
    return pool.withUnsafeBytes {
      InternTable.piece(at: offset - UInt32(known.count), of: $0)
    }
  }

  private func grow(_ slots: inout [UInt32]) {
    let capacity = max(slots.count / 3 * 2, 4)
    var larger = [UInt32](repeating: 0, count: capacity * 3)
    for old in stride(from: 0, to: slots.count, by: 3) where slots[old] != 0 {
      var slot = Self.firstSlot(of: piece(at: slots[old]), capacity: capacity)
      while larger[slot * 3] != 0 { slot = (slot + 1) & (capacity - 1) }
      for word in 0..<3 { larger[slot * 3 + word] = slots[old + word] }
    }
    slots = larger
  }

  /// Writes an open-addressing table; the sorted order makes tables of equal registries equal.
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
        var slot = Self.firstSlot(of: key, capacity: capacity)
        while slots[slot * 3] != 0 { slot = (slot + 1) & (capacity - 1) }
        slots[slot * 3 + SlotField.key.rawValue] = string(key)
        slots[slot * 3 + SlotField.first.rawValue] = first
        slots[slot * 3 + SlotField.count.rawValue] = count
      }
    }
    take(section, slots)
  }

  /// Below this size, making an image takes less time than returning freed memory.
  private static let largeSize = 16 << 20

  /// Returns the size of the image.
  mutating func close() throws(ImageError) -> Int {
    while !(poolStart + pool.count).isMultiple(of: 4) {
      pool.append(0)
      padding += 1
    }
    let size = ImageHeader.firstSectionOffset + memoryUsed
    guard !isTooLarge, size <= sizeLimit else {
      throw ImageError(tooMuch: "more than \(sizeLimit) bytes")
    }
    texts = InternTable()
    values = InternTable()
    // The image and its sections will be in memory at the same time.
    giveBackMemory()
    return size
  }

  /// Fills memory of the size that ``close()`` returned, and releases each section on the way.
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
      append(inherited[section.rawValue])
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

  private var sectionTable: [UInt32] {
    var offset = ImageHeader.firstSectionOffset
    return ImageSection.allCases.flatMap { section in
      let added = section == .strings ? pool.count : sections[section.rawValue].count * 4
      let stored = inherited[section.rawValue].count + added
      defer { offset += stored }
      return [UInt32(offset), UInt32(section == .strings ? stored - padding : stored)]
    }
  }
}
