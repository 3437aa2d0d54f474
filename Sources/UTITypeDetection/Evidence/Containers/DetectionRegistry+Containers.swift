internal import UTITypeGraph

extension DetectionRegistry {
  /// No expensive search is made for a type that the name already shows.
  func readContainer(_ window: ByteWindow, into state: inout DetectionState) {
    guard let (clue, shell) = clue(window, state.names), let type = firstType(named: clue.names)
    else { return }
    let lookalikes: ContainerEvidence.Lookalikes =
      switch clue.lookalikes {
      case .types(let names): .types(types(named: names))
      case .allInContainer: .allInContainer
      }
    // Several names of a format may be names of one type, and a format may exclude its whole family.
    let own = types(named: clue.names)
    let family = types(named: clue.refuted).filter { !own.contains($0) }
    // A show states the type of a presentation, and only its name differs.
    let stored = family.filter { image.isStored($0, as: type, statedBy: .base) }
    let container = shell.flatMap(self.type(mimeName:))
    state.content.container = ContainerEvidence(
      shell: container, inside: type, lookalikes: lookalikes,
      variants: types(named: clue.variants) + stored,
      refuted: family.filter { !stored.contains($0) }
        + kinds(of: types(named: clue.absent), except: own, among: state.names),
      isOpen: clue.isOpen, isForeign: clue.names.count > 1 && type == container)
    guard clue.strength > .none else { return }
    state.content.append(
      state.finding(
        type, .container, clue.strength,
        on: .seen(
          EvidenceReference.Observation(
            basis: .container, words: EvidenceReference.Words(start: "", word: clue.words),
            type: type, offset: clue.offset)),
        called: printedName(of: type, clue.names).map {
          DetectionState.TypeNameOverride(mimeType: $0)
        }))
  }

  /// Kinds count only if a name shows them; kinds of other types do not count.
  private func kinds(
    of types: [TypeIndex], except others: [TypeIndex], among names: NameFindings
  ) -> [TypeIndex] {
    types.filter { !others.contains($0) }
      + names.candidates.compactMap { $0.type }.filter { kind in
        types.contains { refines(kind, $0) } && !others.contains { refines(kind, $0) }
      }
  }

  /// nil for types that have a MIME name.
  private func printedName(of type: TypeIndex, _ names: [String]) -> String? {
    guard !image.hasMIMEName(type) else { return nil }
    return names.first { $0.contains("/") && self.type(mimeName: $0) != nil }
  }

  private func types(named names: [String]) -> [TypeIndex] {
    names.compactMap { firstType(named: [$0]) }
  }

  private func clue(
    _ window: ByteWindow, _ names: NameFindings
  ) -> (ContainerClue, container: String?)? {
    markedClue(window, names) ?? TarHeader.clue(window.head).map { ($0, nil) }
  }

  /// The MIME name that belongs to the type, or its identifier.
  private func name(of type: TypeIndex) -> String {
    image.mimeName(of: type).flatMap { self.type(mimeName: $0) == type ? $0 : nil }
      ?? image.identifier(of: type).rawValue
  }

  /// Returns true if a MIME type of the registry is a ZIP archive or is stored as one.
  private func isArchive(_ mimeName: String) -> Bool {
    guard let type = type(mimeName: mimeName), let archive = self.type(mimeName: "application/zip")
    else { return false }
    return refines(type, archive) || image.isStored(type, as: archive)
  }

  private func isNamed(_ mimeName: String, by names: NameFindings) -> Bool {
    type(mimeName: mimeName).map(names.show) ?? false
  }

  /// Many programs compress their XML documents without changing the name, which shows the type.
  private func documentClue(
    _ bytes: UnsafeRawBufferPointer, _ names: NameFindings
  ) -> ContainerClue? {
    guard let (type, element) = typeOfRootElement(in: bytes),
      names.candidates.contains(where: {
        $0.type.map { image.hasRootElement($0) && areKin($0, type) } ?? false
      })
    else { return nil }
    return ContainerClue(
      image.identifier(of: type).rawValue,
      seen: "the inside, a document with the root element \(element)")
  }

  /// Each container is selected by its first bytes, so that most files cost a few comparisons.
  private func markedClue(
    _ window: ByteWindow, _ names: NameFindings
  ) -> (ContainerClue, container: String?)? {
    let head = window.head
    guard head.count >= 4 else { return nil }
    func answer(_ clue: ContainerClue?, in container: String?) -> (ContainerClue, String?)? {
      clue.map { ($0, container) }
    }
    switch (head[0], head[1]) {
    case (0x89, 0x50) where isNamed("image/apng", by: names):
      return answer(StillPicture.clue(window, limits: limits), in: nil)
    case (0x50, 0x31...0x36):
      return answer(PortableMap.clue(head), in: nil)
    case (0x50, 0x4B):
      return answer(
        ZipArchive(window, limits: limits)?.clue(
          isArchive: isArchive,
          claimed: names.candidates.compactMap { $0.type.map(name) }),
        in: "application/zip")
    case (0xD0, 0xCF):
      let storage = CompoundFile(window, limits: limits)
      if let clue = storage?.encryptedClue() { return (clue, "application/zip") }
      return answer(storage?.clue(), in: "application/x-ole-storage")
    case (0x1F, 0x8B), (0x1F, 0x9D), (0xFD, 0x37), (0x5D, 0x00), (0x4C, 0x5A), (0x28, 0xB5),
      (0x04, 0x22), (0x42, 0x5A):
      return CompressedStream.clue(
        window, limits: limits,
        isKnown: { archives in
          let known = archives.compactMap(self.type(mimeName:))
          return names.candidates.contains { $0.type.map(known.contains) ?? false }
        },
        document: { documentClue($0, names) })
    case (0x4D, 0x5A):
      return answer(SelfExtractor.clue(window) { isNamed($0, by: names) }, in: nil)
    case (0x49, 0x49), (0x4D, 0x4D):
      return answer(TIFFFile.clue(window), in: "image/tiff")
    case (0x52, 0x49):
      return answer(RIFFFile.clue(Array(head.prefix(16))[...]), in: "application/x-riff")
    case (0x1A, 0x45):
      return answer(MatroskaFile(window, limits: limits).clue(), in: "application/x-matroska")
    case (0x7F, 0x45):
      return answer(ExecutableFile(window)?.clue(), in: "application/x-elf")
    case (0x4F, 0x67):
      return answer(OggStream.clue(Array(head)[...]), in: "application/ogg")
    case (0x30, 0x10...):
      return answer(KeyMaterial.distinguishedEncodingClue(Array(head)[...]), in: nil)
    case (0xFF, 0xE0...):
      return answer(AudioFrames.clue(Array(head)[...]), in: nil)
    case (0x49, 0x44):
      return answer(AudioFrames.taggedClue(window), in: nil)
    case (0x18...0x78, _) where head[0] & 0x8F == 0x08:
      return answer(ZlibStream.clue(window), in: "application/zlib")
    case (0x80..., _) where KeyMaterial.isPacketStart(head[0]):
      return answer(KeyMaterial.packetClue(Array(head.prefix(64))[...]), in: nil)
    default:
      if BaseMediaFile.isPossible(head) {
        return answer(
          BaseMediaFile(window, limits: limits)?.clue(), in: "application/x-iso-base-media")
      }
      return answer(DiskImage.opticalClue(window), in: nil)
    }
  }
}

/// A PNG file without the chunk of an animation, which precedes the first `IDAT` (PNG, 11.3.6.2).
enum StillPicture {
  static func clue(_ window: ByteWindow, limits: DetectionLimits) -> ContainerClue? {
    var place = 8
    for _ in 0..<limits.containerReadCount {
      let header = window.bytes(at: place, count: 8)
      guard let size = header.big(0, 4), !header.has("acTL", at: 4) else { return nil }
      if header.has("IDAT", at: 4) {
        return ContainerClue(
          "image/png", seen: "the chunks before the picture, none of an animation", at: place,
          strength: .none, lacks: ["image/apng"])
      }
      let (next, overflows) = place.addingReportingOverflow(size + 12)
      guard !overflows, next < window.size else { return nil }
      place = next
    }
    return nil
  }
}

/// The form of a RIFF file, if databases have no signature for it.
///
/// Source: Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0".
enum RIFFFile {
  private static let forms: [(mark: StaticString, mimeNames: [String])] = [
    ("RMID", ["audio/midi"]),
    ("sfbk", ["audio/x-sf2", "audio/x-soundfont"]),
    ("DLS ", ["audio/dls"]),
  ]

  static func clue(_ head: ArraySlice<UInt8>) -> ContainerClue? {
    guard head.has("RIFF"),
      let form = forms.first(where: { head.has($0.mark, at: 8) })
    else { return nil }
    return ContainerClue(form.mimeNames, seen: "the form \(head.part(8, 4).text)", at: 8)
  }
}

/// A zlib stream (RFC 1950), which is also how a compressed Apple disk image begins.
enum ZlibStream {
  /// The first two bytes are a multiple of 31, and the rest must be deflate.
  static func clue(_ window: ByteWindow) -> ContainerClue? {
    guard window.head.count > 2 else { return nil }
    // Some texts begin with such bytes too, so nothing is copied before the check.
    let check = UInt16(window.head[0]) << 8 | UInt16(window.head[1])
    guard check % 31 == 0, check & 0x0F00 == 0x0800, check & 0x20 == 0 else { return nil }
    guard Inflate.isAvailable else { return DiskImage.trailerClue(window) }
    let head = Array(window.head)[...]
    let (bytes, isSound, _) = Inflate.start(of: head.part(2, head.count), limit: 1024)
    guard isSound, !bytes.isEmpty else { return nil }
    return DiskImage.trailerClue(window)
      ?? ContainerClue(
        "application/zlib", seen: "a zlib stream at the start, which can be decompressed", at: 0,
        strength: .streamHint)
  }
}

/// Images of disks and discs, with signatures far from the start or at the end.
enum DiskImage {
  /// Volume descriptors are in sector 16, after a system area (ECMA-119, 8.1; ECMA-167, 2/9.1).
  static func opticalClue(_ window: ByteWindow) -> ContainerClue? {
    let head = window.head
    guard head.count >= 512, head[0] == 0 && head[1] == 0 || head[510] == 0x55 && head[511] == 0xAA
    else { return nil }
    let identifier = window.bytes(at: 16 * 2048 + 1, count: 5)
    guard identifier.has("CD001") || identifier.has("BEA01") else { return nil }
    return ContainerClue(
      "application/vnd.efi.iso", "application/x-cd-image",
      seen: "sector 16, a volume descriptor with the identifier \(identifier.text)",
      at: 16 * 2048 + 1)
  }

  /// Apple's disk images end in a block that begins with its name and version.
  static func trailerClue(_ window: ByteWindow) -> ContainerClue? {
    let place = window.size - 512
    guard window.bytes(at: place, count: 8).elementsEqual(Array("koly".utf8) + [0, 0, 0, 4]) else {
      return nil
    }
    return ContainerClue(
      "application/x-apple-diskimage", seen: "the last block, which begins with koly", at: place)
  }
}

/// The codecs of an Ogg stream, from the pages that begin its logical streams (RFC 3533).
enum OggStream {
  private struct Codec {
    /// The byte before the mark at the start of the first packet.
    let lead: UInt8?
    let mark: StaticString
    /// The best first.
    let mimeNames: [String]

    init(_ lead: UInt8?, _ mark: StaticString, types mimeNames: String...) {
      self.lead = lead
      self.mark = mark
      self.mimeNames = mimeNames
    }

    var isVideo: Bool { mimeNames.last == OggStream.video }

    func begins(_ packet: ArraySlice<UInt8>) -> Bool {
      lead.map { packet.byte(0) == $0 && packet.has(mark, at: 1) } ?? packet.has(mark)
    }
  }

  private static let sound = "audio/ogg"
  private static let video = "video/ogg"

  private static let codecs = [
    Codec(1, "video\0\0\0", types: "video/x-ogm+ogg", video),
    Codec(nil, "BBCD\0", types: video),
    Codec(0x80, "theora", types: "video/x-theora+ogg", video),
    Codec(nil, "OpusHead", types: "audio/x-opus+ogg", sound),
    Codec(nil, "Speex   ", types: "audio/x-speex+ogg", sound),
    Codec(1, "vorbis", types: "audio/vorbis", "audio/x-vorbis+ogg", sound),
    Codec(0x7F, "FLAC", types: "audio/x-flac+ogg", sound),
  ]

  static func clue(_ head: ArraySlice<UInt8>) -> ContainerClue? {
    var found: [(codec: Codec, offset: Int)] = []
    var place = 0
    // Bit 1 of the flags marks the pages that begin a stream; all of them come first.
    while head.has("OggS", at: place), let flags = head.byte(place + 5), flags & 2 != 0,
      let segmentCount = head.byte(place + 26)
    {
      let table = head.part(place + 27, Int(segmentCount))
      let packet = place + 27 + Int(segmentCount)
      let start = head.part(packet, 16)
      if let codec = codecs.first(where: { $0.begins(start) }) { found.append((codec, packet)) }
      place = packet + table.reduce(0) { $0 + Int($1) }
    }
    guard let best = found.first(where: { $0.codec.isVideo }) ?? found.first else { return nil }
    let names = best.codec.mimeNames
    return ContainerClue(
      names, seen: "the streams, which begin with the header of \(names[0])", at: best.offset,
      lookalikes: .types([best.codec.isVideo ? video : sound]),
      lacks: codecs.flatMap { $0.mimeNames }.filter { !names.contains($0) })
  }
}

/// A Windows program with an archive after its sections (Microsoft PE/COFF, section 4).
enum SelfExtractor {
  private static let archives: [(start: [UInt8], mimeName: String)] = [
    ([0x52, 0x61, 0x72, 0x21, 0x1A, 0x07], "application/vnd.rar"),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "application/x-7z-compressed"),
    ([0x50, 0x4B, 0x03, 0x04], "application/zip"),
  ]

  /// No linker writes more sections.
  private static let sectionCountLimit = 96

  /// Archive programs unpack it unchanged; it is an archive only if the name shows one.
  static func clue(_ window: ByteWindow, isNamed: (String) -> Bool) -> ContainerClue? {
    guard archives.contains(where: { isNamed($0.mimeName) }),
      let offset = endOfSections(window)
    else { return nil }
    let start = window.bytes(at: offset, count: 8)
    guard let archive = archives.first(where: { start.starts(with: $0.start) }),
      isNamed(archive.mimeName)
    else { return nil }
    return ContainerClue(
      archive.mimeName, seen: "the archive behind the sections of a program", at: offset)
  }

  /// The offset in the file; nil if the bytes are not such a program.
  private static func endOfSections(_ window: ByteWindow) -> Int? {
    let head = window.bytes(at: 0, count: 64)
    guard head.has("MZ"), let place = head.little(60, 4) else { return nil }
    let header = window.bytes(at: place, count: 24)
    guard header.has("PE\0\0"), let count = header.little(6, 2), count <= sectionCountLimit,
      let optionalSize = header.little(20, 2)
    else { return nil }
    let table = window.bytes(at: place + 24 + optionalSize, count: count * 40)
    var end = 0
    for section in 0..<count {
      guard let size = table.little(section * 40 + 16, 4),
        let start = table.little(section * 40 + 20, 4)
      else { return nil }
      let (sectionEnd, isTooFar) = start.addingReportingOverflow(size)
      if isTooFar { return nil }
      end = max(end, sectionEnd)
    }
    return end > 0 ? end : nil
  }
}

/// The header of a Netpbm image: its kind, and numbers between blanks and comments.
///
/// No signature detects it, since two letters may begin any text. Source: Netpbm, "The Format".
enum PortableMap {
  private static let longestHeader = 512

  static func clue(_ head: UnsafeRawBufferPointer) -> ContainerClue? {
    guard head.count > 8, head[0] == UInt8(ascii: "P"), let kind = kind(head[1]) else { return nil }
    var rest = head[2..<min(head.count, longestHeader)]
    guard number(&rest) != nil, number(&rest) != nil else { return nil }
    if kind.hasGreatestValue {
      guard let greatest = number(&rest), greatest > 0, greatest < 65536 else { return nil }
    }
    return ContainerClue(kind.mimeName, seen: "the numbers of the header of the image", at: 2)
  }

  private static func kind(_ byte: UInt8) -> (mimeName: String, hasGreatestValue: Bool)? {
    switch byte {
    case UInt8(ascii: "1"), UInt8(ascii: "4"): ("image/x-portable-bitmap", false)
    case UInt8(ascii: "2"), UInt8(ascii: "5"): ("image/x-portable-graymap", true)
    case UInt8(ascii: "3"), UInt8(ascii: "6"): ("image/x-portable-pixmap", true)
    default: nil
    }
  }

  /// The number must follow a blank.
  private static func number(_ rest: inout Slice<UnsafeRawBufferPointer>) -> Int? {
    guard let first = rest.first, isBlank(first) else { return nil }
    while let byte = rest.first, isBlank(byte) || byte == UInt8(ascii: "#") {
      rest =
        byte == UInt8(ascii: "#")
        ? rest.drop { $0 != UInt8(ascii: "\n") } : rest.dropFirst()
    }
    var value: Int?
    while let byte = rest.first, (0x30...0x39).contains(byte) {
      let (next, isTooLarge) = (value ?? 0).multipliedReportingOverflow(by: 10)
      guard !isTooLarge, next < Int.max - 9 else { return nil }
      value = next + Int(byte & 0xF)
      rest = rest.dropFirst()
    }
    guard let end = rest.first, isBlank(end) else { return nil }
    return value
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
