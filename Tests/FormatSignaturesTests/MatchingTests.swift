import TestSupport
import Testing
import UTIFormatSignatures
import UTITypeDetection

@Suite("Formats by signatures")
struct MatchingTests {
  /// The signatures that match, by their numbers.
  private func found(_ signatures: [String], in bytes: [UInt8]) throws -> [Int] {
    let file = try SignatureFiles.read(SignatureFiles.binary(signatures.joined())).file
    let program = SignatureProgram(file.signatures)
    return bytes.withUnsafeBytes { program.matches(in: SearchedBytes($0)) }.found
      .map { file.signatures[$0].id }
  }

  @Test(
    "Each construct matches what it describes",
    arguments: [
      ("616263", "BOFoffset", "0 0", "abcd", "xabc"),
      ("616263", "BOFoffset", "1 2", "xxabc", "xxxabc"),
      ("616263", "BOFoffset", "3 900", "xxxxxxxxxxxxxxxxxxxxabc", "ababc"),
      ("6162", "EOFoffset", "0 0", "xab", "abx"), ("6162", "EOFoffset", "1 3", "abxyz", "ab"),
      ("61{2}62", "BOFoffset", "0 0", "axxb", "axb"),
      ("61{1-2}62", "BOFoffset", "0 0", "axxb", "axxxb"),
      ("61*62", "EOFoffset", "0 0", "xaxxxb", "baxxx"),
      ("61{2-*}62", "BOFoffset", "0 0", "abxb", "axbx"),
      ("61??62", "BOFoffset", "0 0", "axb", "ab"),
      ("(61|6263)64", "BOFoffset", "0 0", "bcd", "bd"),
      ("(61|6261)64", "EOFoffset", "0 0", "xbad", "xbd"),
      ("[61:63]64", "BOFoffset", "0 0", "cd", "dd"), ("[!61]64", "BOFoffset", "0 0", "bd", "ad"),
      ("[3130:3239]64", "BOFoffset", "0 0", "20d", "30d"),
      ("'wxyz'", "Variable", "0 0", "abcwxyzabc", "abcwxyabc"),
      ("7A", "Variable", "0 0", "abz", "ab"),
    ])
  func constructs(
    expression: String, reference: String, offsets: String, match: String, other: String
  ) throws {
    let signature = SignatureFiles.signature(
      3, expression, reference: reference, offsets: offsets)
    #expect(try found([signature], in: Array(match.utf8)) == [3])
    #expect(try found([signature], in: Array(other.utf8)) == [])
  }

  @Test("A beginning that has a part of a signature is no text, and other beginnings are")
  func beginnings() throws {
    let start = SignatureFiles.signature(1, "255044462D312E34").replacing(
      "</InternalSignature>",
      with: "<ByteSequence Reference=\"EOFoffset\"><SubSequence Position=\"1\" "
        + "SubSeqMinOffset=\"0\" SubSeqMaxOffset=\"2\"><Sequence>2525454F46</Sequence>"
        + "</SubSequence></ByteSequence></InternalSignature>")
    let file = try SignatureFiles.read(
      SignatureFiles.binary(
        start,
        formats: SignatureFiles.format(1, "fmt/18", signatures: [1])
          + SignatureFiles.format(2, "x-fmt/111"))
    ).file
    let identifier = FormatIdentifier(file)
    func formats(_ text: String, size: Int) -> (puids: [String], isBounded: Bool) {
      let answer = Array(text.utf8).withUnsafeBytes {
        identifier.answer(forBytes: $0, size: size, named: nil)
      }
      return (answer.matches.map(\.format.puid), answer.isBounded)
    }
    #expect(formats("%PDF-1.4\n1 0 obj\n", size: 5000) == ([], true))
    #expect(formats("%PDF-1.4\n1 0 obj\n", size: 17) == (["x-fmt/111"], false))
    #expect(formats("%PDF-1.4\n%%EOF\n", size: 15) == (["fmt/18"], false))
    #expect(formats("some text\n", size: 5000).puids == ["x-fmt/111"])
  }

  @Test("All signatures together find what each finds alone")
  func together() throws {
    var generator = SeededGenerator(seed: 8)
    let letters = Array("abcd".utf8)
    func word(_ count: Int) -> String {
      (0..<count).map { _ in
        "6\((1...4).randomElement(using: &generator) ?? 1)"
      }.joined()
    }
    let signatures = (1...300).map { id in
      let reference = ["BOFoffset", "EOFoffset", "Variable"].randomElement(using: &generator) ?? ""
      let offsets = ["0 0", "1 3", "0 40", "2"].randomElement(using: &generator) ?? ""
      let gap =
        ["", "{1}", "{0-2}", "*", "(61|62)", "[!63]"].randomElement(using: &generator) ?? ""
      return SignatureFiles.signature(
        id, word(Int.random(in: 1...6, using: &generator)) + gap + word(2), reference: reference,
        offsets: offsets)
    }
    for _ in 0..<10 {
      let bytes = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
        letters.randomElement(using: &generator) ?? 0
      }
      let alone = try signatures.flatMap { try found([$0], in: bytes) }
      #expect(try found(signatures, in: bytes) == alone)
    }
  }

  /// Answers for three formats, of which the second has priority over the first.
  private func answer(_ text: String, named name: String = "") throws -> FormatAnswer {
    let file = try SignatureFiles.read(
      SignatureFiles.binary(
        SignatureFiles.signature(1, "'ab'") + SignatureFiles.signature(2, "'abc'")
          + SignatureFiles.signature(3, "'x'", offsets: "2 9"),
        formats: SignatureFiles.format(1, "t/1", signatures: [1], extensions: ["a"])
          + SignatureFiles.format(2, "t/2", signatures: [2], extensions: ["b"], over: [1])
          + SignatureFiles.format(3, "t/3", signatures: [3], extensions: ["c"])
          + SignatureFiles.format(4, "t/4", extensions: ["d"])
          + SignatureFiles.format(5, FormatIdentifier.plainText, extensions: ["txt"]))
    ).file
    return Array(text.utf8).withUnsafeBytes { bytes in
      var question = FormatIdentifier.Question(SearchedBytes(bytes))
      question.extension = name
      question.textEncoding = text.contains("\0") ? nil : "ASCII"
      return FormatIdentifier(file).answer(to: question)
    }
  }

  @Test("A priority removes a match, and without one several remain")
  func priorities() throws {
    #expect(try answer("abc").matches.map(\.format.puid) == ["t/2"])
    #expect(try answer("abd").matches.map(\.format.puid) == ["t/1"])
    let both = try answer("abxx", named: "z")
    #expect(both.matches.map(\.format.puid) == ["t/1", "t/3"] && both.extensionMismatch)
    #expect(try answer("abxx", named: "C").matches.map(\.format.puid) == ["t/3"])
  }

  @Test("The reason has the places of the match")
  func basis() throws {
    #expect(
      try answer("abc", named: "B").matches[0].basis == "extension match b; byte match at 0, 3")
    #expect(try answer("..x", named: "").matches[0].basis == "byte match at 2, 1")
  }

  @Test("Without a signature, the extension decides weakly, and text is text")
  func extensions() throws {
    let weak = try answer("\0", named: "d")
    #expect(weak.matches.map(\.basis) == ["extension match d"] && weak.isByExtensionOnly)
    let signed = try answer("\0", named: "a")
    #expect(signed.matches == [] && signed.possibilities == ["t/1"])
    let text = try answer("word", named: "a")
    #expect(text.matches.map(\.basis) == ["text match ASCII"] && text.extensionMismatch)
    #expect(
      try answer("word", named: "txt").matches.map(\.basis) == [
        "extension match txt; text match ASCII"
      ])
  }

  @Test("An answer that a longer search could change says so")
  func bound() throws {
    let file = try SignatureFiles.read(
      SignatureFiles.binary(
        SignatureFiles.signature(1, "'abcd'", reference: "Variable", offsets: "0")
          + SignatureFiles.signature(2, "'zz'", offsets: "90 90"),
        formats: SignatureFiles.format(1, "t/1", signatures: [1], over: [2])
          + SignatureFiles.format(2, "t/2", signatures: [2]))
    ).file
    let identifier = FormatIdentifier(file)
    func answer(_ head: String, _ tail: String, _ size: Int) -> FormatAnswer {
      Array(head.utf8).withUnsafeBytes { head in
        Array(tail.utf8).withUnsafeBytes { tail in
          identifier.answer(to: .init(SearchedBytes(head: head, tail: tail, size: size)))
        }
      }
    }
    #expect(answer("....", "....", 100).isBounded)
    #expect(answer("....", "....", 100).matches == [])
    #expect(answer("....", "abcd", 100).matches.map(\.format.puid) == ["t/1"])
    #expect(!answer("....", "abcd", 100).isBounded)
  }

  private struct Contents: ContainerContents {
    let entries: [String: String]
    func hasEntry(at path: String) -> Bool { entries[path] != nil }
    func bytes(at path: String) -> [UInt8] { Array((entries[path] ?? "").utf8) }
  }

  @Test("The contents of a container decide over its own signature")
  func containers() throws {
    let file = try SignatureFiles.read(
      SignatureFiles.binary(
        SignatureFiles.signature(1, "'PK'"),
        formats: SignatureFiles.format(2, "t/2", signatures: [1])
          + SignatureFiles.format(3, "t/3"))
    ).file
    let identifier = FormatIdentifier(
      file, containers: try SignatureFiles.readContainers(SignatureFiles.containers))
    func answer(_ bytes: String, _ entries: [String: String]) -> [FormatMatch] {
      Array(bytes.utf8).withUnsafeBytes { bytes in
        identifier.answer(to: .init(SearchedBytes(bytes))) { _ in Contents(entries: entries) }
          .matches
      }
    }
    let inside = answer("PK", ["mimetype": "....doc2", "content/": ""])
    #expect(inside.map(\.format.puid) == ["t/3"])
    #expect(
      inside.map(\.basis) == [
        "container name mimetype with byte match at 4, 4; name content/ with name only"
      ])
    #expect(answer("PK", ["mimetype": "....doc4", "content/": ""]).map(\.format.puid) == ["t/2"])
    #expect(answer("PK", ["mimetype": "....doc2"]).map(\.format.puid) == ["t/2"])
    #expect(answer("xx", ["mimetype": "....doc2", "content/": ""]) == [])
  }
}
