/// The bytes of files of many kinds, made from the formats' specifications and random filling.
///
/// They begin, and if it matters end, like real files; no program could open most of them.
public struct SyntheticContent {
  private var generator: SeededGenerator

  /// Makes a source of bytes.
  ///
  /// - Parameter seed: the number that decides all else.
  public init(seed: UInt64 = 1) {
    generator = SeededGenerator(seed: seed)
  }

  /// Kinds of files with different work.
  public enum Family: String, CaseIterable, Sendable {
    case text, source, script, markup, json, image, sound, zip, office, compound, gzip, program
    case unknown
  }

  /// Returns a file of a family, of an approximate size.
  public mutating func bytes(_ family: Family, size: Int) -> [UInt8] {
    switch family {
    case .text: words(size)
    case .source: Array("/* \(word()) */\n#include <stdio.h>\n\n".utf8) + lines(size)
    case .script: Array("#!/bin/sh\n# \(word())\nset -e\n".utf8) + lines(size)
    case .markup:
      Array("<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\">\n".utf8)
        + words(size) + Array("</svg>\n".utf8)
    case .json: Array("{\"name\": \"\(word())\", \"values\": [".utf8) + numbers(size)
    case .image:
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52]
        + noise(size)
    case .sound:
      Array("OggS".utf8) + [0, 2] + zeros(20) + [1, 0x1E, 1] + Array("vorbis".utf8)
        + noise(size)
    case .zip: archive([("notes/\(word()).txt", words(size))])
    case .office:
      archive([
        ("[Content_Types].xml", Array(Self.contentTypes.utf8)), ("_rels/.rels", words(64)),
        ("word/document.xml", words(size)),
      ])
    case .compound: compoundFile(size)
    case .gzip: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + storedBlock(words(size))
    case .program:
      [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0] + zeros(8) + [3, 0, 0x3E, 0, 1, 0, 0, 0] + noise(size)
    case .unknown: [0x91, 0x03] + noise(size)
    }
  }

  // MARK: Filling

  private static let vocabulary = [
    "the", "of", "and", "type", "file", "value", "a", "reader", "is", "with", "table", "under",
    "letter", "morning", "each", "number", "which", "river", "count", "was", "not", "answer",
  ]

  private mutating func word() -> String {
    Self.vocabulary.randomElement(using: &generator) ?? ""
  }

  private mutating func words(_ size: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size + 16)
    while bytes.count < size {
      bytes += word().utf8
      bytes.append(Int.random(in: 0..<12, using: &generator) == 0 ? 0x0A : 0x20)
    }
    return bytes
  }

  private mutating func lines(_ size: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < size { bytes += "  \(word()) = \(word())(\(word()));\n".utf8 }
    return bytes
  }

  private mutating func numbers(_ size: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < size { bytes += "\(UInt16.random(in: 0...999, using: &generator)), ".utf8 }
    return bytes + Array("0]}\n".utf8)
  }

  private mutating func noise(_ size: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size + 8)
    while bytes.count < size { withUnsafeBytes(of: generator.next()) { bytes += $0 } }
    return bytes
  }

  private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private static func little(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  // MARK: Containers

  private static let contentTypes = """
    <?xml version="1.0" encoding="UTF-8"?>
    <Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
    <Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-\
    officedocument.wordprocessingml.document.main+xml"/></Types>
    """

  /// A ZIP archive of stored entries (APPNOTE 4.3); checksums are left zero.
  private func archive(_ entries: [(name: String, content: [UInt8])]) -> [UInt8] {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for (name, content) in entries {
      let sizes = Self.little(content.count, 4) + Self.little(content.count, 4)
      let common =
        [20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0x58] + zeros(4) + sizes
        + Self.little(name.utf8.count, 2) + [0, 0]
      directory += [0x50, 0x4B, 1, 2, 20, 0] + common + zeros(10) + Self.little(bytes.count, 4)
      directory += name.utf8
      bytes += [0x50, 0x4B, 3, 4] + common + Array(name.utf8) + content
    }
    let count = Self.little(entries.count, 2)
    return bytes + directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + count + count
      + Self.little(directory.count, 4) + Self.little(bytes.count, 4) + [0, 0]
  }

  /// A compound file of version 3 with one stream ([MS-CFB] 2.2 to 2.6).
  private mutating func compoundFile(_ size: Int) -> [UInt8] {
    let free: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
    let end: [UInt8] = [0xFE, 0xFF, 0xFF, 0xFF]
    var header: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + zeros(16)
    header += [0x3E, 0, 3, 0, 0xFE, 0xFF, 9, 0, 6, 0] + zeros(6) + zeros(4) + Self.little(1, 4)
    header += Self.little(1, 4) + zeros(4) + Self.little(4096, 4) + end + zeros(4) + end + zeros(4)
    header += zeros(4) + (1..<109).flatMap { _ in free }
    // Sector 0 is the table, sector 1 the directory, and the stream follows.
    let length = max(size, 4096)
    let sectors = (length + 511) / 512
    var table = [0xFD, 0xFF, 0xFF, 0xFF] + end
    for sector in 0..<min(sectors, 126) {
      table += sector == sectors - 1 ? end : Self.little(sector + 3, 4)
    }
    table += (table.count / 4..<128).flatMap { _ in free }
    func entry(_ name: String, _ kind: UInt8, child: [UInt8], start: Int, _ size: Int) -> [UInt8] {
      let text = name.utf16.flatMap { Self.little(Int($0), 2) }
      return text + zeros(64 - text.count) + Self.little(text.count + 2, 2) + [kind, 1] + free
        + free
        + child + zeros(36) + Self.little(start, 4) + Self.little(size, 8)
    }
    let directory =
      entry("Root Entry", 5, child: Self.little(1, 4), start: 0, 0)
      + entry("WordDocument", 2, child: free, start: 2, length) + zeros(256)
    return header + table + directory + noise(sectors * 512)
  }

  /// A deflate stream of one stored block (RFC 1951 3.2.4).
  private func storedBlock(_ bytes: [UInt8]) -> [UInt8] {
    let part = bytes.prefix(0xFFFF)
    return [1] + Self.little(part.count, 2) + Self.little(~part.count, 2) + part
  }
}
