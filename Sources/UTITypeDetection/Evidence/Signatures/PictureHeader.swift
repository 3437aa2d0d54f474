internal import UTITypeGraph

/// The fields that a decoder requires after the signature of a picture.
///
/// A signature takes a few bytes to write, so it counts in full only together with them.
enum PictureHeader {
  /// A format whose header is read.
  enum Format {
    case png
    case jpeg
    case gif

    func type(in types: KnownTypes) -> TypeIndex? {
      switch self {
      case .png: types.png
      case .jpeg: types.jpeg
      case .gif: types.gif
      }
    }
  }

  /// The state of the fields after a signature.
  enum State {
    case complete
    case cut
    /// Other bytes are in their place.
    case other

    /// `isOwn`: the signature is the one of the format, and not of a kind of it.
    func strength(_ signature: Strength, isOwn: Bool) -> Strength {
      switch self {
      case .complete: isOwn ? max(signature, .completeHeader) : signature
      case .cut: min(signature, .cutHeader)
      case .other: min(signature, .otherHeader)
      }
    }
  }

  static func read(_ window: ByteWindow) -> (format: Format, state: State)? {
    let head = window.head
    guard head.count >= 3 else { return nil }
    switch head[0] {
    case 0x89 where head.has("PNG\r\n\u{1A}\n", at: 1): return (.png, chunk(head))
    case 0xFF where head[1] == 0xD8 && head[2] == 0xFF: return (.jpeg, segments(window))
    case UInt8(ascii: "G") where head.has("GIF87a") || head.has("GIF89a"):
      return (.gif, screen(head))
    default: return nil
    }
  }

  /// The first chunk is the image header of thirteen bytes (ISO/IEC 15948, 5.6 and 11.2.2).
  private static func chunk(_ head: UnsafeRawBufferPointer) -> State {
    let header: StaticString = "\0\0\0\rIHDR"
    let place = 8
    if head.has(header, at: place) { return .complete }
    let rest = head[place..<min(place + header.utf8CodeUnitCount, head.count)]
    let isCut =
      rest.count < header.utf8CodeUnitCount
      && rest.elementsEqual(UnsafeBufferPointer(start: header.utf8Start, count: rest.count))
    return isCut ? .cut : .other
  }

  /// The first segment has a length, and another marker follows it (ISO/IEC 10918-1, B.1.1).
  private static func segments(_ window: ByteWindow) -> State {
    var place = 2
    for isFirst in [true, false] {
      guard let first = window.byte(at: place) else { return .cut }
      guard first == 0xFF else { return .other }
      // Fill bytes may precede the code of a marker.
      var code = place + 1
      while code - place < fillByteCount, window.byte(at: code) == 0xFF { code += 1 }
      guard let marker = window.byte(at: code) else { return .cut }
      switch marker {
      case 0xC0...0xC7, 0xC9...0xCF, 0xDA...0xDF, 0xE0...0xEF, 0xFE: break
      // The end of the image is a marker without a length.
      case 0xD9 where !isFirst: break
      default: return .other
      }
      guard isFirst else { break }
      guard let high = window.byte(at: code + 1), let low = window.byte(at: code + 2) else {
        return .cut
      }
      let length = Int(high) << 8 | Int(low)
      guard length > 2 else { return .other }
      place = code + 1 + length
    }
    return .complete
  }

  private static let fillByteCount = 64

  /// An extension, an image or the end has to follow the colours (GIF89a, 18 to 20, 23 and 27).
  private static func screen(_ head: UnsafeRawBufferPointer) -> State {
    let descriptorEnd = 13
    guard head.count > descriptorEnd else { return .cut }
    let flags = head[10]
    let place = descriptorEnd + (flags & 0x80 == 0 ? 0 : 6 << Int(flags & 7))
    guard place < head.count else { return .cut }
    switch (head[place], place + 1 < head.count ? head[place + 1] : nil) {
    case (0x2C, _), (0x3B, _), (0x21, 0x01), (0x21, 0xF9), (0x21, 0xFE), (0x21, 0xFF):
      return .complete
    case (0x21, nil): return .cut
    default: return .other
    }
  }
}
