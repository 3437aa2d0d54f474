import Testing
import UTITypeGraph

@testable import UTITypeDetection

/// Sentences that begin with the signature of a text.
struct SentenceTests {
  private static let rest = """
     is the first line of the files that we describe in this letter.
    The second line of the letter says nothing new, and it ends here. We wish you well.

    """

  /// The signatures of the base at the first byte whose characters can be printed.
  private static func signatures() throws -> [String] {
    var found: Set<String> = []
    func add(_ match: MagicMatch, after start: String) {
      guard match.mask == nil, match.offsets.lowerBound == start.utf8.count else { return }
      let text = start + String(decoding: match.value, as: UTF8.self)
      guard text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) else { return }
      if match.children.isEmpty { found.insert(text) }
      for child in match.children { add(child, after: text) }
    }
    for file in try BaseDeclarations.files.get() {
      for magic in file.mimeTypes.flatMap(\.magic) {
        for match in magic.matches where match.offsets.lowerBound == 0 { add(match, after: "") }
      }
    }
    return found.sorted()
  }

  @Test("A sentence that begins with a signature is not certainly of its type")
  func sentences() throws {
    let detector = try BaseDeclarations.detector.get()
    let plainText = TypeIdentifier("public.plain-text")
    let signatures = try Self.signatures()
    #expect(signatures.count > 400)
    for name in [nil, "a.dat", "a.txt", "a.log"] {
      let certain = signatures.filter { signature in
        let bytes = Array((signature + Self.rest).utf8)
        let verdict = detector.verdict(forBytes: bytes, name: name)
        return verdict.confidence == .certain && verdict.type != plainText
      }
      #expect(certain.isEmpty, "\(name ?? ""): \(certain.count) of \(signatures.count): \(certain)")
    }
  }

  @Test(
    "A name is a guess for prose of other scripts and for an unknown encoding without a letter",
    arguments: ["py", "java", "c", "md", "rst", "css", "yaml", "toml", "tex", "ini", "log"])
  func otherScripts(_ suffix: String) throws {
    let prose = """
      \u{9019}\u{662F}\u{4E00}\u{5C01}\u{4FE1}\u{3002}\u{4ECA}\u{5929}\u{5929}\u{6C23}\u{5F88}\u{597D}\u{3002}
      \u{6211}\u{5011}\u{53BB}\u{516C}\u{5712}\u{6563}\u{6B65}\u{3002}\u{795D}\u{4F60}\u{4E00}\u{5207}\u{9806}\u{5229}\u{3002}

      """
    let others = (0..<600).map { (place: Int) -> UInt8 in
      UInt8((place * 37 + place / 128) % 128) | 0x80
    }
    let texts: [[UInt8]] = [Array(String(repeating: prose, count: 4).utf8), others]
    for bytes in texts {
      let verdict = try BaseDeclarations.detector.get().verdict(
        forBytes: bytes, name: "a." + suffix)
      #expect(verdict.confidence == .guess, "\(verdict.candidates)")
    }
  }

  @Test(
    "A byte-order mark does not change the type of a name",
    arguments: [
      "CMakeLists.txt", "robots.txt", "requirements.txt", "humans.txt", "a.txt", "a.ini", "README",
    ])
  func mark(_ name: String) throws {
    let detector = try BaseDeclarations.detector.get()
    let bytes = Array("a line\n".utf8)
    let verdict = detector.verdict(forBytes: bytes, name: name)
    let marked = detector.verdict(forBytes: [0xEF, 0xBB, 0xBF] + bytes, name: name)
    #expect(marked.type == verdict.type, "\(marked.candidates)")
    #expect(marked.confidence == verdict.confidence, "\(marked.candidates)")
  }

  @Test(
    "The signature of a program in a file of a wider language shows it",
    arguments: ["sh", "command"])
  func program(_ suffix: String) throws {
    let verdict = try BaseDeclarations.detector.get().verdict(
      forBytes: Array("<?php\necho 1;\n".utf8), name: "a." + suffix)
    #expect(verdict.type.rawValue == "public.php-script", "\(verdict.candidates)")
  }
}
