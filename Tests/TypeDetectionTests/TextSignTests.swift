import Testing
import UTITypeGraph

@testable import UTITypeDetection

/// What a text shows of its type, under the names of other texts.
struct TextSignTests {
  /// Texts with the type that each shows, and the extensions that the type or its kin has.
  private static let texts: [(text: String, type: String, own: Set<String>)] = [
    ("WEBVTT\n\n00:01.000 --> 00:04.000\nx\n", "org.w3.webvtt", ["vtt"]),
    ("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:a\r\nEND:VCARD\r\n", "public.vcard", ["vcf"]),
    (
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:a\r\nEND:VCALENDAR\r\n", "com.apple.ical.ics",
      ["ics"]
    ),
    ("<!DOCTYPE html>\n<html><body>404</body></html>\n", "public.html", ["html", "xml"]),
    ("<html>\n<body>404</body>\n</html>\n", "public.html", ["html", "xml"]),
    ("<?php\necho 1;\n", "public.php-script", ["html", "sh"]),
    ("{\\rtf1\\ansi a\\par}\n", "public.rtf", ["rtf"]),
    ("%!PS-Adobe-3.0\n%%EndComments\nshowpage\n", "com.adobe.postscript", ["ps"]),
    ("#EXTM3U\n#EXTINF:12,a\na.mp3\n", "public.m3u-playlist", ["m3u"]),
    (
      "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n", "public.svg-image",
      ["svg", "xml", "html"]
    ),
    ("<?xml version=\"1.0\"?>\n<note><to>a</to></note>\n", "public.xml", ["xml", "svg", "html"]),
    ("<D:a xmlns:D=\"DAV:\"><D:b/></D:a>\n", "public.xml", ["xml", "svg", "html"]),
    ("From: a@b.c\nTo: d@e.f\nSubject: s\n\nhi\n", "com.apple.mail.email", ["eml"]),
    (
      "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n", "public.x509-certificate",
      []
    ),
    ("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", "public.patch-file", ["diff"]),
    ("#!/usr/bin/env ruby\nputs 1\n", "public.ruby-script", ["rb", "sh"]),
  ]

  /// Extensions of texts that contain no texts of other types.
  private static let extensions = [
    "csv", "tsv", "js", "css", "html", "sql", "c", "h", "cpp", "py", "rb", "sh", "srt", "vtt",
    "ics", "vcf", "yaml", "toml", "ini", "xml", "svg", "tex", "rtf", "ps", "m3u", "eml", "po",
    "diff", "java", "go", "rs", "ts", "pl", "lua", "swift", "r", "m", "desktop",
  ]

  @Test("A text that shows its type keeps it under the name of another", arguments: texts.indices)
  func otherName(_ place: Int) throws {
    let (text, type, own) = Self.texts[place]
    let detector = try BaseDeclarations.detector.get()
    for ending in Self.extensions where !own.contains(ending) {
      let verdict = detector.verdict(forBytes: Array(text.utf8), name: "a.\(ending)")
      #expect(verdict.type.rawValue == type, "a.\(ending): \(verdict.candidates)")
    }
  }

  @Test(
    "A text that contains others keeps its name",
    arguments: [
      ("erb", "text/x-erb"), ("md", "text/markdown"), ("php", "application/x-php"),
      ("vue", "text/x-vue"), ("j2", "text/x-jinja"), ("jsp", "text/x-jsp"),
    ])
  func host(_ ending: String, _ type: String) throws {
    for detector in [BaseDeclarations.detector, BaseDeclarations.detectorBesideInstalled] {
      guard let detector = try? detector.get() else { continue }
      let expected = try #require(detector.image.type(anyMIMEName: type))
      let page = "<html>\n<body>a</body>\n</html>\n"
      let verdict = detector.verdict(forBytes: Array(page.utf8), name: "a.\(ending)")
      #expect(detector.image.type(identifier: verdict.type) == expected, "\(verdict.candidates)")
    }
  }

  @Test(
    "A kind of text all of whose files have a sign is not an answer without it",
    arguments: [
      ("a.smi", "application/x-sami", "<SAMI>\n<BODY>\n", "CCO ethanol\nc1ccccc1 benzene\n"),
      ("a.srv", "text/x-ros-interface", "a\nfloat64 x\n", "some lines\nof a text\n"),
      ("a.arc", "text/x-arc", "(def f (x) x)\n", "     1  O    0.0 0.0 0.0   1  2\n"),
      ("a.l", "text/x-lex", "%option noyywrap\n%%\n", "log 1\nlog 2\n"),
      ("a.il", "text/x-il-assembly", "\n.assembly a {}\n", "module \\top\nend\n"),
      ("a.sp", "text/x-sourcepawn", "#include <sourcemod>\n", "* supply\n.global Vdd\n.end\n"),
      (
        "a.fst", "text/x-fstar", "module A\nopen FStar.List\nlet f (x:int) : Tot int = x\n",
        ">a\nACGT\n"
      ),
    ])
  func missingSign(_ name: String, _ type: String, _ text: String, _ other: String) throws {
    let detector = try BaseDeclarations.detector.get()
    let expected = try #require(detector.image.type(anyMIMEName: type))
    func answer(_ text: String) -> TypeIndex? {
      detector.image.type(
        identifier: detector.verdict(forBytes: Array(text.utf8), name: name).type)
    }
    #expect(answer(text) == expected)
    #expect(answer(other) != expected)
  }

  @Test(
    "A tag that XML does not have shows no kind of XML",
    arguments: [
      ("q.sch", "<Qucs Schematic 0.0.5>\n<Properties>\n  <View=-60,-60>\n</Properties>\n"),
      ("q.lib", "<Qucs Library 0.0.14 \"I\">\n<Component A>\n</Component>\n"),
      ("q", "<a 1>\n<b>\n"),
    ])
  func malformed(_ name: String, _ text: String) throws {
    let detector = try BaseDeclarations.detector.get()
    let document = try #require(detector.image.type(identifier: "public.xml"))
    let verdict = detector.verdict(forBytes: Array(text.utf8), name: name)
    let type = try #require(detector.image.type(identifier: verdict.type))
    #expect(!detector.image.conforms(type, to: document, in: .merged), "\(verdict.candidates)")
  }

  @Test(
    "A signature of data inside of a text needs the start of a line and a second sign",
    arguments: [
      ("2026-01-01 INFO header is %PDF-1.5 ok\n1 0 obj\n", "public.plain-text"),
      ("a line\n%PDF-1.5 is a header\n", "public.plain-text"),
      ("a line\n%PDF-1.5\n1 0 obj\n<<>>\nendobj\n", "com.adobe.pdf"),
    ])
  func dataInText(_ text: String, _ type: String) throws {
    let verdict = try BaseDeclarations.detector.get().verdict(forBytes: Array(text.utf8))
    #expect(verdict.type.rawValue == type, "\(verdict.candidates)")
  }
}
