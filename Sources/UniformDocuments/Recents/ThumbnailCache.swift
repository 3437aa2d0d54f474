internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge
internal import UTIPlatform

/// The thumbnails of a user's programs, which are never created here (freedesktop.org's thumbnail
/// managing standard).
///
/// Their names are MD5 digests of the file's URI.
struct ThumbnailCache: Sendable {
  /// Nil if the user has none.
  var directory = UserDirectory.cache?.appending("thumbnails")

  /// The directories of the sizes, in order of their suitability for a list.
  private static let sizes = ["large", "x-large", "xx-large", "normal"]

  /// The number of bytes that are read of a thumbnail: its texts precede the pixels.
  private static let readCount = 1 << 16

  /// `modified` is in seconds.
  func picture(of url: URL, modified: Int64) -> URL? {
    guard let directory, url.isFileURL else { return nil }
    let uri = BookmarkAddress(url).href
    let name = MD5.digest(uri.utf8) + ".png"
    for size in Self.sizes {
      let path = directory.appending(size).appending(name)
      let picture = URL(of: path, directoryHint: .notDirectory)
      guard let file = try? FileHandle(forReadingFrom: picture) else { continue }
      defer { try? file.close() }
      var status = stat()
      guard fstat(file.fileDescriptor, &status) == 0, status.st_uid == geteuid() else { continue }
      guard let bytes = try? file.read(upToCount: Self.readCount) else { continue }
      let texts = Self.texts(inPNG: Array(bytes))
      // A thumbnail of another file, or of an older version, is ignored.
      if texts["Thumb::URI"] == uri, texts["Thumb::MTime"].flatMap(Int64.init) == modified {
        return picture
      }
    }
    return nil
  }

  /// Returns the texts before the pixels of a PNG file; empty for other files.
  static func texts(inPNG bytes: [UInt8]) -> [String: String] {
    var texts: [String: String] = [:]
    let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    guard bytes.starts(with: signature) else { return [:] }
    var rest = bytes.dropFirst(signature.count)
    while rest.count >= 12 {
      let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let kind = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      // A checksum follows the contents of each chunk.
      guard rest.count - 12 >= count, kind != "IDAT", kind != "IEND" else { break }
      let contents = rest.dropFirst(8).prefix(count)
      if kind == "tEXt", let end = contents.firstIndex(of: 0) {
        texts[String(decoding: contents[..<end], as: UTF8.self)] =
          String(decoding: contents[(end + 1)...], as: UTF8.self)
      }
      rest = rest.dropFirst(8 + count + 4)
    }
    return texts
  }
}

/// The digest of RFC 1321, by which freedesktop.org names thumbnails; it is not used for security.
enum MD5 {
  private static let shifts: [[UInt32]] = [
    [7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21],
  ]

  /// 2 to the 32nd times the sine of each number from 1 on, as RFC 1321 defines.
  private static let sines: [UInt32] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613,
    0xfd46_9501, 0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193,
    0xa679_438e, 0x49b4_0821, 0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d,
    0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8, 0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed,
    0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a, 0xfffa_3942, 0x8771_f681, 0x6d9d_6122,
    0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70, 0x289b_7ec6, 0xeaa1_27fa,
    0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665, 0xf429_2244,
    0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb,
    0xeb86_d391,
  ]

  /// Returns the digest of bytes, in 32 hexadecimal digits.
  static func digest(_ bytes: some Collection<UInt8>) -> String {
    var message = Array(bytes)
    let bitCount = UInt64(message.count) * 8
    message.append(0x80)
    message += Array(repeating: 0, count: (120 - message.count % 64) % 64)
    for byte in 0..<8 { message.append(UInt8(truncatingIfNeeded: bitCount >> (8 * byte))) }
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
    for block in stride(from: 0, to: message.count, by: 64) {
      let words = (0..<16).map { word in
        (0..<4).reduce(UInt32(0)) { $0 | UInt32(message[block + word * 4 + $1]) << (8 * $1) }
      }
      let mixed = mix(words, into: state)
      for index in 0..<4 { state[index] &+= mixed[index] }
    }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func mix(_ words: [UInt32], into state: [UInt32]) -> [UInt32] {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    for step in 0..<64 {
      let (chosen, word): (UInt32, Int) =
        switch step / 16 {
        case 0: ((b & c) | (~b & d), step)
        case 1: ((d & b) | (~d & c), (5 * step + 1) % 16)
        case 2: (b ^ c ^ d, (3 * step + 5) % 16)
        default: (c ^ (b | ~d), 7 * step % 16)
        }
      let sum = a &+ chosen &+ sines[step] &+ words[word]
      let shift = shifts[step / 16][step % 4]
      (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
    }
    return [a, b, c, d]
  }
}
