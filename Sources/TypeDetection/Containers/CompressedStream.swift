/// What a gzip or zlib stream holds, from its first block (RFC 1952, RFC 1950).
///
/// Other compressors need their whole first block before they give a byte, hundreds of kilobytes
/// for bzip2 and xz, so what those hold is left to the name.
enum CompressedStream {
  static func gzipClue(_ window: ByteWindow, limits: DetectionLimits) -> ContainerClue? {
    let head = Array(window.head)[...]
    guard head.byte(2) == 8, let flags = head.byte(3) else { return nil }
    var place = 10
    if flags & 4 != 0 { place += 2 + (head.little(place, 2) ?? 0) }
    for flag in [8, 16] as [UInt8] where flags & flag != 0 {
      while let byte = head.byte(place), byte != 0 { place += 1 }
      place += 1
    }
    if flags & 2 != 0 { place += 2 }
    let data = head.part(place, head.count)
    let limit = min(limits.decompressedByteCount, contentWindow)
    return content(Inflate.start(of: data, limit: limit).bytes[...])
  }

  /// One block of a tar archive, in which all that is told apart here shows as well.
  private static let contentWindow = 512

  /// The first two bytes are a multiple of 31, and the rest must be deflate.
  static func zlibClue(_ window: ByteWindow) -> ContainerClue? {
    let head = Array(window.head)[...]
    guard let check = head.big(0, 2), check % 31 == 0, check & 0x0F00 == 0x0800,
      check & 0x20 == 0
    else { return nil }
    let (bytes, isSound) = Inflate.start(of: head.part(2, head.count), limit: 1024)
    guard isSound, !bytes.isEmpty else { return nil }
    return ContainerClue(
      "application/zlib", seen: "it is a zlib stream whose start can be decompressed", at: 0,
      confidence: .guess)
  }

  private static func content(_ inner: ArraySlice<UInt8>) -> ContainerClue? {
    if TarHeader.isValid(inner) {
      return ContainerClue("application/x-compressed-tar", seen: "the first block inside is tar")
    }
    if inner.has("070707") || inner.has("070701") || inner.has("070702") {
      return ContainerClue("application/x-cpio-compressed", seen: "what is inside begins like cpio")
    }
    if inner.has("%PDF-") {
      return ContainerClue("application/x-gzpdf", seen: "what is inside begins like PDF")
    }
    if inner.has("%!PS-Adobe-"), inner.prefix(32).contains("EPSF-") {
      return ContainerClue("image/x-gzeps", seen: "what is inside begins like EPS")
    }
    if inner.has("%!") {
      return ContainerClue(
        "application/x-gzpostscript", seen: "what is inside begins like PostScript")
    }
    if inner.has("<?xml") || inner.has("<svg") || inner.has("<!DOCTYPE svg"),
      inner.contains("<svg")
    {
      return ContainerClue("image/svg+xml-compressed", seen: "what is inside begins like SVG")
    }
    return nil
  }
}

/// The first block of a tar archive (POSIX.1-2017, pax, "ustar Interchange Format").
enum TarHeader {
  /// The checksum counts the block's bytes with its own field as spaces.
  static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count >= 512, bytes.byte(0) != 0 else { return false }
    let field = bytes.part(148, 8)
    let digits = field.drop { $0 == 0x20 }.prefix { (0x30...0x37).contains($0) }
    guard !digits.isEmpty, let stated = Int(digits.text, radix: 8) else { return false }
    let sum = bytes.prefix(512).reduce(0) { $0 + Int($1) }
    return sum - field.reduce(0) { $0 + Int($1) } + 8 * 0x20 == stated
  }
}
