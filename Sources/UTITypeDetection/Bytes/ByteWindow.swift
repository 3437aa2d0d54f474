/// The bytes of an item that a detection may read: a head, and a counted number of looks beyond.
///
/// The same limits apply to bytes of a caller and to a file, so that both get the same answer.
final class ByteWindow {
  let head: UnsafeRawBufferPointer
  /// The number of bytes of the whole item, as far as known.
  let size: Int
  private let source: Source
  private let limits: DetectionLimits
  /// The looks beyond the head so far, and their bytes.
  private var lookCount = 0
  private var lookByteCount = 0
  /// The head of a text of UTF-16 or UTF-32 in UTF-8, once it was asked for.
  private var decodedHead: UnsafeRawBufferPointer?
  /// The end of a text with LF in place of CR LF, once it was asked for.
  private var textWithLineFeeds: UnsafeRawBufferPointer?

  /// The source of the bytes after the head.
  private enum Source {
    #if hasFeature(Embedded)
    case pieces(BytePieces)
    #else
    case file(descriptor: Int32)
    #endif
    case memory(UnsafeRawBufferPointer)
  }

  init(bytes: UnsafeRawBufferPointer, size: Int, limits: DetectionLimits) {
    head = UnsafeRawBufferPointer(rebasing: bytes.prefix(max(limits.headByteCount, 0)))
    self.size = max(size, bytes.count)
    self.limits = limits
    source = .memory(bytes)
  }

  #if hasFeature(Embedded)
  init(pieces: BytePieces, limits: DetectionLimits) {
    head = UnsafeRawBufferPointer(rebasing: pieces.head.prefix(max(limits.headByteCount, 0)))
    size = pieces.size
    self.limits = limits
    source = .pieces(pieces)
  }
  #else
  /// The descriptor stays open as long as the window is used.
  init(head: UnsafeRawBufferPointer, size: Int, limits: DetectionLimits, descriptor: Int32) {
    self.head = head
    self.size = size
    self.limits = limits
    source = .file(descriptor: descriptor)
  }
  #endif

  deinit {
    decodedHead?.deallocate()
    textWithLineFeeds?.deallocate()
  }

  /// Bytes in memory take no reads.
  var cost: DetectionCost {
    switch source {
    case .memory: .none
    #if hasFeature(Embedded)
    case .pieces: .none
    #else
    case .file: DetectionCost(reads: 1 + lookCount, bytes: head.count + lookByteCount)
    #endif
    }
  }

  var isWhole: Bool { head.count >= size }

  /// Every byte of the item can be read.
  var reachesEnd: Bool {
    switch source {
    case .memory(let bytes): bytes.count >= size
    #if hasFeature(Embedded)
    case .pieces(let pieces): pieces.readableCount >= size
    #else
    case .file: true
    #endif
    }
  }

  /// Fewer if the item or the limits end before; bytes beyond the head count as a look.
  func bytes(at offset: Int, count: Int) -> ArraySlice<UInt8> {
    guard offset >= 0, count > 0, offset < size else { return [] }
    let count = min(count, size - offset)
    if offset + count <= head.count { return Array(head[offset..<offset + count])[...] }
    guard lookCount < limits.containerReadCount else {
      return offset < head.count ? Array(head[offset...])[...] : []
    }
    lookCount += 1
    let result = look(at: offset, count: min(count, limits.containerReadByteCount))
    lookByteCount += result.count
    return result[...]
  }

  /// nil if the item or the limits end before the byte.
  func byte(at offset: Int) -> UInt8? {
    offset >= 0 && offset < head.count ? head[offset] : bytes(at: offset, count: 1).first
  }

  /// The text is in an extension of ASCII, without a mark (RFC 3629, 6); valid as long as the
  /// window.
  func text(in encoding: TextEncoding) -> UnsafeRawBufferPointer {
    guard !encoding.extendsASCII else { return unmarkedHead }
    if let decodedHead { return decodedHead }
    let text = encoding.utf8Text(of: head)
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 1)
    copy.copyBytes(from: text)
    decodedHead = UnsafeRawBufferPointer(copy)
    return UnsafeRawBufferPointer(copy)
  }

  /// A text of this window with LF in place of CR LF, as in signatures, or the text itself if its
  /// first line ends otherwise; valid until the next call.
  func replacingLineEnds(of text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard let end = text.firstIndex(of: 0x0A), end > 0, text[end - 1] == 0x0D else { return text }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 1)
    var count = 0
    for place in text.indices {
      if text[place] == 0x0D, place + 1 < text.count, text[place + 1] == 0x0A { continue }
      copy[count] = text[place]
      count += 1
    }
    textWithLineFeeds?.deallocate()
    textWithLineFeeds = UnsafeRawBufferPointer(copy)
    return UnsafeRawBufferPointer(rebasing: copy[..<count])
  }

  private func look(at offset: Int, count: Int) -> [UInt8] {
    switch source {
    case .memory(let bytes):
      offset < bytes.count ? Array(bytes[offset..<min(offset + count, bytes.count)]) : []
    #if hasFeature(Embedded)
    case .pieces(let pieces): pieces.look(at: offset, count: count)
    #else
    case .file(let descriptor):
      [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        filled =
          OpenFile.read(descriptor, into: UnsafeMutableRawBufferPointer(buffer), at: offset) ?? 0
      }
    #endif
    }
  }
}

/// The reads that an answer took.
public struct DetectionCost: Hashable, Sendable {
  /// The number of reads.
  public let reads: Int
  /// The number of bytes they gave.
  public let bytes: Int

  static let none = DetectionCost(reads: 0, bytes: 0)
}

extension ByteWindow {
  /// The mark of UTF-8 is not evidence of a format.
  var unmarkedHead: UnsafeRawBufferPointer {
    head.count > 2 && head[0] == 0xEF && head[1] == 0xBB && head[2] == 0xBF
      ? UnsafeRawBufferPointer(rebasing: head.dropFirst(3)) : head
  }
}

extension TextEncoding {
  /// ASCII characters are single bytes.
  var extendsASCII: Bool { unitByteCount == 1 }

  var unitByteCount: Int {
    switch self {
    case .ascii, .utf8, .unknown8Bit: 1
    case .utf16LittleEndian, .utf16BigEndian: 2
    case .utf32LittleEndian, .utf32BigEndian: 4
    }
  }

  /// The result has no byte-order mark, and no unit that is cut off at the end.
  func utf8Text(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
    func units<Unit: FixedWidthInteger>(_ value: (Unit) -> Unit) -> [Unit] {
      let size = Unit.bitWidth / 8
      return (0..<bytes.count / size).map {
        value(bytes.loadUnaligned(fromByteOffset: $0 * size, as: Unit.self))
      }
    }
    let text: String
    switch self {
    case .utf16LittleEndian:
      text = String(decoding: units(UInt16.init(littleEndian:)), as: UTF16.self)
    case .utf16BigEndian: text = String(decoding: units(UInt16.init(bigEndian:)), as: UTF16.self)
    case .utf32LittleEndian:
      text = String(decoding: units(UInt32.init(littleEndian:)), as: UTF32.self)
    case .utf32BigEndian: text = String(decoding: units(UInt32.init(bigEndian:)), as: UTF32.self)
    case .ascii, .utf8, .unknown8Bit: return Array(bytes)
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let utf8 = Array(text.utf8)
    return utf8.starts(with: mark) ? Array(utf8.dropFirst(mark.count)) : utf8
  }
}

/// The encoding of a text, as far as its bytes show it.
public enum TextEncoding: String, Sendable, CaseIterable {
  /// No byte above 127.
  case ascii = "us-ascii"
  /// UTF-8, with or without a mark.
  case utf8 = "utf-8"
  /// UTF-16, least significant byte first.
  case utf16LittleEndian = "utf-16le"
  /// UTF-16 text, most significant byte first.
  case utf16BigEndian = "utf-16be"
  /// UTF-32, least significant byte first.
  case utf32LittleEndian = "utf-32le"
  /// UTF-32, most significant byte first.
  case utf32BigEndian = "utf-32be"
  /// Bytes above 127 that are not UTF-8: one of the many 8-bit character sets.
  case unknown8Bit = "unknown-8bit"
}
