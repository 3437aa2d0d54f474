#if !hasFeature(Embedded)
internal import UTIFormatSignatures

/// The entries of a ZIP archive by path.
struct ZipContents: ContainerContents {
  private let archive: ZipArchive
  private let entries: [String: ZipArchive.Entry]

  init?(_ window: ByteWindow, limits: DetectionLimits) {
    guard let archive = ZipArchive(window, limits: limits) else { return nil }
    self.archive = archive
    entries = Dictionary(
      archive.entries.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func hasEntry(at path: String) -> Bool { entries[path] != nil }

  func bytes(at path: String) -> [UInt8] {
    entries[path].map { Array(archive.start(of: $0, count: .max)) } ?? []
  }
}

/// The streams of a compound file by path.
struct CompoundContents: ContainerContents {
  private let file: CompoundFile
  private let records: [String: Int]
  private let limit: Int

  init?(_ window: ByteWindow, limits: DetectionLimits) {
    guard let file = CompoundFile(window, limits: limits) else { return nil }
    self.file = file
    records = file.recordsByPath()
    limit = limits.decompressedByteCount
  }

  func hasEntry(at path: String) -> Bool { records[path] != nil }

  func bytes(at path: String) -> [UInt8] {
    guard let record = records[path] else { return [] }
    var file = file
    return file.start(ofRecord: record, count: limit)
  }
}
#endif
