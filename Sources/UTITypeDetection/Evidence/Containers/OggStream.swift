/// The codecs of an Ogg stream, from the pages that begin its logical streams (RFC 3533).
enum OggStream {
  private static let codecs: [(mark: StaticString, mimeName: String, isVideo: Bool)] = [
    ("\u{1}video\0\0\0", "video/x-ogm+ogg", true),
    ("BBCD\0", "video/ogg", true),
    ("OpusHead", "audio/x-opus+ogg", false),
    ("Speex   ", "audio/x-speex+ogg", false),
  ]

  static func clue(_ head: ArraySlice<UInt8>) -> ContainerClue? {
    var found: [(mimeNames: [String], isVideo: Bool, offset: Int)] = []
    var place = 0
    // Bit 1 of the flags marks the pages that begin a stream; all of them come first.
    while head.has("OggS", at: place), let flags = head.byte(place + 5), flags & 2 != 0,
      let segmentCount = head.byte(place + 26)
    {
      let table = head.part(place + 27, Int(segmentCount))
      let packet = place + 27 + Int(segmentCount)
      if let codec = codec(head.part(packet, 16)) {
        found.append((codec.mimeNames, codec.isVideo, packet))
      }
      place = packet + table.reduce(0) { $0 + Int($1) }
    }
    guard let best = found.first(where: { $0.isVideo }) ?? found.first else { return nil }
    return ContainerClue(
      best.mimeNames[0], best.mimeNames.last ?? best.mimeNames[0],
      seen: "the streams, which begin with the header of \(best.mimeNames[0])", at: best.offset,
      lookalikes: .allInContainer)
  }

  private static func codec(
    _ packet: ArraySlice<UInt8>
  ) -> (mimeNames: [String], isVideo: Bool)? {
    if packet.byte(0) == 0x80, packet.has("theora", at: 1) {
      return (["video/x-theora+ogg", "video/ogg"], true)
    }
    if packet.byte(0) == 1, packet.has("vorbis", at: 1) {
      return (["audio/vorbis", "audio/x-vorbis+ogg"], false)
    }
    if packet.byte(0) == 0x7F, packet.has("FLAC", at: 1) {
      return (["audio/x-flac+ogg", "audio/ogg"], false)
    }
    return codecs.first { packet.has($0.mark) }.map { ([$0.mimeName], $0.isVideo) }
  }
}
