import TestSupport
import Testing
import UTIDataFormats
import UTIFormatSignatures
import UTIPortable
import UTITypeDeclarations

@Suite("Signature files")
struct SignatureReaderTests {
  @Test("A format has its identifier, names, signatures and priorities")
  func formats() throws {
    let (file, findings) = try SignatureFiles.read(
      SignatureFiles.binary(
        SignatureFiles.signature(4, "00"),
        formats: """
          <FileFormat ID="8" MIMEType="a/b, c/d" Name="Name" PUID="fmt/1" Version="1.0">
          <InternalSignatureID>4</InternalSignatureID><Extension>mcw</Extension>
          <HasPriorityOverFileFormatID>9</HasPriorityOverFileFormatID></FileFormat>
          """))
    #expect(findings == [])
    #expect(file.version == "7" && file.date == "2024-04-01")
    var format = FileFormat(id: 8, puid: "fmt/1", name: "Name")
    format.version = "1.0"
    format.mimeTypes = ["a/b", "c/d"]
    format.extensions = ["mcw"]
    format.signatureIDs = [4]
    format.supersededIDs = [9]
    format.position = SourcePosition(line: 10, column: 1)
    #expect(file.formats == [format])
  }

  @Test("An identifier with a control character is refused with its position")
  func controlCharacter() throws {
    let (file, findings) = try SignatureFiles.read(
      SignatureFiles.binary(
        "",
        formats: SignatureFiles.format(1, "fmt/1&#10;fmt/2")
          + SignatureFiles.format(2, "fmt/3&#x9;") + SignatureFiles.format(3, "fmt/4&#x85;")
          + SignatureFiles.format(4, "fmt/5")))
    #expect(findings.map(\.rule) == Array(repeating: "invalid-puid", count: 3))
    #expect(findings.allSatisfy { $0.position.line == 8 && $0.position.column > 0 })
    #expect(file.formats.map(\.puid) == ["fmt/5"])
  }

  @Test(
    "An identifier is two names with a slash between them",
    arguments: [
      ("fmt/5", true), ("x-fmt/5", true), ("dev/a_1.b", true), ("../../x", false), ("../x", false),
      ("fmt", false), ("/1", false), ("fmt/", false), ("fmt/1/2", false), ("fmt/1 2", false),
      ("fmt/\u{E9}", false),
    ])
  func identifiers(_ puid: String, _ isValid: Bool) throws {
    let (file, findings) = try SignatureFiles.read(
      SignatureFiles.binary("", formats: SignatureFiles.format(1, puid)))
    #expect(file.formats.map(\.puid) == (isValid ? [puid] : []))
    #expect(findings.map(\.rule) == (isValid ? [] : ["invalid-puid"]))
  }

  @Test(
    "A file without contents, and a release that is not a number, are errors",
    arguments: [
      ("<FFSignatureFile/>", ["no-signatures"]),
      ("<ContainerSignatureMapping/>", ["no-signatures"]),
      ("<FFSignatureFile Version=\"x\"/>", ["invalid-number"]),
      ("<ContainerSignatureMapping signatureVersion=\"-1\"/>", ["invalid-number"]),
      (
        "<FFSignatureFile><FileFormatCollection><FileFormat ID=\"1\" Name=\"A\" PUID=\"fmt/1\"/>"
          + "</FileFormatCollection></FFSignatureFile>", []
      ),
    ])
  func emptyFiles(_ text: String, _ rules: [String]) throws {
    let findings = try FormatSignatureReader.read(Array(text.utf8)).findings
    #expect(findings.map(\.rule) == rules)
    #expect(findings.allSatisfy { $0.severity == .error && $0.position.line == 1 })
  }

  @Test("Priorities in a circle, and repeated identifiers, are reported where they are")
  func contradictions() throws {
    let signature = SignatureFiles.signature(1, "61")
    let (file, findings) = try SignatureFiles.read(
      SignatureFiles.binary(
        signature + "\n" + signature,
        formats: [
          SignatureFiles.format(1, "fmt/1", signatures: [1], over: [2]),
          SignatureFiles.format(2, "fmt/2", signatures: [1], over: [3, 4]),
          SignatureFiles.format(3, "fmt/3", over: [1]), SignatureFiles.format(4, "fmt/4"),
          SignatureFiles.format(4, "fmt/5"), SignatureFiles.format(6, "fmt/1"),
          SignatureFiles.format(7, "fmt/7", over: [7]),
        ].joined(separator: "\n")))
    #expect(
      findings.map { "\($0.position.line) \($0.rule): \($0.message)" } == [
        "8 repeated-identifier: another element before it is the signature 1 too",
        "15 priority-cycle: formats have priority over each other: fmt/1, fmt/2, fmt/3",
        "17 repeated-identifier: another element before it is the format 4 too",
        "18 repeated-identifier: another element before it is the format “fmt/1” too",
        "19 priority-cycle: formats have priority over each other: fmt/7",
      ])
    // Formats that exclude each other all remain.
    let identifier = FormatIdentifier(file)
    let answer = Array("a".utf8).withUnsafeBytes {
      identifier.answer(to: FormatIdentifier.Question(SearchedBytes($0)))
    }
    #expect(answer.matches.map(\.format.puid) == ["fmt/1", "fmt/2"] || answer.matches.count == 1)
  }

  @Test("Fragments surround the expression in the order of their positions")
  func fragments() throws {
    let (file, findings) = try SignatureFiles.read(
      SignatureFiles.binary(
        """
        <InternalSignature ID="1" Specificity="Specific">
        <ByteSequence Reference="BOFoffset">
        <SubSequence MinFragLength="0" Position="1" SubSeqMaxOffset="6" SubSeqMinOffset="4">
        <Sequence>1011</Sequence><DefaultShift>3</DefaultShift><Shift Byte="10">1</Shift>
        <LeftFragment MaxOffset="1" MinOffset="1" Position="1">09</LeftFragment>
        <LeftFragment MaxOffset="0" MinOffset="0" Position="2">08</LeftFragment>
        <RightFragment MaxOffset="0" MinOffset="0" Position="1">12</RightFragment>
        <RightFragment MaxOffset="3" MinOffset="2" Position="1">13</RightFragment>
        </SubSequence>
        <SubSequence Position="2" SubSeqMinOffset="5"><Sequence>20</Sequence></SubSequence>
        </ByteSequence>
        <ByteSequence Reference="EOFoffset">
        <SubSequence Position="1" SubSeqMaxOffset="2" SubSeqMinOffset="0">
        <Sequence>31</Sequence></SubSequence>
        <SubSequence Position="2" SubSeqMinOffset="0"><Sequence>30</Sequence></SubSequence>
        </ByteSequence>
        <ByteSequence><SubSequence Position="1" SubSeqMinOffset="0" SubSeqMaxOffset="0">
        <Sequence>40</Sequence></SubSequence></ByteSequence>
        </InternalSignature>
        """))
    #expect(findings == [])
    #expect(
      file.signatures[0].sequences == [
        ByteSequence(
          .start,
          [
            .gap(least: 4, greatest: 6), .bytes([0x08, 0x09]), .gap(least: 1, greatest: 1),
            .bytes([0x10, 0x11]),
            .choice([
              [.bytes([0x12])], [.gap(least: 2, greatest: 3), .bytes([0x13])],
            ]),
            .gap(least: 5, greatest: nil), .bytes([0x20]),
          ]),
        ByteSequence(
          .end,
          [
            .bytes([0x30]), .gap(least: 0, greatest: nil), .bytes([0x31]),
            .gap(least: 0, greatest: 2),
          ]),
        ByteSequence(.anywhere, [.gap(least: 0, greatest: nil), .bytes([0x40])]),
      ])
  }

  @Test("A container signature has entries, and the formats that the mapping names")
  func containers() throws {
    let file = try SignatureFiles.readContainers(SignatureFiles.containers)
    #expect(file.version == "3" && file.triggers == [.zip: ["t/2"]])
    let signature = try #require(file.signatures.first)
    #expect(signature.puids == ["t/3"] && signature.summary == "A document")
    #expect(signature.entries.map(\.path) == ["mimetype", "content/"])
    let elements = signature.entries[0].signatures[0].sequences[0].elements
    #expect(elements[..<2] == [.gap(least: 4, greatest: 4), .bytes(Array("doc".utf8))])
  }

  @Test(
    "An invalid element is reported at its line, and others are kept",
    arguments: [
      (SignatureFiles.signature(1, "0G"), "7:1 invalid-expression"),
      (SignatureFiles.signature(1, ""), "7:1 invalid-expression"),
      (SignatureFiles.signature(1, "00", reference: "Middle"), "5:27 invalid-reference"),
      (SignatureFiles.signature(1, "00", offsets: "-1 0"), "6:1 invalid-number"),
      ("<InternalSignature ID='1'/>", "5:1 missing-sequence"),
      ("<InternalSignature/>", "5:1 missing-attribute"),
      ("<InternalSignature ID='x'/>", "5:1 invalid-number"),
      (
        "<InternalSignature ID='1'><ByteSequence><SubSequence/></ByteSequence></InternalSignature>",
        "5:1 missing-sequence"
      ),
    ])
  func findings(signature: String, expected: String) throws {
    let text = SignatureFiles.binary(
      signature + "\n" + SignatureFiles.signature(2, "00"),
      formats: SignatureFiles.format(1, "t/1", signatures: [2]))
    let (file, findings) = try SignatureFiles.read(text)
    let texts = findings.map { "\($0.position.line):\($0.position.column) \($0.rule)" }
    #expect(texts.first == expected, "\(texts)")
    #expect(findings.allSatisfy { !$0.remedy.isEmpty })
    #expect(file.signatures.map(\.id) == [2])
  }

  @Test("A reference to a signature that is missing is a warning")
  func references() throws {
    let text = SignatureFiles.binary("", formats: SignatureFiles.format(1, "t/1", signatures: [5]))
    let (file, findings) = try SignatureFiles.read(text)
    #expect(findings.map(\.rule) == ["unknown-signature"] && file.formats.count == 1)
  }

  @Test("A document that is none of the two is an error with its position")
  func otherDocuments() {
    func error(_ text: String) -> String {
      do throws(FormatError) {
        _ = try FormatSignatureReader.read(Array(text.utf8))
        return ""
      } catch {
        return error.text(in: "f.xml")
      }
    }
    #expect(error("<mime-info/>").hasPrefix("f.xml:1:1: error: the root element is “mime-info”"))
    #expect(error("<FFSignatureFile>\n<a></FFSignatureFile>").hasPrefix("f.xml:2:"))
    #expect(error("").hasPrefix("f.xml:1:1: error: the file is empty"))
  }

  @Test("Changed files are read or rejected, and what is read can be searched for")
  func changedFiles() throws {
    let base = SignatureFiles.binary(
      SignatureFiles.signature(1, "00{2-4}(01|'a'*[!02])??[03:05]")
        + SignatureFiles.signature(2, "'abcd'", reference: "EOFoffset", offsets: "0"),
      formats: SignatureFiles.format(1, "t/1", signatures: [1, 2], extensions: ["a"], over: [1]))
    var generator = SeededGenerator(seed: 65)
    let replacements = Array("<>&\"'/=![]-{}()|*? 0A9:~^\0\u{7F}k".utf8) + [0xFF, 0xC3]
    let sample = [0, 1, 2, 0x61, 3, 4, 5] + Array("abcd".utf8)
    var outcomes: Set<Bool> = []
    for text in [base, SignatureFiles.containers] {
      let bytes = Array(text.utf8)
      for _ in 0..<3000 {
        var changed = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          let index = Int.random(in: changed.indices, using: &generator)
          changed[index] = replacements.randomElement(using: &generator) ?? 0
        }
        guard let contents = try? FormatSignatureReader.read(changed).contents else {
          outcomes.insert(false)
          continue
        }
        outcomes.insert(true)
        if case .signatures(let file) = contents {
          let identifier = FormatIdentifier(file)
          _ = sample.withUnsafeBytes { identifier.answer(to: .init(SearchedBytes($0))) }
        }
      }
    }
    #expect(outcomes == [true, false])
  }
}
