import TestSupport
import Testing

@testable import UTITypeGraph

@Suite("Registry images")
struct RegistryImageTests {
  /// Asks everything an image can be asked, so that every table is read.
  private func interrogate(_ image: RegistryImage) {
    for index in (0..<min(image.typeCount, 64)).map({ TypeIndex($0) }) {
      _ = image.identifier(of: index)
      _ = image.edges(of: index).map(\.origin)
      _ = image.tags(of: index).map(\.origin)
      _ = image.declarations(of: index)
      _ = image.description(of: index, languages: ["de"])
      _ = image.mimeName(of: index)
      _ = image.mimeAliases(of: index)
      _ = image.iconName(of: index)
      for view in GraphView.allCases {
        _ = image.ancestors(of: index, in: view)
        _ = image.conforms(index, to: TypeIndex(0), in: view)
      }
    }
    _ = image.type(identifier: "public.plain-text")
    _ = image.type(mimeName: "text/plain")
    _ = image.types(with: Tag(tagClass: .filenameExtension, value: "txt"), in: .merged)
    for name in ["README.tar.gz", "a.txt", "COPYING", "a.apptext"] {
      _ = image.globMatches(name)
      var name = name
      _ = name.withUTF8 { image.answer(toName: $0, usesTags: true) }
    }
    for rule in 0..<min(image.magicRuleCount, 16) { _ = image.magicRule(rule) }
    for rule in 0..<min(image.treeMagicRuleCount, 16) { _ = image.treeMagicRule(rule) }
    let data = [UInt8](repeating: 1, count: 64)
    _ = data.withUnsafeBytes { MagicProgram(image).matches(in: $0) }
    _ = image.diagnostics
    _ = image.registeredDocumentTypes
    _ = image.declarationFiles()
  }

  private func sample() -> [DeclarationFile] {
    let place = SourcePosition(line: 4, column: 2)
    let match = MagicMatch(
      type: .string, offsets: 0...8, value: [1, 2], mask: [255, 15],
      children: [MagicMatch(type: .byte, offsets: 9...9, value: [7], position: place)],
      position: place)
    var document = DocumentTypeDeclaration(position: place)
    document.name = "Text"
    document.contentTypes = [Located(.text, at: place)]
    document.otherValues = ["NSPersistentStoreTypeKey": "SQLite"]
    var plist = Sample.plist(
      "app.plist", layer: .program, bundle: "org.app",
      Sample.type("org.app.text", ["public.plain-text", "org.nobody"], extensions: ["apptext"]))
    plist.types.append(
      TypeDeclaration(
        identifier: Sample.identifier("org.other.imported"), position: place, isExported: false,
        conformsTo: [Located(.data, at: place)],
        tags: [Located(Tag(tagClass: .osType, value: "IMPO"), at: place)],
        description: "Imported", version: "1.2", referenceURL: "https://example.org/imported",
        iconFiles: ["imported"], isWildcard: true))
    plist.documentTypes = [document]
    return [
      Sample.roots, plist,
      Sample.package(
        "p/a.xml",
        Sample.mime(
          "text/plain", aliases: ["text/x-plain"],
          globs: [
            Sample.glob("*.txt"), Sample.glob("README*", line: 2), Sample.glob("COPYING", line: 3),
          ]
        ) {
          $0.comments = [LocalizedText(language: "de", text: "Text", position: place)]
          $0.magic =
            [MagicRule(priority: 60, matches: [match, match], position: place)]
            + (0..<3).map { sharingRule($0, at: place) }
          $0.treeMagic = [
            TreeMagicRule(
              matches: [TreeMagicMatch(path: "DCIM", kind: .directory, position: place)],
              position: place)
          ]
          $0.rootElements = [RootElement(namespace: "urn:x", localName: "y", position: place)]
          $0.foreignElements = [Located("<x/>", at: place)]
        }),
    ]
  }

  /// Returns one of several rules with one match, each of which nests another one in it, and a
  /// value that may occur at many places.
  private func sharingRule(_ number: UInt8, at place: SourcePosition) -> MagicRule {
    let deepest = MagicMatch(type: .string, offsets: 4...4, value: [1, number], position: place)
    let nested = MagicMatch(
      type: .string, offsets: 2...2, value: [1, 1], children: [deepest], position: place)
    let shared = MagicMatch(
      type: .string, offsets: 0...0, value: [1, 1], children: [nested], position: place)
    let moving = MagicMatch(
      type: .string, offsets: 0...300, value: [1, 1, 1, 1, number], position: place)
    return MagicRule(priority: 50, matches: [shared, moving], position: place)
  }

  @Test("are rejected when truncated at any byte")
  func truncation() throws {
    let bytes = try RegistryBuilder(files: sample()).imageBytes()
    for length in 0..<bytes.count {
      #expect(throws: ImageError.self) { try RegistryImage(copying: Array(bytes[..<length])) }
    }
  }

  @Test("never crash when a byte is altered, and the checksum finds it")
  func alteration() throws {
    let bytes = try RegistryBuilder(files: sample()).imageBytes()
    for position in bytes.indices {
      var altered = bytes
      altered[position] ^= [0xFF, 0x80, 0x01][position % 3]
      guard let image = try? RegistryImage(copying: altered) else { continue }
      interrogate(image)
      if position >= ImageHeader.byteCount {
        #expect(throws: ImageError.self) { try image.checkIntegrity() }
      }
    }
  }

  /// Returns the bytes of an image with the checksum that a builder would write.
  private func checksummed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let checksum = bytes.withUnsafeBytes { ImageHeader.checksum(of: $0) }
    bytes.withUnsafeMutableBytes {
      $0.storeBytes(of: checksum, toByteOffset: ImageHeader.checksumOffset, as: UInt64.self)
    }
    return bytes
  }

  @Test(
    "with a right checksum and contents that no reader accepts are refused",
    arguments: [
      ("org.app.text", "org\u{7F}app.text", "type "), ("org.app.text", "org.app.Text", "type "),
      ("org.nobody", "org/nobody", "type "), ("text/plain", "text plain", "MIME type "),
      ("text/x-plain", "text//xplain", "statement "),
      ("text/x-plain", "text/x\u{7F}plain", "statement "),
    ])
  func forgedNames(_ old: String, _ new: String, _ record: String) throws {
    var bytes = try RegistryBuilder(files: sample()).imageBytes()
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    #expect(old.count == new.count)
    // The length stands before a string.
    let length = [UInt8(old.count), 0, 0, 0]
    for start in bytes.indices where bytes[start...].starts(with: length + old) {
      bytes.replaceSubrange(start + 4..<start + 4 + old.count, with: new)
    }
    let image = try RegistryImage(copying: checksummed(bytes))
    let error = #expect(throws: ImageError.self) { try image.checkIntegrity() }
    #expect(error?.description.hasPrefix(record) == true, "\(error?.description ?? "")")
  }

  @Test("whose masks have another length than the values are refused", arguments: [0, 1, 3])
  func forgedMasks(_ length: UInt8) throws {
    var bytes = try RegistryBuilder(files: sample()).imageBytes()
    let mask: [UInt8] = [2, 0, 0, 0, 255, 15]
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: mask) })
    bytes[start] = length
    let image = try RegistryImage(copying: checksummed(bytes))
    let error = #expect(throws: ImageError.self) { try image.checkIntegrity() }
    #expect(error?.description.hasPrefix("match ") == true, "\(error?.description ?? "")")
  }

  @Test("with a right checksum are refused, or merge without a crash")
  func forgeries() throws {
    let bytes = try RegistryBuilder(files: sample()).imageBytes()
    var random = SeededGenerator(seed: 59)
    var acceptedCount = 0
    for _ in 0..<300 {
      var altered = bytes
      let place = Int.random(
        in: ImageHeader.firstSectionOffset / 4..<bytes.count / 4, using: &random)
      let word = [UInt8.random(in: 0...2, using: &random), 0x7F, 0xFF, 0][
        Int.random(in: 0...3, using: &random)]
      altered[place * 4 + Int.random(in: 0...3, using: &random)] = word
      guard let image = try? RegistryImage(copying: checksummed(altered)),
        (try? image.checkIntegrity()) != nil
      else { continue }
      acceptedCount += 1
      interrogate(image)
      guard let merged = try? RegistryBuilder(files: image.declarationFiles()).image() else {
        continue
      }
      try merged.checkIntegrity()
    }
    #expect(acceptedCount > 20)
  }

  @Test("whose magic values are empty match nothing")
  func emptyValues() throws {
    let place = SourcePosition(line: 1, column: 1)
    let match = MagicMatch(type: .string, offsets: 0...8, value: [1, 2, 3, 4], position: place)
    let package = Sample.package(
      "p/a.xml",
      Sample.mime("text/x") { $0.magic = [MagicRule(matches: [match], position: place)] })
    var bytes = try RegistryBuilder(files: [package]).imageBytes()
    // The string section keeps the length of a value before its bytes.
    let value: [UInt8] = [4, 0, 0, 0, 1, 2, 3, 4]
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: value) })
    let data: [UInt8] = [0, 1, 2, 3, 4]
    func matches() throws -> Int {
      let image = try RegistryImage(copying: bytes)
      return data.withUnsafeBytes { MagicProgram(image).matches(in: $0).count }
    }
    #expect(try matches() == 1)
    bytes[start] = 0
    #expect(try matches() == 0)
  }

  @Test("are rejected when they have another format, version or byte order")
  func otherImages() throws {
    let bytes = try RegistryBuilder(files: sample()).imageBytes()
    func code(_ change: (inout [UInt8]) -> Void) -> ImageError.Code? {
      var altered = bytes
      change(&altered)
      do {
        _ = try RegistryImage(copying: altered)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code { $0[0] = 0 } == .notAnImage)
    #expect(code { $0[ImageHeader.byteOrderOffset] = 0 } == .otherByteOrder)
    #expect(code { $0[ImageHeader.formatVersionOffset] = 99 } == .otherVersion)
    #expect(code { $0.append(0) } == .truncated)
    #expect(code { $0 = [] } == .notAnImage)
    #expect(code { _ in } == nil)
  }

  @Test("return the declarations they were built from")
  func declarations() throws {
    let files = sample()
    let bytes = try RegistryBuilder(files: files).imageBytes()
    let image = try RegistryImage(copying: bytes)
    try image.checkIntegrity()
    let isEqual = image.declarationFiles() == files.sorted { $0.source < $1.source }
    #expect(isEqual)
    #expect(try RegistryBuilder(files: image.declarationFiles()).imageBytes() == bytes)
  }

  @Test("of an empty registry find nothing and do not crash")
  func empty() throws {
    let image = try RegistryBuilder().image()
    try image.checkIntegrity()
    #expect(image.typeCount == 0)
    #expect(image.type(identifier: "public.data") == nil)
    interrogate(image)
  }
}
