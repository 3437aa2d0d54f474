import TestSupport
import Testing

@testable import UTITypeGraph

@Suite("An image with overwritten bytes")
struct DamagedImageTests {
  /// Many types with a few extensions each, below one another.
  private func image(_ count: Int = 600) throws -> [UInt8] {
    var file = Sample.plist("many.plist")
    file.types = (0..<count).map { number in
      Sample.type(
        "org.example.t\(number)", ["org.example.t\(number / 4)"],
        extensions: ["a\(number)", "b\(number)"], description: "Type \(number)", line: number + 1)
    }
    var document = DocumentTypeDeclaration(position: SourcePosition(line: 1, column: 1))
    document.name = "Text"
    document.contentTypes = [Located(.text, at: SourcePosition(line: 1, column: 1))]
    file.documentTypes = Array(repeating: document, count: 20)
    return try RegistryBuilder(files: [file]).imageBytes()
  }

  private func section(_ section: ImageSection, of bytes: [UInt8]) -> Range<Int> {
    func word(_ offset: Int) -> Int {
      bytes.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
    }
    let entry = ImageHeader.byteCount + section.rawValue * ImageHeader.sectionEntryByteCount
    return word(entry)..<word(entry) + word(entry + 4)
  }

  private func set(_ word: UInt32, at offset: Int, of bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { $0.storeBytes(of: word, toByteOffset: offset, as: UInt32.self) }
  }

  /// Sets a field of every record of a section.
  private func set<Field: RawRepresentable<Int> & CaseIterable>(
    _ field: Field, to word: UInt32, in section: ImageSection, of bytes: inout [UInt8]
  ) {
    for record in stride(
      from: self.section(section, of: bytes).lowerBound,
      to: self.section(section, of: bytes).upperBound, by: Field.allCases.count * 4)
    {
      set(word, at: record + field.rawValue * 4, of: &bytes)
    }
  }

  @Test("has no type with unusually many tags, parents or declarations")
  func runs() throws {
    var bytes = try image()
    let sound = try RegistryImage(copying: bytes)
    for (first, count) in [
      (TypeField.firstTag, TypeField.tagCount), (.firstEdge, .edgeCount),
      (.firstDeclaration, .declarationCount), (.firstMergedAncestor, .mergedAncestorCount),
    ] {
      set(first, to: 0, in: .types, of: &bytes)
      set(count, to: .max, in: .types, of: &bytes)
    }
    let image = try RegistryImage(copying: bytes)
    #expect(image.typeCount == sound.typeCount)
    for type in image.typeIndices {
      #expect(image.tags(of: type).count <= 128)
      #expect(image.edges(of: type).count <= 128)
      #expect(image.declarations(of: type).count <= 128)
      #expect(image.ancestors(of: type, in: .merged).count <= 512)
    }
    #expect(image.declarationFiles().allSatisfy { $0.types.allSatisfy { $0.tags.count <= 512 } })
    #expect(image.children(of: TypeIndex(0), in: .merged).count <= image.typeCount)
  }

  @Test("has document types without unusually many statements")
  func statements() throws {
    var bytes = try image()
    set(DocumentTypeField.firstStatement, to: 0, in: .documentTypes, of: &bytes)
    set(DocumentTypeField.statementCount, to: .max, in: .documentTypes, of: &bytes)
    let image = try RegistryImage(copying: bytes)
    #expect(
      image.registeredDocumentTypes.allSatisfy {
        $0.declaration.tags.count + $0.declaration.contentTypes.count <= 512
      })
  }

  @Test("has no unusually long strings")
  func strings() throws {
    var bytes = try image(2_000)
    let pool = section(.strings, of: bytes)
    // A length that reaches as far as the pool does, in place of every one that is a few bytes.
    for offset in stride(from: pool.lowerBound + 4, to: pool.upperBound - 4, by: 4) {
      set(UInt32((pool.upperBound - offset - 4) / 2), at: offset, of: &bytes)
    }
    let image = try RegistryImage(copying: bytes)
    for type in image.typeIndices {
      #expect(image.identifier(of: type).rawValue.utf8.count <= 4096 * 3)
      #expect(image.tags(of: type).allSatisfy { $0.tag.value.utf8.count <= 4096 * 3 })
    }
  }

  @Test("keeps long lists and strings that the builder wrote")
  func sound() throws {
    let text = String(repeating: "long ", count: 2_000)
    let image = try Sample.image(
      Sample.plist(
        "a.plist",
        Sample.type("org.example.a", extensions: (0..<300).map { "e\($0)" }, description: text)))
    let type = try image.find("org.example.a")
    #expect(image.tags(of: type).count == 300)
    #expect(image.description(of: type, languages: ["en"]) == text)
  }

  @Test("with overlapping sections is rejected")
  func sections() throws {
    var bytes = try image(4)
    let types = section(.types, of: bytes)
    let entry =
      ImageHeader.byteCount + ImageSection.edges.rawValue * ImageHeader.sectionEntryByteCount
    set(UInt32(types.lowerBound), at: entry, of: &bytes)
    #expect(throws: ImageError.self) { try RegistryImage(copying: bytes) }
  }

  @Test("has some result for every look-up, whatever was written", arguments: 0..<60)
  func mutants(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sound = try image(120)
    for _ in 0..<10 {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...6, using: &random) { mutate(&bytes, &random) }
      guard let image = try? RegistryImage(copying: bytes) else { continue }
      ask(image)
    }
  }

  /// Writes odd words to a place, to a run of places, or to one field of every record.
  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard let section = ImageSection.allCases.randomElement(using: &random) else { return }
    let range = self.section(section, of: bytes)
    let words = range.count / 4
    guard words > 0 else { return }
    let any = UInt32.random(in: 0 ... .max, using: &random)
    let odd: [UInt32] = [0, 1, .max, 0x7FFF_FFFF, 0x8000_0000, 300, any]
    let first = Int.random(in: 0..<words, using: &random)
    let (step, count) =
      switch Int.random(in: 0..<3, using: &random) {
      case 0: (1, 1)
      case 1: (1, Int.random(in: 1...words, using: &random))
      default: (section.recordWidth, words)
      }
    for place in stride(from: first, to: min(words, first + step * count), by: step) {
      set(odd.randomElement(using: &random) ?? 0, at: range.lowerBound + place * 4, of: &bytes)
    }
  }

  private func ask(_ image: RegistryImage) {
    for type in image.typeIndices {
      _ = image.identifier(of: type)
      _ = image.edges(of: type).map(\.origin)
      _ = image.tags(of: type).map(\.origin)
      _ = image.declarations(of: type)
      _ = image.children(of: type, in: .merged)
      _ = image.ancestors(of: type, in: .declared)
      _ = image.nearestMIMEName(of: type, in: .merged)
      _ = image.conforms(type, to: TypeIndex(1), in: .freedesktop)
    }
    for name in ["a.a7", "x.b9.a7", "README"] { _ = image.globMatches(name) }
    _ = image.types(with: Tag(tagClass: .filenameExtension, value: "a7"), in: .merged)
    _ = image.registeredDocumentTypes
    _ = image.diagnostics
    _ = image.declarationFiles()
    _ = Array("%PDF-1.4".utf8).withUnsafeBytes { MagicProgram(image).matches(in: $0) }
  }
}
