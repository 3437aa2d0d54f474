/// Containers made byte by byte from their specifications.
enum ContainerFixture {
  /// A ZIP archive whose entries are stored.
  ///
  /// - Parameter hasWideFields: whether the directory has the sizes and offsets in 64-bit fields.
  static func zip(
    _ entries: [(name: String, content: String)], hasWideFields: Bool = false
  ) -> [UInt8] {
    zip(entries.map { ($0, Array($1.utf8)) }, hasWideFields: hasWideFields)
  }

  static func zip(
    _ entries: [(name: String, content: [UInt8])], hasWideFields: Bool = false
  ) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for (name, data) in entries {
      let offset = archive.count
      let sizes = [UInt8](little: data.count, 4) + [UInt8](little: data.count, 4)
      let fields = [UInt8](little: 20, 2) + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0] + sizes
      let nameLength = [UInt8](little: name.utf8.count, 2)
      archive +=
        Array("PK\u{3}\u{4}".utf8) + fields + nameLength + [0, 0] + Array(name.utf8) + data
      directory += Array("PK\u{1}\u{2}".utf8) + [20, 0]
      if hasWideFields {
        let wide = [UInt8](repeating: 0xFF, count: 4)
        directory += Array(fields.dropLast(8)) + wide + wide + nameLength + [UInt8](little: 28, 2)
        directory += [UInt8](repeating: 0, count: 10) + wide + Array(name.utf8)
        directory += [1, 0, 24, 0]
        for value in [data.count, data.count, offset] { directory += [UInt8](little: value, 8) }
      } else {
        directory += fields + nameLength + [UInt8](repeating: 0, count: 12)
        directory += [UInt8](little: offset, 4) + Array(name.utf8)
      }
    }
    let start = archive.count
    archive += directory + Array("PK\u{5}\u{6}".utf8) + [0, 0, 0, 0]
    archive += [UInt8](little: entries.count, 2) + [UInt8](little: entries.count, 2)
    archive += [UInt8](little: directory.count, 4) + [UInt8](little: start, 4) + [0, 0]
    return archive
  }

  /// A compound file with streams directly below its root.
  static func compound(_ names: [String], rootClass: [UInt8] = []) -> [UInt8] {
    var header: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    header += [UInt8](repeating: 0, count: 16) + [0x3E, 0, 3, 0, 0xFE, 0xFF, 9, 0, 6, 0]
    header += [UInt8](repeating: 0, count: 10) + [UInt8](little: 1, 4) + [UInt8](little: 1, 4)
    header += [0, 0, 0, 0] + [UInt8](little: 4096, 4) + [0xFE, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]
    header += [0xFE, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0] + [0, 0, 0, 0]
    header += [UInt8](repeating: 0xFF, count: 512 - header.count)
    let sectors = (names.count + 1 + 3) / 4
    var table = [UInt8](little: 0xFFFF_FFFD, 4)
    for sector in 1...sectors {
      table += [UInt8](little: sector == sectors ? 0xFFFF_FFFE : sector + 1, 4)
    }
    table += [UInt8](repeating: 0xFF, count: 512 - table.count)
    var directory = entry(
      "Root Entry", kind: 5, child: names.isEmpty ? nil : 1, next: nil, rootClass)
    for (index, name) in names.enumerated() {
      directory += entry(
        name, kind: 2, child: nil, next: index + 1 < names.count ? index + 2 : nil, [])
    }
    directory += [UInt8](repeating: 0, count: sectors * 512 - directory.count)
    return header + table + directory
  }

  private static func entry(
    _ name: String, kind: UInt8, child: Int?, next: Int?, _ classIdentifier: [UInt8]
  ) -> [UInt8] {
    var units = name.utf16.flatMap { [UInt8](little: Int($0), 2) }
    let length = units.count + 2
    units += [UInt8](repeating: 0, count: 64 - units.count)
    let none = 0xFFFF_FFFF
    var entry = units + [UInt8](little: length, 2) + [kind, 1]
    entry += [UInt8](little: none, 4) + [UInt8](little: next ?? none, 4)
    entry += [UInt8](little: child ?? none, 4)
    entry += classIdentifier + [UInt8](repeating: 0, count: 16 - classIdentifier.count)
    return entry + [UInt8](repeating: 0, count: 128 - entry.count)
  }

  /// An ISO base media file with brands, and a movie whose tracks have handlers.
  static func baseMedia(brands: [String], handlers: [String] = []) -> [UInt8] {
    let content =
      Array(brands[0].utf8) + [0, 0, 0, 0] + brands.dropFirst().flatMap { Array($0.utf8) }
    let tracks = handlers.flatMap { handler in
      box("trak", box("mdia", box("hdlr", [UInt8](repeating: 0, count: 8) + Array(handler.utf8))))
    }
    return box("ftyp", content) + box("free", [0, 0]) + (tracks.isEmpty ? [] : box("moov", tracks))
  }

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    [UInt8](big: content.count + 8, 4) + Array(type.utf8) + content
  }

  /// A Matroska or WebM file with tracks of types.
  static func matroska(_ documentType: String, tracks: [UInt8]) -> [UInt8] {
    let header = element(
      [0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array(documentType.utf8)))
    let entries = tracks.flatMap { element([0xAE], element([0xD7], [1]) + element([0x83], [$0])) }
    let segment = element([0xEC], [0, 0, 0]) + element([0x16, 0x54, 0xAE, 0x6B], entries)
    return header + element([0x18, 0x53, 0x80, 0x67], segment)
  }

  private static func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
    id + [0x80 | UInt8(content.count)] + content
  }

  /// Ogg pages that begin streams with the given packets.
  static func ogg(_ packets: [[UInt8]]) -> [UInt8] {
    var stream: [UInt8] = []
    for packet in packets {
      stream += Array("OggS".utf8) + [0, 2]
      stream += [UInt8](repeating: 0, count: 20)
      stream += [1, UInt8(packet.count)]
      stream += packet
    }
    return stream
  }

  /// A gzip file of one stored block.
  static func gzip(_ content: [UInt8]) -> [UInt8] {
    let length = [UInt8](little: content.count, 2) + [UInt8](little: ~content.count, 2)
    var file: [UInt8] = [0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3]
    file += Array("name\0".utf8)
    file += [1] + length + content
    file += [UInt8](repeating: 0, count: 8)
    return file
  }

  /// The first block of a tar archive, with the signature of POSIX or none.
  static func tarBlock(signature: String = "ustar") -> [UInt8] {
    var block = [UInt8](repeating: 0, count: 512)
    block.replaceSubrange(0..<5, with: Array("a.txt".utf8))
    block.replaceSubrange(257..<(257 + signature.utf8.count), with: Array(signature.utf8))
    let sum = block.reduce(0) { $0 + Int($1) } + 8 * 0x20
    let digits = String(sum, radix: 8)
    let field = String(repeating: "0", count: 6 - digits.count) + digits + "\0 "
    block.replaceSubrange(148..<156, with: Array(field.utf8))
    return block
  }

  /// A value in the distinguished encoding rules.
  static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    content.count < 0x80
      ? [tag, UInt8(content.count)] + content
      : [tag, 0x82] + [UInt8](big: content.count, 2) + content
  }
}
