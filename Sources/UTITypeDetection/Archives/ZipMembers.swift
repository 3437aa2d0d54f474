#if !hasFeature(Embedded)
#if Zlib
internal import CUTIZlib
#endif

/// The files of a ZIP archive, in the order of its directory (PKWARE APPNOTE 6.3).
struct ZipMembers: ArchiveMembers {
  private let archive: ZipArchive
  private var place = 0
  /// Thrown after the known members.
  private var fault: ArchiveFault?

  private static let pieceByteCount = 1 << 18

  /// Only the directory counts, and all of it is read.
  static func limits(_ greatestCount: Int) -> DetectionLimits {
    DetectionLimits(
      headByteCount: 0, containerReadCount: .max, containerReadByteCount: 1 << 20,
      containerEntryCount: greatestCount + 1)
  }

  init(_ window: ByteWindow, _ limits: DetectionLimits) throws(ArchiveFault) {
    guard let archive = ZipArchive(window, limits: limits) else {
      throw ArchiveFault("the ZIP archive has no start")
    }
    self.archive = archive
    let isEmpty = archive.entries.isEmpty && window.bytes(at: 0, count: 4).has("PK\u{5}\u{6}")
    if !archive.isComplete, archive.entries.count < limits.containerEntryCount, !isEmpty {
      fault = ArchiveFault("the directory of the ZIP archive is damaged or missing")
    } else if archive.isPart {
      fault = ArchiveFault("it is a part of a split ZIP archive")
    } else if let count = archive.statedCount {
      fault = ArchiveFault(
        "the ZIP archive states \(count) entries, and its directory has \(archive.entries.count)")
    }
  }

  mutating func next() throws(ArchiveFault) -> ArchiveMember? {
    while place < archive.entries.count {
      let entry = archive.entries[place]
      place += 1
      if entry.isLink || entry.name.endsWithBytes(of: "/") { continue }
      return ArchiveMember(
        name: entry.name, modified: Self.seconds(entry.dosTime), bytes: bytes(of: entry))
    }
    defer { fault = nil }
    if let fault { throw fault }
    return nil
  }

  private func bytes(of entry: ZipArchive.Entry) -> any ByteStream {
    if entry.isEncrypted { return FailedStream(ArchiveFault("it is encrypted")) }
    guard let offset = archive.dataOffset(of: entry) else {
      return FailedStream(ArchiveFault("its header is not where the directory states it"))
    }
    let data = WindowStream(
      archive.window, offset: offset, count: entry.compressedSize, piece: Self.pieceByteCount)
    switch entry.method {
    case 0: return CheckedStream(data, entry)
    case 8: return CheckedStream(InflateStream(BufferedStream(data)), entry)
    case let method:
      return FailedStream(ArchiveFault("it is compressed by method \(method), which is not read"))
    }
  }

  /// The time has no zone, and counts as UTC.
  private static func seconds(_ time: Int) -> Int? {
    let (year, month, day) = (time >> 25 + 1980, time >> 21 & 15, time >> 16 & 31)
    return CalendarTime.seconds(
      year: year, month: month, day: day, hour: time >> 11 & 31, minute: time >> 5 & 63,
      second: (time & 31) * 2)
  }
}

/// The bytes of an entry, compared with the size and the checksum that its directory states.
private final class CheckedStream: ByteStream {
  private let stream: any ByteStream
  private let entry: ZipArchive.Entry
  private var count = 0
  private var checksum: UInt = 0

  init(_ stream: any ByteStream, _ entry: ZipArchive.Entry) {
    self.stream = stream
    self.entry = entry
  }

  func read(into space: UnsafeMutableRawBufferPointer) throws(ArchiveFault) -> Int {
    if space.isEmpty { return 0 }
    let read = try stream.read(into: space)
    count += read
    guard count <= entry.size, read > 0 || count == entry.size else {
      let amount = read > 0 ? "more" : "\(count)"
      throw ArchiveFault("it has \(amount) bytes, and the directory states \(entry.size)")
    }
    #if Zlib
    checksum = crc32(
      checksum, space.assumingMemoryBound(to: UInt8.self).baseAddress, uInt(clamping: read))
    if read == 0, Int(field: UInt64(checksum)) != entry.checksum {
      throw ArchiveFault("it has another checksum than the directory states")
    }
    #endif
    return read
  }
}
#endif
