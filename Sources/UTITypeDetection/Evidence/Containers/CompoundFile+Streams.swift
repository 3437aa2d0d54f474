/// The streams of a compound file by path (MS-CFB, sections 2.3 to 2.6).
extension CompoundFile {
  /// Streams that are smaller lie in the stream of the root, in sectors of 64 bytes.
  private static let shortSectorSize = 64

  /// The records below the root by path, with slashes between the names.
  ///
  /// A control character at the start of a name is not part of the path.
  func recordsByPath() -> [String: Int] {
    var result: [String: Int] = [:]
    var seen: Set<Int> = [0]
    var pending = [(directory.first?.little(76, 4), "")]
    while let (next, prefix) = pending.popLast() {
      guard let index = next, directory.indices.contains(index), seen.insert(index).inserted
      else { continue }
      let record = directory[index]
      pending.append((record.little(68, 4), prefix))
      pending.append((record.little(72, 4), prefix))
      guard let item = Self.item(record) else { continue }
      let scalars = item.name.unicodeScalars
      let isMarked = scalars.first.map { $0.value < 0x20 } ?? false
      let name = isMarked ? String(String.UnicodeScalarView(scalars.dropFirst())) : item.name
      let path = prefix + name
      result[path] = index
      if record.byte(66) == 1 { pending.append((record.little(76, 4), path + "/")) }
    }
    return result
  }

  /// The start of a stream; shorter if a limit or the file ends before.
  mutating func start(ofRecord index: Int, count: Int) -> [UInt8] {
    guard directory.indices.contains(index), directory[index].byte(66) == 2,
      let first = directory[index].little(116, 4), let size = directory[index].little(120, 4),
      let cutoff = header.little(56, 4)
    else { return [] }
    let wanted = min(size, count)
    return size < cutoff ? short(from: first, wanted) : chain(from: first, wanted)
  }

  /// The bytes of the sectors from one on.
  private mutating func chain(from first: Int, _ count: Int) -> [UInt8] {
    var result: [UInt8] = []
    var sector = first
    while result.count < count, sector < Self.firstMark {
      let bytes = window.bytes(
        at: offset(ofSector: sector), count: min(sectorSize, count - result.count))
      result += bytes
      guard !bytes.isEmpty, let next = sectorAfter(sector) else { break }
      sector = next
    }
    return result
  }

  /// The bytes of the short sectors from one on.
  private mutating func short(from first: Int, _ count: Int) -> [UInt8] {
    guard let root = directory.first, let start = root.little(116, 4),
      let table = header.little(60, 4)
    else { return [] }
    var result: [UInt8] = []
    var sector = first
    let perSector = sectorSize / Self.shortSectorSize
    while result.count < count, sector < Self.firstMark {
      guard let outer = self.sector(sector / perSector, after: start) else { break }
      let bytes = window.bytes(
        at: offset(ofSector: outer) + sector % perSector * Self.shortSectorSize,
        count: min(Self.shortSectorSize, count - result.count))
      result += bytes
      guard !bytes.isEmpty, let place = self.sector(sector / (sectorSize / 4), after: table),
        let next = window.bytes(
          at: offset(ofSector: place) + sector % (sectorSize / 4) * 4, count: 4
        ).little(0, 4)
      else { break }
      sector = next
    }
    return result
  }

  /// The sector a number of steps after another one.
  private mutating func sector(_ steps: Int, after first: Int) -> Int? {
    var sector = first
    guard steps <= window.size / sectorSize, sector < Self.firstMark else { return nil }
    for _ in 0..<steps {
      guard let next = sectorAfter(sector), next < Self.firstMark else { return nil }
      sector = next
    }
    return sector
  }
}
