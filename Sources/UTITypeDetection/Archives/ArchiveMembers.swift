#if !hasFeature(Embedded)
internal import UTIPortable

/// The formats of archives whose members can be read.
package enum ArchiveKind: String, Sendable {
  case zip, tar, gzip, warc

  /// Sufficient to find the kind.
  package static let headByteCount = 512

  /// nil if the bytes begin like no archive.
  package init?(head: UnsafeRawBufferPointer) {
    if head.has("PK\u{3}\u{4}") || head.has("PK\u{5}\u{6}") {
      self = .zip
    } else if head.count > 2, head[0] == 0x1F, head[1] == 0x8B, head[2] == 8 {
      self = .gzip
    } else if head.has("WARC/") {
      self = .warc
    } else if head.has("ustar", at: 257) || TarHeader.isValid(head) {
      self = .tar
    } else {
      return nil
    }
  }

  /// nil for another type.
  package init?(mimeType: String) {
    switch mimeType {
    case "application/zip": self = .zip
    case "application/x-tar": self = .tar
    case "application/gzip": self = .gzip
    case "application/warc": self = .warc
    default: return nil
    }
  }
}

/// The reason why an archive or a member cannot be read further.
package struct ArchiveFault: Error, Hashable {
  package let message: String
  /// No other member of the file is read.
  package var isLimit = false

  package init(_ message: String, isLimit: Bool = false) {
    self.message = message
    self.isLimit = isLimit
  }
}

/// A file in an archive.
package struct ArchiveMember {
  /// As written in the archive; it is never used as a path of the file system.
  package let name: String
  /// nil for a member without a name of its own.
  package let fileName: String?
  /// Seconds since 1970, in UTC.
  package let modified: Int?
  package let bytes: any ByteStream

  init(name: String, fileName: String?, modified: Int?, bytes: any ByteStream) {
    self.name = Self.withoutNUL(name)
    self.fileName = fileName.map(Self.withoutNUL)
    self.modified = modified
    self.bytes = bytes
  }

  init(name: String, modified: Int?, bytes: any ByteStream) {
    self.init(
      name: name, fileName: String(name.lastName), modified: modified, bytes: bytes)
  }

  /// A NUL, which no name of a file has, would end a record of a list.
  private static func withoutNUL(_ name: String) -> String {
    guard name.utf8.contains(0) else { return name }
    return String(
      String.UnicodeScalarView(name.unicodeScalars.map { $0 == "\0" ? "\u{2400}" : $0 }))
  }
}

/// A time of the Gregorian calendar in UTC.
enum CalendarTime {
  /// nil for a month or day that does not exist.
  static func seconds(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int
  ) -> Int? {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    let days = CalendarDay.number(year: year, month: month, day: day)
    return days * 86_400 + hour * 3600 + minute * 60 + second
  }
}

/// The members of one archive in their order, without directories and links.
package protocol ArchiveMembers {
  /// Ends the stream of the previous member; nil at the end.
  mutating func next() throws(ArchiveFault) -> ArchiveMember?
}

extension ArchiveKind {
  /// The members of an archive that is read from its start to its end.
  ///
  /// The file name is the one of the archive; nil for the kinds that need all bytes.
  package func members(in stream: any ByteStream, named name: String) -> (any ArchiveMembers)? {
    switch self {
    case .zip: nil
    case .tar: TarMembers(stream)
    case .gzip: GzipMembers(stream, archiveName: name)
    case .warc: WARCMembers(stream)
    }
  }

  /// The members of an open file.
  package func members(
    ofFile descriptor: Int32, size: Int, named name: String, greatestCount: Int
  ) throws(ArchiveFault) -> any ArchiveMembers {
    let stream = FileStream(descriptor, offset: 0, count: size)
    if let members = members(in: stream, named: name) { return members }
    let limits = ZipMembers.limits(greatestCount)
    let empty = UnsafeRawBufferPointer(start: nil, count: 0)
    return try ZipMembers(
      ByteWindow(head: empty, size: size, limits: limits, descriptor: descriptor), limits)
  }

  /// The members of a ZIP archive in memory, which has to stay valid.
  package static func members(
    ofZip bytes: UnsafeRawBufferPointer, greatestCount: Int
  ) throws(ArchiveFault) -> any ArchiveMembers {
    let limits = ZipMembers.limits(greatestCount)
    return try ZipMembers(ByteWindow(bytes: bytes, size: bytes.count, limits: limits), limits)
  }
}

// MARK: gzip

/// The one member of a gzip stream (RFC 1952), which may have several parts.
struct GzipMembers: ArchiveMembers {
  private var stream: (any ByteStream)?
  private let archiveName: String

  init(_ stream: any ByteStream, archiveName: String) {
    self.stream = stream
    self.archiveName = archiveName
  }

  mutating func next() throws(ArchiveFault) -> ArchiveMember? {
    guard let stream else { return nil }
    self.stream = nil
    let bytes = GzipStream(stream)
    let header = try bytes.readHeader()
    return ArchiveMember(
      name: header.name.map { String($0.lastName) } ?? Self.name(without: archiveName),
      modified: header.modified, bytes: bytes)
  }

  /// The extensions of compressed files, each with the extension of the contents.
  private static let extensions = [
    (".gz", ""), (".gzip", ""), (".z", ""), ("-gz", ""), ("-z", ""), ("_z", ""), (".tgz", ".tar"),
    (".taz", ".tar"), (".svgz", ".svg"), (".emz", ".emf"), (".wmz", ".wmf"), (".vgz", ".vgm"),
    (".adz", ".adf"), (".wrz", ".wrl"), (".mgz", ".mgh"), (".xcfgz", ".xcf"), (".zabw", ".abw"),
  ]

  /// The header need not have a name.
  private static func name(without archiveName: String) -> String {
    let lowercased = archiveName.lowercased()
    for (suffix, content) in extensions where lowercased.endsWithBytes(of: suffix) {
      let name = archiveName.dropLast(suffix.utf8.count)
      if !name.isEmpty { return String(name) + content }
    }
    return archiveName
  }
}

extension String {
  /// The part after the last slash.
  fileprivate var lastName: Substring {
    utf8.lastIndex(of: UInt8(ascii: "/")).map { self[utf8.index(after: $0)...] } ?? self[...]
  }
}

// MARK: tar

/// The files of a tar archive (POSIX.1-2017, pax, "ustar Interchange Format"; GNU's long names).
struct TarMembers: ArchiveMembers {
  private let stream: any ByteStream
  private var member: PartStream?
  /// The bytes of the last block of a member that are not part of it.
  private var padding = 0
  private var offset = 0
  /// Thrown after the known members.
  private var fault: ArchiveFault?

  private static let blockByteCount = 512
  private static let longestHeader = 1 << 20

  init(_ stream: any ByteStream) { self.stream = stream }

  /// The values that a header before the one of the member states.
  private struct Overrides {
    var name: String?
    var size: Int?
    var modified: Int?
    /// The contents are a map and the parts without the holes (GNU tar, "Storing Sparse Files").
    var isSparse = false
    /// The other name then has a number of a process.
    var sparseName: String?
  }

  mutating func next() throws(ArchiveFault) -> ArchiveMember? {
    if let member {
      try member.skipRest()
      try skip(padding)
    }
    member = nil
    var overrides = Overrides()
    while let block = try header() {
      guard let stated = Self.number(block[124..<136]) else { throw damage }
      switch block[156] {
      case UInt8(ascii: "L"): overrides.name = Self.text(try contents(stated)[...])
      case UInt8(ascii: "x"):
        let place = offset
        guard Self.read(try contents(stated), into: &overrides) else {
          throw ArchiveFault("the pax header at byte \(place) is damaged")
        }
      case UInt8(ascii: "g"), UInt8(ascii: "K"): _ = try contents(stated)
      case UInt8(ascii: "0"), 0, UInt8(ascii: "7"), UInt8(ascii: "S"):
        if let member = try file(block, overrides.size ?? stated, overrides) { return member }
        overrides = Overrides()
      case UInt8(ascii: "1")...UInt8(ascii: "6"):
        // Links, devices and directories have no contents, except hard links of some programs.
        if block[156] == UInt8(ascii: "1") { try skip(Self.padded(overrides.size ?? stated)) }
        overrides = Overrides()
      default:
        try skip(Self.padded(overrides.size ?? stated))
        overrides = Overrides()
      }
    }
    defer { fault = nil }
    if let fault { throw fault }
    return nil
  }

  private var damage: ArchiveFault { ArchiveFault("the tar header at byte \(offset) is damaged") }

  /// nil for a directory of an early program.
  private mutating func file(
    _ block: [UInt8], _ size: Int, _ overrides: Overrides
  ) throws(ArchiveFault) -> ArchiveMember? {
    let name = overrides.sparseName ?? overrides.name ?? Self.name(block)
    if block[156] == 0 || block[156] == UInt8(ascii: "0"), name.endsWithBytes(of: "/") {
      try skip(Self.padded(size))
      return nil
    }
    let isOldSparse = block[156] == UInt8(ascii: "S")
    var isExtended = isOldSparse && block[482] != 0
    while isExtended { isExtended = try contents(Self.blockByteCount)[504] != 0 }
    let bytes = PartStream(stream, count: size)
    member = bytes
    padding = Self.padded(size) - size
    offset += size
    return ArchiveMember(
      name: name, modified: overrides.modified ?? Self.number(block[136..<148]),
      bytes: isOldSparse || overrides.isSparse
        ? FailedStream(ArchiveFault("it is a sparse file, which is not read")) : bytes)
  }

  /// nil at the end of the archive, which is two blocks of zeros.
  ///
  /// Some programs write one block only, which is an end if no header follows.
  private mutating func header() throws(ArchiveFault) -> [UInt8]? {
    var isAfterZeros = false
    while true {
      let block = try stream.read(upTo: Self.blockByteCount)
      if block.isEmpty {
        if isAfterZeros { return nil }
        throw ArchiveFault("the tar archive has no end after byte \(offset); it may be cut off")
      }
      if block[0] == 0, block.allSatisfy({ $0 == 0 }) {
        if isAfterZeros {
          offset += block.count
          try lookForMembersAfterEnd()
          return nil
        }
        isAfterZeros = true
        offset += block.count
        continue
      }
      guard block.count == Self.blockByteCount else {
        throw ArchiveFault("the tar archive ends inside of the header at byte \(offset)")
      }
      guard block.withUnsafeBytes(TarHeader.isValid) else { throw damage }
      if isAfterZeros {
        let place = offset - Self.blockByteCount
        fault = fault ?? ArchiveFault("the tar archive has one block of zeros at byte \(place)")
      }
      offset += block.count
      return block
    }
  }

  private mutating func lookForMembersAfterEnd() throws(ArchiveFault) {
    while case let block = try stream.read(upTo: Self.blockByteCount), !block.isEmpty {
      if block.count == Self.blockByteCount, block.withUnsafeBytes(TarHeader.isValid) {
        fault = fault ?? ArchiveFault("another tar archive follows its end, at byte \(offset)")
        return
      }
      offset += block.count
    }
  }

  private mutating func contents(_ count: Int) throws(ArchiveFault) -> [UInt8] {
    guard count <= Self.longestHeader else { throw damage }
    let bytes = try stream.read(upTo: Self.padded(count))
    offset += bytes.count
    guard bytes.count == Self.padded(count) else {
      throw ArchiveFault("the tar archive ends inside of the header at byte \(offset)")
    }
    return Array(bytes[..<count])
  }

  private mutating func skip(_ count: Int) throws(ArchiveFault) {
    let part = PartStream(stream, count: count)
    try part.skipRest()
    offset += count
  }

  private static func padded(_ count: Int) -> Int {
    let end = count.addingReportingOverflow(blockByteCount - 1)
    return end.overflow
      ? .max / blockByteCount * blockByteCount
      : end.partialValue / blockByteCount * blockByteCount
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    LosslessText.text(bytes.prefix { $0 != 0 })
  }

  private static func name(_ block: [UInt8]) -> String {
    let name = text(block[0..<100])
    // GNU's format has times in the place of the prefix.
    guard block[257...].starts(with: "ustar\0".utf8), block[345] != 0 else { return name }
    return text(block[345..<500]) + "/" + name
  }

  /// Octal digits, or a binary number after a set bit; nil for others.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    guard let first = field.first else { return nil }
    if first & 0x80 != 0 {
      // Negative numbers are times before 1970.
      guard first == 0x80, field.dropFirst().dropLast(7).allSatisfy({ $0 == 0 }) else { return nil }
      return field.suffix(7).reduce(0) { $0 << 8 | Int($1) }
    }
    let digits = field.drop { $0 == 0x20 || $0 == 0 }.prefix { $0 != 0x20 && $0 != 0 }
    return digits.isEmpty ? 0 : Int(String(decoding: digits, as: UTF8.self), radix: 8)
  }

  /// Lines of a length, a key and a value ("pax Extended Header"); false if one has another length.
  private static func read(_ bytes: [UInt8], into overrides: inout Overrides) -> Bool {
    var rest = bytes[...]
    while let space = rest.firstIndex(of: 0x20),
      let length = Int(String(decoding: rest[..<space], as: UTF8.self)), length <= rest.count,
      length > space - rest.startIndex + 1
    {
      let record = rest[(space + 1)..<(rest.startIndex + length)]
      guard record.last == UInt8(ascii: "\n") else { return false }
      let line = record.dropLast()
      rest = rest[(rest.startIndex + length)...]
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let value = line[(equals + 1)...]
      let digits = String(decoding: value.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
      let key = String(decoding: line[..<equals], as: UTF8.self)
      if key.hasPrefix("GNU.sparse.") { overrides.isSparse = true }
      switch key {
      case "path": overrides.name = text(value)
      case "GNU.sparse.name": overrides.sparseName = text(value)
      case "size": overrides.size = Int(digits).flatMap { $0 < 0 ? nil : $0 }
      case "mtime": overrides.modified = Int(digits)
      default: break
      }
    }
    return rest.allSatisfy { $0 == 0 }
  }
}
#endif
