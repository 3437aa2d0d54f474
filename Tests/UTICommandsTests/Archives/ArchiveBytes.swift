/// Archives in memory, also damaged ones.
enum ArchiveBytes {
  struct Entry {
    var nameBytes: [UInt8]
    var bytes: [UInt8] = []
    var extra: [UInt8] = []
    var method: UInt16 = 0
    /// What the directory states; nil for the truth.
    var statedSize: Int?
    var isEncrypted = false
    /// The system of the program that wrote the entry: 0 is MS-DOS, 3 Unix, 19 macOS.
    var host: UInt8 = 0
    /// The kind and the permissions of the file on Unix.
    var mode = 0

    var name: String { String(decoding: nameBytes, as: UTF8.self) }

    init(_ name: String, _ text: String) {
      self.init(name, Array(text.utf8))
    }

    init(_ name: String, _ bytes: [UInt8]) {
      self.init(Array(name.utf8), bytes)
    }

    init(_ name: [UInt8], _ bytes: [UInt8], extra: [UInt8] = []) {
      nameBytes = name
      self.bytes = bytes
      self.extra = extra
    }
  }

  /// The field of Info-ZIP with a name in UTF-8.
  static func unicodeField(_ name: String, of bytes: [UInt8]) -> [UInt8] {
    little(0x7075, 2) + little(5 + name.utf8.count, 2) + [1] + little(checksum(bytes), 4)
      + Array(name.utf8)
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func checksum(_ bytes: [UInt8]) -> Int {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 != 0 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return Int(~value)
  }

  /// Stored, or compressed with blocks that are stored.
  static func zip(_ entries: [Entry]) -> [UInt8] {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let data = entry.method == 8 ? storedDeflate(entry.bytes) : entry.bytes
      let common =
        little(entry.isEncrypted ? 1 : 0, 2) + little(Int(entry.method), 2)
        // 2024-02-29, 12:30:10.
        + little(44 << 25 | 2 << 21 | 29 << 16 | 12 << 11 | 30 << 5 | 5, 4)
        + little(checksum(entry.bytes), 4) + little(data.count, 4)
        + little(entry.statedSize ?? entry.bytes.count, 4) + little(entry.nameBytes.count, 2)
        + little(entry.extra.count, 2)
      let name = entry.nameBytes + entry.extra
      directory += Array("PK\u{1}\u{2}".utf8) + [20, entry.host, 20, 0] + common
      directory += little(0, 6) + little(entry.mode << 16, 4) + little(bytes.count, 4) + name
      bytes += Array("PK\u{3}\u{4}".utf8) + [20, 0] + common + name + data
    }
    return bytes + directory + end(count: entries.count, directory.count, at: bytes.count)
  }

  private static func end(count: Int, _ size: Int, at offset: Int) -> [UInt8] {
    Array("PK\u{5}\u{6}".utf8) + little(0, 4) + little(count, 2) + little(count, 2)
      + little(size, 4) + little(offset, 4) + [0, 0]
  }

  /// Many names of one empty entry.
  static func zip(repeating name: String, count: Int) -> [UInt8] {
    let one = zip([Entry(name, [])])
    let local = 30 + name.utf8.count
    let header = one[local..<(local + 46 + name.utf8.count)]
    let directory = Array(repeatElement(header, count: count).joined())
    return one[..<local] + directory + end(count: count, directory.count, at: local)
  }

  static func storedDeflate(_ bytes: [UInt8]) -> [UInt8] {
    precondition(bytes.count < 1 << 16)
    return [1] + little(bytes.count, 2) + little(~bytes.count, 2) + bytes
  }

  static func gzip(_ bytes: [UInt8], name: String? = nil) -> [UInt8] {
    gzip(deflated: storedDeflate(bytes), checksum: checksum(bytes), size: bytes.count, name: name)
  }

  private static func gzip(
    deflated: [UInt8], checksum: Int, size: Int, name: String? = nil
  ) -> [UInt8] {
    [0x1F, 0x8B, 8, name == nil ? 0 : 8] + little(86_400, 4) + [0, 3]
      + (name.map { Array($0.utf8) + [0] } ?? []) + deflated + little(checksum, 4) + little(size, 4)
  }

  /// Zeros, of which about 258 are in 13 bits; the checksum is wrong.
  static func gzip(zeros count: Int) -> [UInt8] {
    let repetition: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]
    var bits: [UInt8] = [1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0]
    for _ in 0..<16 { bits += repetition }
    let bytes = (0..<26).map { place in
      (0..<8).reduce(UInt8(0)) { $0 | bits[place * 8 + $1] << UInt8($1) }
    }
    // Eight repetitions are 13 bytes.
    let rest = Array(repeatElement(bytes[13...], count: count / (258 * 8)).joined())
    return gzip(deflated: bytes + rest, checksum: 0, size: 0)
  }

  static func tar(_ entries: [Entry], isEnded: Bool = true) -> [UInt8] {
    entries.flatMap { entry in
      tarHeader(entry.name, size: entry.statedSize ?? entry.bytes.count) + padded(entry.bytes)
    } + (isEnded ? [UInt8](repeating: 0, count: 1024) : [])
  }

  /// With a header of pax before it.
  static func longTar(_ name: String, _ text: String) -> [UInt8] {
    pax([("path", name)]) + tar([Entry("short", text)])
  }

  /// A header of pax alone.
  static func pax(_ records: [(key: String, value: String)]) -> [UInt8] {
    let text = records.map { record in
      let line = " \(record.key)=\(record.value)\n"
      var length = line.utf8.count
      while "\(length)".utf8.count + line.utf8.count != length {
        length = "\(length)".utf8.count + line.utf8.count
      }
      return "\(length)" + line
    }.joined()
    return tarHeader("pax", size: text.utf8.count, kind: "x") + padded(Array(text.utf8))
  }

  static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
  }

  static func tarHeader(_ name: String, size: Int, kind: Character = "0") -> [UInt8] {
    var block = [UInt8](repeating: 0, count: 512)
    func set(_ place: Int, _ text: String) {
      block.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
    }
    func octal(_ value: Int, _ width: Int) -> String {
      let digits = String(value, radix: 8)
      return String(repeating: "0", count: width - digits.count) + digits
    }
    set(0, name)
    set(100, "0000644")
    set(124, octal(size, 11))
    set(136, octal(86_400, 11))
    set(148, "        ")
    set(156, String(kind))
    set(257, "ustar\u{0}00")
    set(148, octal(block.reduce(0) { $0 + Int($1) }, 6) + "\u{0} ")
    return block
  }

  static func warc(_ records: [(type: String, url: String, http: String?, body: [UInt8])])
    -> [UInt8]
  {
    records.flatMap { record in
      let contents = Array((record.http.map { $0 + "\r\n\r\n" } ?? "").utf8) + record.body
      let header = """
        WARC/1.0\r
        WARC-Type: \(record.type)\r
        WARC-Target-URI: \(record.url)\r
        WARC-Date: 2015-02-14T00:25:55Z\r
        Content-Type: \(record.http == nil ? "text/plain" : "application/http; msgtype=response")\r
        Content-Length: \(contents.count)\r
        \r

        """
      return Array(header.utf8) + contents + Array("\r\n\r\n".utf8)
    }
  }
}
