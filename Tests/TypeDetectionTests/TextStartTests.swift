import Testing
import UTITypeGraph

@testable import UTITypeDetection

/// Texts after a byte-order mark and blank lines, and in UTF-16, are what they are without them.
struct TextStartTests {
  enum Form: CaseIterable {
    case marked
    case littleEndian
    case bigEndian
    case unmarkedLittleEndian
    case blankLine
    case markedBlankLine

    func bytes(_ text: String) -> [UInt8] {
      switch self {
      case .marked: Array("\u{FEFF}\(text)".utf8)
      case .littleEndian: Array("\u{FEFF}\(text)".utf16).flatMap { [UInt8](little: Int($0), 2) }
      case .bigEndian: Array("\u{FEFF}\(text)".utf16).flatMap { [UInt8](big: Int($0), 2) }
      case .unmarkedLittleEndian: Array(text.utf16).flatMap { [UInt8](little: Int($0), 2) }
      case .blankLine: Array("\r\n  \n\(text)".utf8)
      case .markedBlankLine: Array("\u{FEFF}\n\(text)".utf8)
      }
    }
  }

  /// The start of a text of each kind that may have something before its signature.
  private static let texts = [
    "1\n00:00:01,000 --> 00:00:02,000\nHello\n\n2\n00:00:03,000 --> 00:00:04,000\nyou\n",
    "WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n", "#EXTM3U\n#EXTINF:1,a\na.mp3\n",
    "BEGIN:VCARD\nVERSION:4.0\nFN:A B\nEND:VCARD\n",
    "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//a//b\nEND:VCALENDAR\n",
    "Windows Registry Editor Version 5.00\n\n[HKEY_CURRENT_USER\\a]\n",
    "{\\rtf1\\ansi\\deff0 Hello}\n", "<!DOCTYPE html>\n<html><body>Hello</body></html>\n",
    "{\"a\": [1, 2, 3], \"b\": null}\n", "%!PS-Adobe-3.0\n%%BoundingBox: 0 0 1 1\n",
    "-----BEGIN CERTIFICATE-----\nMAsGCSqGSIb3DQEBAQ==\n-----END CERTIFICATE-----\n",
    "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n",
    "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", "[Desktop Entry]\nType=Application\nName=A\n",
  ]

  @Test("The form of a text does not change its type", arguments: texts, Form.allCases)
  func forms(_ text: String, _ form: Form) throws {
    let detector = try BaseDeclarations.detector.get()
    let plain = detector.verdict(forBytes: Array(text.utf8))
    #expect(plain.mimeType != "text/plain", "\(plain.candidates)")
    let verdict = detector.verdict(forBytes: form.bytes(text))
    #expect(verdict.type == plain.type, "\(verdict.candidates)")
  }

  @Test("An interpreter is only asked for by the first characters")
  func interpreters() throws {
    let detector = try BaseDeclarations.detector.get()
    let script = "#!/usr/bin/perl\nx\n"
    #expect(detector.verdict(forBytes: Array(script.utf8)).mimeType == "application/x-perl")
    let verdict = detector.verdict(forBytes: Array("\n\(script)".utf8))
    #expect(verdict.mimeType == "text/plain", "\(verdict.candidates)")
  }

  @Test(
    "The explanation before a key or a certificate is ignored",
    arguments: [
      "Bag Attributes\n    friendlyName: a\nsubject=CN = a\n", "# a comment\n\n",
      "Certificate:\n    Data:\n        Version: 3 (0x2)\n",
    ])
  func explanations(_ explanation: String) throws {
    let detector = try BaseDeclarations.detector.get()
    let certificate = "-----BEGIN CERTIFICATE-----\nMAsG\n-----END CERTIFICATE-----\n"
    let plain = detector.verdict(forBytes: Array(certificate.utf8))
    for name in [nil, "server.pem"] {
      let verdict = detector.verdict(
        forBytes: Array("\(explanation)\(certificate)".utf8), name: name)
      #expect(verdict.type == plain.type, "\(verdict.candidates)")
    }
    let prose = "This is how a certificate looks\n\(certificate)"
    #expect(detector.verdict(forBytes: Array(prose.utf8)).mimeType == "text/plain")
  }

  @Test(
    "A text with another name stays of that name with a certificate in it",
    arguments: [
      ("a.md", "# TLS\n\nPut this into the file:\n\n"), ("a.py", "CERT = \"\"\"\n"),
      ("a.rs", "pub const CERT: &str = \"\\\n"), ("a.properties", "cert=\\\n"),
      ("a.yaml", "cert: |\n"), ("a.log", "2026-01-01 00:00:00 a certificate:\n"),
    ])
  func certificates(_ name: String, _ start: String) throws {
    let detector = try BaseDeclarations.detector.get()
    let text = start + "-----BEGIN CERTIFICATE-----\nMAsG\n-----END CERTIFICATE-----\n"
    let verdict = detector.verdict(forBytes: Array(text.utf8), name: name)
    #expect(verdict.type == detector.verdict(forName: name).type, "\(verdict.candidates)")
  }

  @Test(
    "A byte-order mark and blank lines do not weaken the signature of a text",
    arguments: ["", "\n", "\u{FEFF}", "\u{FEFF}\n\n"], ["csv", "py", "srt"])
  func marks(_ start: String, _ suffix: String) throws {
    let detector = try BaseDeclarations.detector.get()
    for (text, expected) in [
      ("<!DOCTYPE html>\n<html><body>a</body></html>\n", "text/html"),
      ("WEBVTT\n\n00:01.000 --> 00:04.000\na\n", "text/vtt"),
      ("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:a\r\nEND:VCARD\r\n", "text/vcard"),
    ] {
      let verdict = detector.verdict(forBytes: Array("\(start)\(text)".utf8), name: "a.\(suffix)")
      #expect(verdict.mimeType == expected, "\(verdict.candidates)")
    }
  }

  @Test("Blanks and line ends show nothing of a type", arguments: ["py", "ics", "stp", "css"])
  func blanks(_ suffix: String) throws {
    let detector = try BaseDeclarations.detector.get()
    for text in ["\n", "  \n\t\n", String(repeating: "\n", count: 2000)] {
      let verdict = detector.verdict(forBytes: Array(text.utf8), name: "a.\(suffix)")
      #expect(verdict.confidence == .guess, "\(verdict.candidates)")
    }
  }

  @Test(
    "The program that a first line starts shows the language",
    arguments: [
      ("/usr/bin/osascript", "text/x-applescript"),
      ("/usr/bin/osascript -l JavaScript", "text/javascript"),
      ("/usr/bin/env -S cargo -Zscript", "text/rust"), ("/usr/bin/env zx", "text/javascript"),
      ("/usr/bin/env -S npx tsx", "application/typescript"),
      ("/usr/bin/env deno", "application/typescript"), ("/usr/bin/env ipython", "text/x-python3"),
      ("/usr/bin/env -S scala-cli shebang", "text/x-scala"),
      ("/usr/bin/env sudo bash", "application/x-shellscript"),
      ("/usr/bin/env stack", "text/x-haskell"), ("/usr/bin/time bash", "application/x-shellscript"),
    ])
  func programs(_ program: String, _ expected: String) throws {
    let detector = try BaseDeclarations.detector.get()
    let type = try #require(detector.image.type(anyMIMEName: expected))
    let verdict = detector.verdict(forBytes: Array("#!\(program)\nx\n".utf8))
    #expect(verdict.type == detector.image.identifier(of: type), "\(verdict.candidates)")
  }

  @Test("An extension in capitals is not the one in small letters if a pattern has it")
  func capitals() throws {
    let detector = try BaseDeclarations.detector.get()
    let bytes = Array("#include <stdio.h>\nint main() { return 0; }\n".utf8)
    for name in ["box.C", "box.H"] {
      #expect(
        detector.verdict(forBytes: bytes, name: name).type
          == detector.verdict(forName: name).type)
    }
    #expect(detector.verdict(forBytes: bytes, name: "box.c").type.rawValue == "public.c-source")
  }
}
