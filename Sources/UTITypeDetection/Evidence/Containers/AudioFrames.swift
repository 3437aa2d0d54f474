/// MPEG audio frames (ISO/IEC 11172-3, 2.4.1.3), recognised by three headers at stated distances.
enum AudioFrames {
  private static let bitRates: [Int: [Int]] = [
    1: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  ]
  private static let lowBitRates: [Int: [Int]] = [
    1: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    3: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]

  /// Programs put an ID3 tag before any kind of sound (ID3v2.4, 3.1).
  static func taggedClue(_ window: ByteWindow) -> ContainerClue? {
    let header = window.bytes(at: 0, count: 10)
    guard header.has("ID3"), header.part(6, 4).allSatisfy({ $0 < 0x80 }) else { return nil }
    // Seven bits a byte; the fourth flag indicates a footer.
    let size = header.part(6, 4).reduce(0) { $0 << 7 | Int($1) }
    let footer = (header.byte(5) ?? 0) & 0x10 != 0 ? 10 : 0
    // Padding may follow the tag.
    let sound = window.bytes(at: 10 + size + footer, count: 4096).drop { $0 == 0 }
    if sound.has("fLaC") {
      return ContainerClue("audio/flac", seen: "FLAC behind the ID3 tag", at: 10 + size)
    }
    if sound.has("TTA1") {
      return ContainerClue("audio/x-tta", seen: "TTA behind the ID3 tag", at: 10 + size)
    }
    if sound.has("MAC ") {
      return ContainerClue(
        "audio/x-ape", seen: "Monkey's Audio behind the ID3 tag", at: 10 + size)
    }
    return clue(sound)
  }

  static func clue(_ head: ArraySlice<UInt8>) -> ContainerClue? {
    if let clue = advancedClue(head) { return clue }
    var place = 0
    var layer = 0
    for _ in 0..<3 {
      guard let frame = frame(head, at: place), layer == 0 || frame.layer == layer else {
        return nil
      }
      layer = frame.layer
      place += frame.length
    }
    let words = "it begins with three MPEG audio frames of layer \(layer)"
    return layer == 2
      ? ContainerClue("audio/mp2", "audio/mpeg", seen: words, at: 0)
      : ContainerClue("audio/mpeg", seen: words, at: 0)
  }

  /// ADTS: 12 bits of synchronisation, layer 0, 13 bits of length (ISO/IEC 13818-7, 6.2).
  private static func advancedClue(_ head: ArraySlice<UInt8>) -> ContainerClue? {
    var place = 0
    for _ in 0..<2 {
      guard let start = head.big(place, 2), let end = head.big(place + 3, 3), start >> 4 == 0xFFF,
        start >> 1 & 3 == 0
      else { return nil }
      let length = end >> 5 & 0x1FFF
      guard length >= 7 else { return nil }
      place += length
    }
    return ContainerClue("audio/aac", seen: "two ADTS frames at the start", at: 0)
  }

  private static func frame(
    _ bytes: ArraySlice<UInt8>, at place: Int
  ) -> (layer: Int, length: Int)? {
    guard let start = bytes.big(place, 2), let rest = bytes.big(place + 2, 2), start >> 5 == 0x7FF
    else { return nil }
    let version = start >> 3 & 3
    let layer = 4 - (start >> 1 & 3)
    let rateIndex = rest >> 12
    let sampleIndex = rest >> 10 & 3
    guard version != 1, layer != 4, sampleIndex != 3, rateIndex != 0, rateIndex != 15,
      let rates = version == 3 ? bitRates[layer] : lowBitRates[layer]
    else { return nil }
    let sampleRate = [44100, 48000, 32000][sampleIndex] / [4, 1, 2, 1][version]
    let bitRate = rates[rateIndex] * 1000
    let padding = rest >> 9 & 1
    if layer == 1 { return (1, (12 * bitRate / sampleRate + padding) * 4) }
    let samples = layer == 3 && version != 3 ? 72 : 144
    return (layer, samples * bitRate / sampleRate + padding)
  }
}
