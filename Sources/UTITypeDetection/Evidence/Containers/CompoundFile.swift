internal import UTIPortable
internal import UTITypeGraph

/// The root storage of an OLE compound file (MS-CFB, sections 2.2 to 2.6).
struct CompoundFile {
  /// A stream or storage directly below the root.
  struct Item: Hashable {
    let name: String
  }

  private(set) var items: [Item] = []
  /// The whole directory was read.
  private(set) var isComplete = false
  /// Hexadecimal digits in the order of the bytes; empty when the file states none.
  var rootClass: String { Hexadecimal.text(rootClassBytes) }
  private var rootClassBytes: ArraySlice<UInt8> = []

  /// The records of the directory; the first one is the root.
  private(set) var directory: [ArraySlice<UInt8>] = []

  let window: ByteWindow
  let header: ArraySlice<UInt8>
  let sectorSize: Int
  private var allocation: [Int: ArraySlice<UInt8>] = [:]

  /// nil when the bytes do not begin like a compound file.
  init?(_ window: ByteWindow, limits: DetectionLimits) {
    self.window = window
    header = window.bytes(at: 0, count: 512)
    guard header.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]),
      let shift = header.little(30, 2), shift == 9 || shift == 12
    else { return nil }
    sectorSize = 1 << shift
    readDirectory(entryLimit: limits.containerEntryCount)
  }

  private static let entryByteCount = 128

  /// Numbers from this one on are marks, not sectors.
  static let firstMark = Int(field: 0xFFFF_FFFA) ?? 0

  /// The result is at most the end of the file; the header has the place of the first sector.
  func offset(ofSector sector: Int) -> Int {
    sector < window.size / sectorSize ? (sector + 1) * sectorSize : window.size
  }

  private mutating func readDirectory(entryLimit: Int) {
    guard var sector = header.little(48, 4) else { return }
    var entries: [ArraySlice<UInt8>] = []
    var seen: Set<Int> = []
    while sector < Self.firstMark, seen.insert(sector).inserted, entries.count < entryLimit {
      let bytes = window.bytes(at: offset(ofSector: sector), count: sectorSize)
      guard bytes.count >= Self.entryByteCount else { break }
      for place in stride(from: 0, to: bytes.count - Self.entryByteCount + 1, by: 128) {
        entries.append(bytes.part(place, Self.entryByteCount))
      }
      guard let next = sectorAfter(sector) else { break }
      sector = next
    }
    directory = entries
    guard let root = entries.first, root.byte(66) == 5 else { return }
    rootClassBytes = root.part(80, 16)
    collect(entries, from: root.little(76, 4))
    isComplete = sector >= Self.firstMark && !items.isEmpty
    // A directory that is cut short has lost the links between its entries, not their names.
    if items.isEmpty { items = entries.dropFirst().compactMap(Self.item) }
  }

  /// Siblings on both sides make up the tree of the entries below the root.
  private mutating func collect(_ entries: [ArraySlice<UInt8>], from first: Int?) {
    var pending = [first].compactMap { $0 }
    var seen: Set<Int> = []
    while let index = pending.popLast() {
      guard entries.indices.contains(index), seen.insert(index).inserted else { continue }
      if let item = Self.item(entries[index]) { items.append(item) }
      pending += [entries[index].little(68, 4), entries[index].little(72, 4)].compactMap { $0 }
    }
  }

  static func item(_ entry: ArraySlice<UInt8>) -> Item? {
    guard let length = entry.little(64, 2), (2...64).contains(length) else { return nil }
    let units = stride(from: 0, to: length - 2, by: 2).compactMap { entry.little($0, 2) }
    // The library takes forty times as long for UTF-16, in which hardly any name needs more than
    // ASCII.
    if units.allSatisfy({ $0 < 0x80 }) {
      return Item(name: String(decoding: units.map { UInt8($0) }, as: UTF8.self))
    }
    return Item(name: String(decoding: units.map { UInt16($0) }, as: UTF16.self))
  }

  /// The header leads to the part of the allocation table.
  mutating func sectorAfter(_ sector: Int) -> Int? {
    let perSector = sectorSize / 4
    let table = sector / perSector
    guard table < 109, let place = header.little(76 + table * 4, 4), place < Self.firstMark else {
      return nil
    }
    let bytes = allocation[table] ?? window.bytes(at: offset(ofSector: place), count: sectorSize)
    allocation[table] = bytes
    return bytes.little(sector % perSector * 4, 4)
  }

  func item(named name: String) -> Item? {
    items.first { $0.name == name }
  }
}
