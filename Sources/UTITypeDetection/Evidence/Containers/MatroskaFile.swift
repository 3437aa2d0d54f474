/// Document type and tracks of a Matroska or WebM file (RFC 8794; RFC 9559, section 5.1.4).
struct MatroskaFile {
  private let window: ByteWindow
  private let limits: DetectionLimits

  private enum Element {
    static let header = 0x1A45_DFA3
    static let documentType = 0x4282
    static let segment = 0x1853_8067
    static let tracks = 0x1654_AE6B
    static let trackEntry = 0xAE
    static let trackType = 0x83
    static let cluster = 0x1F43_B675
  }

  init(_ window: ByteWindow, limits: DetectionLimits) {
    self.window = window
    self.limits = limits
  }

  func clue() -> ContainerClue? {
    guard let header = element(at: 0), header.id == Element.header else { return nil }
    var documentType = ""
    forEachChild(of: header.content) { id, content in
      if id == Element.documentType {
        documentType = window.bytes(at: content.lowerBound, count: min(content.count, 16)).text
          .filter { $0 != "\0" }
        return false
      }
      return true
    }
    let types = trackTypes(after: header.content.upperBound)
    // 1 is video, 2 is sound, 17 is text (RFC 9559, 5.1.4.1.3).
    let isSound = types.contains(2) && !types.contains(1)
    let tracks = isSound ? ", with sound in all its tracks" : ""
    switch documentType {
    case "webm":
      return ContainerClue(
        isSound ? "audio/webm" : "video/webm", seen: "the document type webm\(tracks)")
    case "matroska":
      return ContainerClue(
        isSound ? "audio/matroska" : "video/matroska",
        isSound ? "audio/x-matroska" : "video/x-matroska",
        seen: "the document type matroska\(tracks)")
    default:
      return nil
    }
  }

  private func trackTypes(after offset: Int) -> Set<Int> {
    var types: Set<Int> = []
    guard let segment = element(at: offset), segment.id == Element.segment else { return types }
    forEachChild(of: segment.content) { id, content in
      if id == Element.tracks {
        forEachChild(of: content) { id, content in
          guard id == Element.trackEntry else { return true }
          forEachChild(of: content) { id, content in
            guard id == Element.trackType else { return true }
            if let type = window.bytes(at: content.lowerBound, count: 1).byte(0) {
              types.insert(Int(type))
            }
            return false
          }
          return true
        }
      }
      return id != Element.tracks && id != Element.cluster
    }
    return types
  }

  /// The body ends the iteration by false.
  private func forEachChild(of content: Range<Int>, _ body: (Int, Range<Int>) -> Bool) {
    var place = content.lowerBound
    // Forty elements before the tracks are more than any writer puts there.
    for _ in 0..<40 {
      guard place < content.upperBound, let child = element(at: place),
        body(child.id, child.content)
      else { return }
      place = child.content.upperBound
    }
  }

  private func element(at offset: Int) -> (id: Int, content: Range<Int>)? {
    let bytes = window.bytes(at: offset, count: 12)
    guard let first = bytes.byte(0), first >= 0x10 else { return nil }
    let idLength = first.leadingZeroBitCount + 1
    guard let id = bytes.big(0, idLength), let lead = bytes.byte(idLength), lead != 0 else {
      return nil
    }
    let lengthLength = lead.leadingZeroBitCount + 1
    let lengthBytes = bytes.part(idLength, lengthLength)
    guard lengthBytes.count == lengthLength else { return nil }
    let greatest: UInt64 = 1 << UInt64(7 * lengthLength) - 1
    let stated = lengthBytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & greatest
    let start = offset + idLength + lengthLength
    // All ones: the length is not known, so the element reaches to the end.
    guard stated != greatest, let length = Int(field: stated), length <= window.size - start else {
      return start <= window.size ? (id, start..<window.size) : nil
    }
    return (id, start..<start + length)
  }
}
