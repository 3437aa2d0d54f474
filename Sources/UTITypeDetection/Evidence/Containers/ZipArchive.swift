internal import UTIPortable

/// The directory of a ZIP archive, and the start of single entries (PKWARE APPNOTE 6.3).
///
/// For the start of a file, or if the directory cannot be read, the local headers are used.
struct ZipArchive {
  /// An entry of the archive.
  struct Entry: Hashable {
    /// Of the bytes that are written, or of the field of Unicode.
    let name: String
    let method: Int
    let compressedSize: Int
    /// The offset of the local header.
    let offset: Int
    /// The values that only a reader of all contents needs.
    let size: Int
    let checksum: Int
    let dosTime: Int
    let isEncrypted: Bool
    /// A symbolic link of Unix, whose contents are the path that it leads to.
    var isLink = false

    var isAtRoot: Bool { !name.utf8.contains(UInt8(ascii: "/")) }
  }

  let window: ByteWindow
  let limits: DetectionLimits
  private(set) var entries: [Entry] = []
  /// The directory was read to its end, so that no other entries exist.
  private(set) var isComplete = false
  /// The number of entries that the end states, if the complete directory has another one.
  private(set) var statedCount: Int?
  /// True if the end says that other files have the rest of the archive.
  private(set) var isPart = false

  /// nil when the bytes do not begin like an archive.
  init?(_ window: ByteWindow, limits: DetectionLimits) {
    let start = window.bytes(at: 0, count: 4)
    guard start.has("PK\u{3}\u{4}") || start.has("PK\u{5}\u{6}") else { return nil }
    self.window = window
    self.limits = limits
    guard window.reachesEnd,
      let end = endRecord(within: Self.shortEnd) ?? endRecord(within: Self.longestEnd)
    else {
      entries = localHeaders()
      return
    }
    isPart = end.disk != 0
    (entries, isComplete) = centralDirectory(end) ?? (localHeaders(), false)
    // Without the wider record, the number is stated modulo 65,536.
    let found = end.isWide ? entries.count : entries.count & 0xFFFF
    if isComplete, end.count != found { statedCount = end.count }
  }

  private struct EndRecord {
    let offset: Int
    let size: Int
    let shift: Int
    let count: Int
    let disk: Int
    let isWide: Bool
  }

  /// The bytes that an end record and the longest comment can take.
  private static let longestEnd = 22 + 0xFFFF
  /// Most archives have no comment.
  private static let shortEnd = 1024

  /// Continued by the headers at the start if limits cut it: the identifying parts are there.
  private func centralDirectory(_ end: EndRecord) -> (entries: [Entry], isComplete: Bool)? {
    var entries: [Entry] = []
    var place = 0
    var isWhole = false
    // Half of the looks are left for the entries themselves.
    for _ in 0..<max(limits.containerReadCount / 2, 1) {
      let wanted = min(end.size - place, limits.containerReadByteCount)
      let part = window.bytes(at: end.offset + place, count: wanted)
      let taken = appendEntries(of: part, shift: end.shift, to: &entries)
      place += taken
      isWhole = place >= end.size
      if taken == 0 || isWhole || entries.count >= limits.containerEntryCount { break }
    }
    if !isWhole { entries += localHeaders() }
    return entries.isEmpty ? nil : (entries, isWhole)
  }

  /// Returns the number of bytes of the complete entries in a part.
  private func appendEntries(
    of part: ArraySlice<UInt8>, shift: Int, to entries: inout [Entry]
  ) -> Int {
    var place = 0
    while entries.count < limits.containerEntryCount, part.has("PK\u{1}\u{2}", at: place),
      let method = part.little(place + 10, 2), let size = part.little(place + 20, 4),
      let nameLength = part.little(place + 28, 2), let extraLength = part.little(place + 30, 2),
      let commentLength = part.little(place + 32, 2), let offset = part.little(place + 42, 4)
    {
      let name = part.part(place + 46, nameLength)
      guard name.count == nameLength else { break }
      let extra = part.part(place + 46 + nameLength, extraLength)
      let wide = WideFields(header: part, at: place, extra: extra)
      entries.append(
        Entry(
          name: Self.name(name, extra), method: method,
          compressedSize: wide.compressedSize ?? size,
          offset: min(wide.offset ?? offset, window.size) + shift,
          size: wide.size ?? part.little(place + 24, 4) ?? 0,
          checksum: part.little(place + 16, 4) ?? 0, dosTime: part.little(place + 12, 4) ?? 0,
          isEncrypted: (part.little(place + 8, 2) ?? 0) & 1 != 0,
          isLink: Self.isLink(part, at: place)))
      place += 46 + nameLength + extraLength + commentLength
    }
    return place
  }

  /// Programs of Unix and macOS store the mode of a file in its external attributes (APPNOTE 6.3.10,
  /// sections 4.4.2 and 4.4.15).
  private static func isLink(_ part: ArraySlice<UInt8>, at place: Int) -> Bool {
    let host = part.byte(place + 5)
    return (host == 3 || host == 19) && (part.little(place + 40, 2) ?? 0) & 0o170000 == 0o120000
  }

  /// The 64-bit values of an entry of the directory (APPNOTE 6.3.10, section 4.5.3).
  private struct WideFields {
    private(set) var size: Int?
    private(set) var compressedSize: Int?
    private(set) var offset: Int?

    /// The place is the offset of the header in the bytes.
    init(header: ArraySlice<UInt8>, at place: Int, extra: ArraySlice<UInt8>) {
      func isWide(_ field: Int) -> Bool { header.little(place + field, 4) == .greatestOfFourBytes }
      guard isWide(20) || isWide(24) || isWide(42) else { return }
      // The field has only the values that do not fit into the header.
      guard var values = ZipArchive.field(1, of: extra) else { return }
      func next() -> Int? {
        defer { values = values.dropFirst(8) }
        return values.little(0, 8)
      }
      if isWide(24) { size = next() }
      if isWide(20) { compressedSize = next() }
      if isWide(42) { offset = next() }
    }
  }

  /// nil without this extra field.
  private static func field(_ kind: Int, of extra: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    // Each name asks, and most extra fields are others.
    let found = extra.withUnsafeBytes { bytes -> (start: Int, length: Int)? in
      var start = 0
      while start + 4 <= bytes.count {
        let length = Int(bytes[start + 2]) | Int(bytes[start + 3]) << 8
        if Int(bytes[start]) | Int(bytes[start + 1]) << 8 == kind { return (start + 4, length) }
        start += 4 + length
      }
      return nil
    }
    return found.map { extra.part($0.start, $0.length) }
  }

  /// Bytes that are not UTF-8 are kept: programs write the character set of their system, although
  /// the specification names one.
  ///
  /// The name of the Unicode field counts if it belongs to the written one (APPNOTE 6.3.10, 4.6.9).
  private static func name(_ bytes: ArraySlice<UInt8>, _ extra: ArraySlice<UInt8>) -> String {
    if let field = field(0x7075, of: extra), field.first == 1,
      let name = String(validating: field.dropFirst(5), as: UTF8.self),
      field.dropFirst().little(0, 4) == Int(bytes.withUnsafeBytes(CRC32.checksum))
    {
      return name
    }
    return bytes.withUnsafeBufferPointer { LosslessText.text($0) }
  }

  /// The place of the directory, and the shift of an archive that follows other data.
  private func endRecord(within count: Int) -> EndRecord? {
    let start = max(window.size - count, 0)
    let tail = window.bytes(at: start, count: window.size - start)
    guard tail.count >= 22 else { return nil }
    for place in (0...tail.count - 22).reversed() where tail.has("PK\u{5}\u{6}", at: place) {
      guard let size = tail.little(place + 12, 4), let offset = tail.little(place + 16, 4) else {
        continue
      }
      if offset == .greatestOfFourBytes || size == .greatestOfFourBytes {
        return wideEndRecord(tail, before: place)
      }
      // Some programs write the wider record always; it is then between directory and end.
      if let wide = wideEndRecord(tail, before: place), wide.size == size, wide.offset == offset {
        return wide
      }
      guard size <= start + place, offset <= start + place - size else { return nil }
      return EndRecord(
        offset: start + place - size, size: size, shift: start + place - size - offset,
        count: tail.little(place + 10, 2) ?? 0, disk: tail.little(place + 4, 2) ?? 0, isWide: false)
    }
    return nil
  }

  /// ZIP64: a locator before the end record leads to a record with wider fields.
  private func wideEndRecord(
    _ tail: ArraySlice<UInt8>, before place: Int
  ) -> EndRecord? {
    guard place >= 20, tail.has("PK\u{6}\u{7}", at: place - 20),
      let recordOffset = tail.little(place - 12, 8)
    else { return nil }
    let record = window.bytes(at: recordOffset, count: 56)
    guard record.has("PK\u{6}\u{6}"), let size = record.little(40, 8),
      let offset = record.little(48, 8)
    else { return nil }
    return EndRecord(
      offset: offset, size: size, shift: 0, count: record.little(32, 8) ?? 0,
      disk: record.little(16, 4) ?? 0, isWide: true)
  }

  private func localHeaders() -> [Entry] {
    let data = Array(window.head)[...]
    var entries: [Entry] = []
    var place = 0
    while entries.count < limits.containerEntryCount, data.has("PK\u{3}\u{4}", at: place),
      let flags = data.little(place + 6, 2), let method = data.little(place + 8, 2),
      let size = data.little(place + 18, 4), let nameLength = data.little(place + 26, 2),
      let extraLength = data.little(place + 28, 2)
    {
      let name = data.part(place + 30, nameLength)
      guard name.count == nameLength else { break }
      entries.append(
        Entry(
          name: Self.name(name, data.part(place + 30 + nameLength, extraLength)),
          method: method, compressedSize: size, offset: place,
          size: data.little(place + 22, 4) ?? 0, checksum: data.little(place + 14, 4) ?? 0,
          dosTime: data.little(place + 10, 4) ?? 0, isEncrypted: flags & 1 != 0))
      let end = place + 30 + nameLength + extraLength
      // Bit 3: the size follows the data, so that the next header must be searched for.
      if flags & 8 != 0, size == 0 {
        guard let next = nextHeader(in: data, from: end) else { break }
        place = next
      } else {
        place = end + size
      }
    }
    return entries
  }

  /// The size after the data distinguishes an end from headers of an archive inside the entry.
  private func nextHeader(in data: ArraySlice<UInt8>, from start: Int) -> Int? {
    var place = start
    while place + 4 <= data.count {
      if data.has("PK\u{3}\u{4}", at: place), let size = data.little(place - 8, 4),
        size == place - 16 - start || size == place - 12 - start
      {
        return place
      }
      place += 1
    }
    return nil
  }

  /// nil if the directory leads to no header.
  func dataOffset(of entry: Entry) -> Int? {
    let header = window.bytes(at: entry.offset, count: 30)
    guard header.has("PK\u{3}\u{4}"), let nameLength = header.little(26, 2),
      let extraLength = header.little(28, 2)
    else { return nil }
    return entry.offset + 30 + nameLength + extraLength
  }

  /// Empty when the contents cannot be read; the count is of useful bytes.
  func start(of entry: Entry, count: Int) -> ArraySlice<UInt8> {
    let limit = min(count, limits.decompressedByteCount)
    guard let offset = dataOffset(of: entry) else { return [] }
    // Data that deflate would enlarge are stored; the tables of a block precede its first byte.
    let longest = min(limit, Int.max - Self.longestTables) + Self.longestTables
    let size = entry.compressedSize > 0 ? min(entry.compressedSize, longest) : longest
    let data = window.bytes(at: offset, count: size)
    switch entry.method {
    case 0: return data.prefix(limit)
    case 8: return Inflate.start(of: data, limit: limit).bytes[...]
    default: return []
    }
  }

  /// The code bytes of a deflate block (RFC 1951, 3.2.7): 19 lengths of 3 bits, 320 of up to 14.
  private static let longestTables = 576

  var files: some Collection<Entry> { entries.lazy.filter { !$0.name.endsWithBytes(of: "/") } }

  func entry(named name: String) -> Entry? {
    entries.first { $0.name == name }
  }

  func hasEntry(under prefix: String) -> Bool {
    entries.contains { $0.name.hasPrefix(prefix) }
  }

  func hasEntry(endingIn suffix: String) -> Bool {
    entries.contains { $0.name.endsWithBytes(of: suffix) }
  }
}

extension String {
  /// Comparing characters, which may have several bytes, takes many times as long.
  func endsWithBytes(of other: String) -> Bool {
    utf8.count >= other.utf8.count && utf8.suffix(other.utf8.count).elementsEqual(other.utf8)
  }
}
