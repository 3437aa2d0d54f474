#if !hasFeature(Embedded)
internal import UTIPortable

/// The payloads of a web archive (ISO 28500, WARC 1.1): the bodies of responses, and resources.
struct WARCMembers: ArchiveMembers {
  private let stream: BufferedStream
  private var record: PartStream?
  private var count = 0

  private static let longestLine = 1 << 16
  private static let greatestFieldCount = 1024

  init(_ stream: any ByteStream) { self.stream = BufferedStream(stream) }

  mutating func next() throws(ArchiveFault) -> ArchiveMember? {
    while true {
      try record?.skipRest()
      record = nil
      guard let fields = try header() else { return nil }
      guard let length = fields["content-length"].flatMap({ Int($0) }), length >= 0 else {
        throw ArchiveFault("record \(count) of the WARC file has no length")
      }
      let body = PartStream(stream, count: length)
      record = body
      let kind = fields["warc-type"] ?? ""
      guard ["response", "resource", "conversion"].contains(kind) else { continue }
      let isHTTP =
        kind == "response" && fields["content-type"]?.hasPrefix("application/http") == true
      let time = fields["warc-date"] ?? ""
      let target = (fields["warc-target-uri"] ?? fields["warc-record-id"] ?? "")
        .filter { $0 != "<" && $0 != ">" }
      return ArchiveMember(
        name: String(time.filter(\.isNumber).prefix(14)) + "/" + target,
        fileName: Self.fileName(of: target), modified: Self.seconds(time),
        bytes: isHTTP ? HTTPBody(body) : body)
    }
  }

  /// The fields by names in lower case; nil at the end.
  private mutating func header() throws(ArchiveFault) -> [String: String]? {
    var version: [UInt8]
    repeat {
      guard let line = try stream.line(limit: Self.longestLine) else { return nil }
      version = line
    } while version.isEmpty
    count += 1
    guard version.starts(with: "WARC/".utf8) else {
      throw ArchiveFault("record \(count) of the WARC file has a damaged header")
    }
    return try stream.fields(lineLimit: Self.longestLine, countLimit: Self.greatestFieldCount)
  }

  /// The last component of the path of a URL.
  ///
  /// A URL without a slash after its scheme has no path of files: `dns:www.example.org`.
  private static func fileName(of url: String) -> String? {
    var path = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    if let colon = path.firstIndex(of: UInt8(ascii: ":")),
      !path[..<colon].contains(UInt8(ascii: "/"))
    {
      path = path[colon...].dropFirst()
      guard path.first == UInt8(ascii: "/") else { return nil }
      if path.starts(with: "//".utf8) { path = path.dropFirst(2).drop { $0 != UInt8(ascii: "/") } }
    }
    let name = path.reversed().prefix { $0 != UInt8(ascii: "/") }.reversed()
    return name.isEmpty ? nil : String(decoding: Array(name), as: UTF8.self)
  }

  /// The seconds of a date in UTC, `2015-02-14T00:25:55Z`.
  private static func seconds(_ time: String) -> Int? {
    let digits = time.utf8.filter { (0x30...0x39).contains($0) }.prefix(14).map { Int($0) - 0x30 }
    guard digits.count == 14 else { return nil }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
    return CalendarTime.seconds(
      year: number(0..<4), month: number(4..<6), day: number(6..<8), hour: number(8..<10),
      minute: number(10..<12), second: number(12..<14))
  }
}

extension BufferedStream {
  /// Lines of a name, a colon and a value up to an empty line; the last of a name counts.
  ///
  /// A line that begins with a space or tab continues the one before (RFC 9112, 5.2).
  fileprivate func fields(
    lineLimit: Int, countLimit: Int
  ) throws(ArchiveFault) -> [String: String] {
    var fields: [String: [UInt8]] = [:]
    var name: String?
    var count = 0
    while let line = try line(limit: lineLimit), !line.isEmpty {
      count += 1
      guard count <= countLimit else { throw ArchiveFault("a header has too many lines") }
      if Self.isBlank(line[0]) {
        if let name { fields[name]?.append(contentsOf: [0x20] + Self.trimmed(line[...])) }
        continue
      }
      let colon = line.firstIndex(of: UInt8(ascii: ":"))
      name = colon.map { String(decoding: line[..<$0], as: UTF8.self).lowercased() }
      if let name, let colon { fields[name] = Array(Self.trimmed(line[(colon + 1)...])) }
    }
    return fields.mapValues { LosslessText.text(Self.trimmed($0[...])) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let end = value.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? value.startIndex
    return value[..<end].drop(while: isBlank)
  }
}

/// The body of a response of HTTP/1.1 (RFC 9112), without its transfer and content encoding.
private final class HTTPBody: ByteStream {
  private let message: BufferedStream
  /// nil before the header was read.
  private var body: (any ByteStream)?

  private static let longestLine = 1 << 16

  init(_ message: any ByteStream) { self.message = BufferedStream(message) }

  func read(into space: UnsafeMutableRawBufferPointer) throws(ArchiveFault) -> Int {
    if let body { return try body.read(into: space) }
    let opened = try opened()
    body = opened
    return try opened.read(into: space)
  }

  /// Some programs decode the body and keep the fields, so that its start decides.
  private func opened() throws(ArchiveFault) -> any ByteStream {
    guard let status = try message.line(limit: Self.longestLine), status.starts(with: "HTTP/".utf8)
    else { throw ArchiveFault("the response has no header of HTTP") }
    let fields = try message.fields(lineLimit: Self.longestLine, countLimit: 1024)
    var body = message
    if fields["transfer-encoding"]?.lowercased() == "chunked", try ChunkedStream.begins(message) {
      body = BufferedStream(ChunkedStream(message))
    }
    guard ["gzip", "x-gzip"].contains(fields["content-encoding"]?.lowercased()),
      try body.peek() == 0x1F
    else { return body }
    let decoded = GzipStream(body)
    _ = try decoded.readHeader()
    return decoded
  }
}

/// The data of chunks that begin with their lengths in hexadecimal digits (RFC 9112, 7.1).
private final class ChunkedStream: ByteStream {
  private let stream: BufferedStream
  private var chunk: PartStream?
  private var hasEnded = false

  init(_ stream: BufferedStream) { self.stream = stream }

  /// Nothing is consumed.
  static func begins(_ stream: BufferedStream) throws(ArchiveFault) -> Bool {
    try stream.withKnownBytes { bytes in
      let digits = bytes.prefix(16).prefix { Character(Unicode.Scalar($0)).isHexDigit }
      let end = bytes.dropFirst(digits.count).first
      return (0, !digits.isEmpty && (end == 0x0D || end == UInt8(ascii: ";") || end == 0x0A))
    }
  }

  func read(into space: UnsafeMutableRawBufferPointer) throws(ArchiveFault) -> Int {
    while !hasEnded {
      if let chunk {
        let count = try chunk.read(into: space)
        if count > 0 { return count }
        _ = try stream.line(limit: 2)
      }
      guard let line = try stream.line(limit: 4096),
        let length = Int(
          String(decoding: line.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }, as: UTF8.self),
          radix: 16), length >= 0
      else { throw ArchiveFault("the length of a chunk of the response is damaged") }
      hasEnded = length == 0
      chunk = PartStream(stream, count: length)
    }
    return 0
  }
}
#endif
