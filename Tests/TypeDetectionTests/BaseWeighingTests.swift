import Testing
import TypeDetection
import TypeGraph

/// What names and bytes count together with the declarations of this repository and nothing else.
struct BaseWeighingTests {
  private func candidate(
    _ type: String, of name: String, _ text: String
  ) throws -> Verdict.Candidate {
    let verdict = try BaseDeclarations.detector.get()
      .verdict(forBytes: Array(text.utf8), name: name)
    return try #require(verdict.candidates.first { $0.type.rawValue == type })
  }

  @Test(
    "A root element that nobody knows speaks against a type with others",
    arguments: [
      ("<foo xmlns='urn:x'/>", 20), ("<foo/>", 20), ("<svg xmlns='urn:x'/>", 0), ("<svg/>", 0),
      ("<svg xmlns='http://www.w3.org/2000/svg'/>", 0),
      ("<html xmlns='http://www.w3.org/1999/xhtml'/>", 20),
    ])
  func unknownRootElement(_ text: String, _ against: Int) throws {
    let candidate = try candidate("public.svg-image", of: "a.svg", text)
    #expect(candidate.contradiction == against, "\(candidate)")
  }

  @Test(
    "An extension of any bytes says little for the type that has it",
    arguments: [("a.dat", "com.microsoft.outlook.dat"), ("a.bin", "com.apple.macbinary-archive")])
  func extensionOfBytes(_ name: String, _ type: String) throws {
    let bytes: [UInt8] = [0, 1, 2, 3, 0xFF]
    let verdict = try BaseDeclarations.detector.get().verdict(forBytes: bytes, name: name)
    #expect(verdict.type == .data && verdict.confidence == .guess)
    let candidate = try #require(verdict.candidates.first { $0.type.rawValue == type })
    #expect(candidate.name == 5)
  }

  @Test("Only claimants of several languages are told apart by words")
  func wordsOfKin() throws {
    func rules(_ name: String, _ text: String) throws -> String {
      let verdict = try BaseDeclarations.detector.get()
        .verdict(forBytes: Array(text.utf8), name: name)
      return verdict.evidence.map(\.description).joined(separator: "\n")
    }
    let python = "import os\nclass A:\n    def f(self):\n        return None\n"
    #expect(try !rules("a.py", python).contains("words and lines"))
    #expect(try rules("a.pl", "use strict;\nmy $a = shift;\n").contains("words and lines of Perl"))
  }
}
