/// Brands and tracks of an ISO base media file (ISO/IEC 14496-12, sections 4.3 and 8.4.3).
struct BaseMediaFile {
  private let window: ByteWindow
  private let limits: DetectionLimits
  private let brands: [String]
  /// The first box that is not filled with free space.
  private let first: (type: String, offset: Int)

  private static let starts: [(type: StaticString, isFiller: Bool)] = [
    ("ftyp", false), ("moov", false), ("mdat", false), ("moof", false), ("pnot", false),
    // Free space, which may precede all others.
    ("free", true), ("skip", true), ("wide", true),
  ]

  /// A file may begin with the first box.
  static func isPossible(_ head: UnsafeRawBufferPointer) -> Bool {
    starts.contains { head.has($0.type, at: 4) }
  }

  /// nil when the bytes do not begin with boxes of a film or a picture.
  init?(_ window: ByteWindow, limits: DetectionLimits) {
    var offset = 0
    var first: String?
    for _ in 0..<limits.containerReadCount {
      let header = window.bytes(at: offset, count: 8)
      let type = header.part(4, 4).text
      guard let start = Self.starts.first(where: { header.has($0.type, at: 4) }),
        let size = header.big(0, 4), size <= window.size - offset,
        // The last box may reach to the end, and a large one has its size after its type.
        size >= 8 || !start.isFiller && size <= 1
      else { break }
      guard start.isFiller else {
        first = type
        break
      }
      offset += size
    }
    let box = window.bytes(at: 0, count: 512)
    if box.has("ftyp", at: 4), let size = box.big(0, 4), size >= 12 {
      let brandOffsets = [8] + Array(stride(from: 16, to: min(size, box.count) - 3, by: 4))
      brands = brandOffsets.map { box.part($0, 4).text }
      first = "ftyp"
    } else {
      brands = []
    }
    guard let first else { return nil }
    self.first = (first, offset)
    self.window = window
    self.limits = limits
  }

  /// No brands: a fragment, or QuickTime with any order of boxes (QuickTime File Format, "Atoms").
  private func orderClue() -> ContainerClue? {
    guard brands.isEmpty else { return nil }
    let isFragment = first.type == "moof"
    return ContainerClue(
      isFragment ? Self.movie : "video/quicktime",
      seen: isFragment ? "the box moof of a fragment" : "the box \(first.type) at the start",
      at: first.offset, strength: .insideHint, variants: ["public.audiovisual-content"])
  }

  /// The major brand, or if it states only a version of the base, compatible brands, then tracks.
  func clue() -> ContainerClue? {
    if let clue = orderClue() { return clue }
    var structure: (mimeName: String, brand: String, place: Int)?
    for (place, brand) in brands.enumerated() {
      guard let mimeName = Self.formats[brand.lowercased()] else { continue }
      if mimeName == Self.movie { break }
      if Self.structures.contains(mimeName) {
        structure = structure ?? (mimeName, brand, place)
      } else if structure == nil || mimeName.hasPrefix("image/") {
        return clue(mimeName, brand: brand, place: place)
      }
    }
    if let structure {
      return clue(
        structure.mimeName, brand: structure.brand, place: structure.place, isOpen: true)
    }
    guard let brand = brands.first(where: { Self.formats[$0.lowercased()] == Self.movie }) else {
      return nil
    }
    let handlers = handlerTypes()
    if handlers.contains("soun"), !handlers.contains("vide") {
      return ContainerClue(
        "audio/mp4", seen: "the brand \(brand), with sound in all its tracks", at: 8,
        variants: ["public.audio"], lacks: absent(beside: Self.movie, handlers))
    }
    return clue(Self.movie, brand: brand, place: 0, handlers)
  }

  private func clue(
    _ mimeName: String, brand: String, place: Int, _ handlers: Set<String>? = nil,
    isOpen: Bool = false
  ) -> ContainerClue {
    ContainerClue(
      [mimeName], seen: "the \(place == 0 ? "major" : "compatible") brand \(brand)",
      at: place == 0 ? 8 : 12 + place * 4,
      variants: Self.variants(of: mimeName), lacks: absent(beside: mimeName, handlers),
      isOpen: isOpen)
  }

  /// Types that carry each other's brands: films and sound, pictures and sequences of one codec.
  private static func variants(of mimeName: String) -> [String] {
    if pictures.contains(mimeName) { return pictures }
    return mimeName.hasPrefix("image/") ? [mimeName] : ["public.audiovisual-content"]
  }

  /// Types without a brand in the file, and the kinds of types of whose tracks it has none.
  private func absent(beside mimeName: String, _ handlers: Set<String>?) -> [String] {
    if mimeName.hasPrefix("image/") {
      return Self.structures.contains(mimeName) ? [] : Self.codecs.filter { $0 != mimeName }
    }
    // Programs write these under the brands of the formats that they extend.
    var possible = Set(brands.compactMap { Self.formats[$0.lowercased()] })
    if possible.contains("audio/mp4") { possible.formUnion(["audio/x-m4b", "audio/x-m4p"]) }
    if possible.contains("video/3gpp") { possible.insert("video/3gpp2") }
    let isGeneric = possible.contains(Self.movie)
    if isGeneric { possible.formUnion(Self.unmarked) }
    let absent = Set(Self.formats.values).union(Self.unmarked).subtracting(possible).sorted()
    guard isGeneric else { return absent }
    let handlers = handlers ?? handlerTypes()
    if handlers.contains("vide") { return absent + ["public.audio"] }
    return handlers.contains("soun") ? absent + ["video/x-m4v"] : absent
  }

  private static let pictures = ["image/heic", "image/heic-sequence"]
  private static let codecs = [
    "image/avif", "image/avci", "image/avcs", "image/hej2k", "image/hsj2", "image/jaii",
    "image/jais", "image/jxsi", "image/jxss",
  ]

  /// Its brands only state "some version of the base".
  private static let movie = "video/mp4"
  /// Files can have only brands of ``movie``.
  private static let unmarked: Set = [
    "audio/mp4", "audio/x-m4b", "audio/x-m4p", "video/x-m4v", "video/iso.segment",
  ]
  /// Their brands state how pictures are stored, not how they are coded.
  private static let structures: Set<String> = ["image/heif", "image/heif-sequence"]

  /// Registered brands (mp4ra.org) in lower case.
  private static let formats: [String: String] = [
    "heic": "image/heic", "heix": "image/heic", "heim": "image/heic", "heis": "image/heic",
    "hevc": "image/heic-sequence", "hevx": "image/heic-sequence",
    "mif1": "image/heif", "msf1": "image/heif-sequence",
    "avif": "image/avif", "avis": "image/avif",
    "avci": "image/avci", "crx ": "image/x-canon-cr3",
    "jp2 ": "image/jp2", "jpx ": "image/jpx", "jpm ": "image/jpm", "mjp2": "video/mj2",
    "mj2s": "video/mj2", "qt  ": "video/quicktime",
    "aax ": "audio/vnd.audible.aax", "aaxc": "audio/vnd.audible.aaxc",
    "m4a ": "audio/mp4", "m4b ": "audio/x-m4b", "m4p ": "audio/mp4",
    "m4v ": "video/x-m4v", "m4vh": "video/x-m4v", "m4vp": "video/x-m4v",
    "f4v ": "video/mp4", "f4p ": "video/mp4", "f4a ": "audio/mp4", "f4b ": "audio/x-m4b",
    "3gp4": "video/3gpp", "3gp5": "video/3gpp", "3gp6": "video/3gpp", "3gp7": "video/3gpp",
    "3gs7": "video/3gpp", "3ge6": "video/3gpp", "3gg6": "video/3gpp",
    "3g2a": "video/3gpp2", "3g2b": "video/3gpp2", "3g2c": "video/3gpp2", "kddi": "video/3gpp2",
    "isom": "video/mp4", "iso2": "video/mp4", "iso3": "video/mp4", "iso4": "video/mp4",
    "iso5": "video/mp4", "iso6": "video/mp4", "mp41": "video/mp4", "mp42": "video/mp4",
    "mp71": "video/mp4", "avc1": "video/mp4", "dash": "video/mp4", "mmp4": "video/mp4",
    "msnv": "video/mp4", "ndas": "video/mp4",
  ]

  /// The tracks that the movie box lists.
  private func handlerTypes() -> Set<String> {
    var offset = 0
    for _ in 0..<limits.containerReadCount {
      let header = window.bytes(at: offset, count: 16)
      guard var size = header.big(0, 4) else { return [] }
      if size == 1 { size = header.big(8, 8) ?? 0 }
      if header.has("moov", at: 4) {
        let wanted = size == 0 ? limits.containerReadByteCount : size
        return Self.handlerTypes(
          in: window.bytes(at: offset, count: min(wanted, limits.containerReadByteCount)))
      }
      let (next, overflows) = offset.addingReportingOverflow(size)
      guard size >= 8, !overflows, next < window.size else { return [] }
      offset = next
    }
    return []
  }

  private static func handlerTypes(in movie: ArraySlice<UInt8>) -> Set<String> {
    var types: Set<String> = []
    let letter = UInt8(ascii: "h")
    var place = 0
    while place + 16 <= movie.count {
      if movie.byte(place) == letter, movie.has("hdlr", at: place) {
        types.insert(movie.part(place + 12, 4).text)
      }
      place += 1
    }
    return types
  }
}
