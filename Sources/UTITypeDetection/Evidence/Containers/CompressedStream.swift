/// The contents of a compressed stream, as far as its first block shows them.
enum CompressedStream {
  /// A way of compressing, with the names of a stream and of one that holds a tar archive.
  private struct Format {
    let mimeNames: [String]
    let archiveNames: [String]

    init(_ mimeNames: String..., archive archiveNames: String...) {
      self.mimeNames = mimeNames
      self.archiveNames = archiveNames
    }
  }

  private static let gzip = Format("application/gzip", archive: "application/x-compressed-tar")
  private static let compress = Format("application/x-compress", archive: "application/x-tarz")
  private static let bzip2 = Format(
    "application/x-bzip2", "application/x-bzip",
    archive: "application/x-bzip2-compressed-tar", "application/x-bzip-compressed-tar")
  private static let bzip3 = Format(
    "application/vnd.bzip3", archive: "application/x-bzip3-compressed-tar")
  private static let xz = Format("application/x-xz", archive: "application/x-xz-compressed-tar")
  private static let lzma = Format(
    "application/x-lzma", archive: "application/x-lzma-compressed-tar")
  private static let lzip = Format(
    "application/x-lzip", archive: "application/x-lzip-compressed-tar")
  private static let zstandard = Format(
    "application/zstd", archive: "application/x-zstd-compressed-tar")
  private static let lz4 = Format("application/x-lz4", archive: "application/x-lz4-compressed-tar")

  /// The size of one block of a tar archive, sufficient for every other format here.
  private static let contentWindow = 512

  /// Returns also the MIME type of the stream; a known costly inside is not read.
  static func clue(
    _ window: ByteWindow, limits: DetectionLimits, isKnown: ([String]) -> Bool,
    document: (UnsafeRawBufferPointer) -> ContainerClue?
  ) -> (clue: ContainerClue, container: String)? {
    let limit = min(limits.decompressedByteCount, contentWindow)
    guard let (format, start) = start(window, limit: limit, isKnown: isKnown) else {
      return nil
    }
    return start.flatMap { start in
      start.bytes.withUnsafeBytes(document) ?? clue(format, start)
    }.map { ($0, format.mimeNames[0]) }
  }

  private static func start(
    _ window: ByteWindow, limit: Int, isKnown: ([String]) -> Bool
  ) -> (Format, StreamStart?)? {
    if window.head.count > 1, window.head[0] == 0x1F, window.head[1] == 0x8B {
      return (gzip, gzipStart(window.head, isCut: !window.isWhole, limit: limit))
    }
    let head = Array(window.head)[...]
    switch (head.big(0, 2), head.big(2, 2)) {
    case (0x1F9D, _):
      return (compress, LZWStream.start(of: head, limit: limit))
    case (0xFD37, 0x7A58):
      return (xz, LZMADecoder.start(of: window, limit: limit))
    case (0x5D00, _):
      return (lzma, LZMADecoder.start(of: window, limit: limit))
    case (0x4C5A, 0x4950):
      return (lzip, LZMADecoder.start(of: window, limit: limit))
    case (0x28B5, 0x2FFD):
      return (zstandard, ZstandardDecoder.start(of: window, limit: limit))
    case (0x0422, 0x4D18):
      return (lz4, LZ4Frame.start(of: head, limit: limit))
    case (0x425A, 0x3376):
      return (bzip3, bzip3Start(head))
    case (0x425A, _):
      // Nothing shows before a block of up to 900 kB has been decoded.
      return isKnown(bzip2.archiveNames) || head.byte(2) != UInt8(ascii: "h")
        ? nil : (bzip2, BzipDecoder.start(of: window, limit: limit))
    default:
      return nil
    }
  }

  /// RFC 1952: a header with optional fields, then deflate.
  private static func gzipStart(
    _ head: UnsafeRawBufferPointer, isCut: Bool, limit: Int
  ) -> StreamStart? {
    guard Inflate.isAvailable, head.count > 3, head[2] == 8 else { return nil }
    let flags = head[3]
    var place = 10
    func skipText() {
      while place < head.count, head[place] != 0 { place += 1 }
      place += 1
    }
    if flags & 4 != 0 {
      place += 2 + (head.count > 11 ? Int(head[10]) | Int(head[11]) << 8 : 0)
    }
    if flags & 8 != 0 { skipText() }
    if flags & 16 != 0 { skipText() }
    if flags & 2 != 0 { place += 2 }
    let (bytes, _, isWhole) = Inflate.start(
      of: UnsafeRawBufferPointer(rebasing: head[min(place, head.count)...]), limit: limit,
      firstLimit: TarHeader.checksumEnd, isEnough: isSurelyNoArchive)
    // Another stream may follow.
    return StreamStart(bytes: bytes, isWhole: isWhole && !isCut)
  }

  /// Decoding the rest of the block would take longer than everything before it.
  private static func isSurelyNoArchive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes[0] != UInt8(ascii: "<") && !TarHeader.isPossible(start: bytes)
      && TarHeader.statedChecksum(bytes) == nil
  }

  /// The header of a bzip3 block states the size of its contents.
  private static func bzip3Start(_ head: ArraySlice<UInt8>) -> StreamStart? {
    guard let size = head.little(13, 4), size < contentWindow else { return nil }
    return StreamStart(bytes: [], isWhole: true)
  }

  private static func clue(_ format: Format, _ start: StreamStart) -> ContainerClue? {
    let bytes = start.bytes
    if bytes.withUnsafeBytes(TarHeader.isValid) {
      return ContainerClue(
        format.archiveNames, seen: "the first block inside, which is the start of a tar archive")
    }
    // Blender's scenes are packed by gzip up to version 2.9, and by Zstandard since version 3.0.
    if bytes[...].has("BLENDER") {
      return ContainerClue(
        "application/x-blender", seen: "the inside, which begins like a Blender scene")
    }
    if format.mimeNames == gzip.mimeNames, let clue = gzipClue(bytes[...]) { return clue }
    // Data that end too early show nothing, and an archive without entries is zeros.
    guard
      start.isWhole || bytes.count == contentWindow
        || !bytes.withUnsafeBytes(TarHeader.isPossible),
      bytes.contains(where: { $0 != 0 }) || bytes.isEmpty
    else { return nil }
    return ContainerClue(
      format.mimeNames, seen: "the inside, which is no tar archive", refutes: format.archiveNames)
  }

  /// The formats are stored in gzip; the starts are the first bytes of the inside.
  private static let gzipFormats: [(starts: [StaticString], mimeName: String, called: String)] = [
    (["070707", "070701", "070702"], "application/x-cpio-compressed", "cpio"),
    (["%PDF-"], "application/x-gzpdf", "PDF"),
    (["%!"], "application/x-gzpostscript", "PostScript"),
    (["BAM\u{1}"], "application/vnd.ga4gh.bam", "BAM"),
    (["BCF\u{2}"], "application/vnd.ga4gh.bcf", "BCF"),
    (["CSI\u{1}"], "application/x-csi", "CSI"),
    (["TBI\u{1}"], "application/x-tabix", "a Tabix index"),
  ]

  private static func gzipClue(_ inner: ArraySlice<UInt8>) -> ContainerClue? {
    // Most are texts, which begin with none of these.
    switch inner.first {
    case UInt8(ascii: "0"), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: "B"),
      UInt8(ascii: "C"), UInt8(ascii: "T"):
      break
    case 0x0A:
      return isNamedCompound(inner)
        ? ContainerClue("application/x-minecraft-nbt", seen: "the inside, a compound of NBT") : nil
    default: return nil
    }
    func clue(_ mimeName: String, _ format: String) -> ContainerClue {
      ContainerClue(mimeName, seen: "the inside, which begins like \(format)")
    }
    if inner.has("%!PS-Adobe-"), inner.prefix(32).contains("EPSF-") {
      return clue("image/x-gzeps", "EPS")
    }
    if inner.has("<?xml") || inner.has("<svg") || inner.has("<!DOCTYPE svg"),
      inner.contains("<svg")
    {
      return clue("image/svg+xml-compressed", "SVG")
    }
    return gzipFormats.first { $0.starts.contains { inner.has($0) } }
      .map { clue($0.mimeName, $0.called) }
  }

  /// A compound of NBT (named binary tags of a game): the tag's number, the length, the name.
  private static func isNamedCompound(_ bytes: ArraySlice<UInt8>) -> Bool {
    func end(ofTagAt place: Int, kinds: ClosedRange<UInt8>, isNamed: Bool) -> Int? {
      guard let kind = bytes.byte(place), kinds.contains(kind),
        let length = bytes.big(place + 1, 2), length <= 64, length > 0 || !isNamed
      else { return nil }
      let name = bytes.part(place + 3, length)
      return name.count == length && name.allSatisfy { 0x20...0x7E ~= $0 }
        ? place + 3 + length : nil
    }
    return end(ofTagAt: 0, kinds: 10...10, isNamed: false)
      .flatMap { end(ofTagAt: $0, kinds: 1...12, isNamed: true) } != nil
  }
}
