import Foundation
import Testing
import UTITypeGraph

@testable import UTITypeDetection

/// The text test with its encodings, the root element, the shapes of texts.
struct TextTests {
  @Test(
    "The text test and the encoding (rule 10.7)",
    arguments: [
      ([0x61, 0x0A, 0x09, 0x0D], .ascii), ([0x61, 0], nil), ([0x1B, 0x5B], nil),
      ([0xC3, 0xA4, 0x61], .utf8), ([0xE4, 0x61], .unknown8Bit), ([0xEF, 0xBB, 0xBF, 0x61], .utf8),
      ([0xEF, 0xBB, 0xBF, 0], nil), ([0xFF, 0xFE, 0x61, 0], .utf16LittleEndian),
      ([0xFE, 0xFF, 0, 0x61], .utf16BigEndian),
      ([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], .utf32LittleEndian),
      ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x61], .utf32BigEndian),
      ([0x61, 0, 0x62, 0, 0x63, 0, 0x64, 0], .utf16LittleEndian),
      ([0, 0x61, 0, 0x62, 0, 0x63, 0, 0x64], .utf16BigEndian),
      ([0x61, 0, 0, 0, 0x62, 0, 0, 0], .utf32LittleEndian),
      ([1, 0, 2, 0, 3, 0, 4, 0], nil), ([], nil), ([0x0C, 0x0A, 0x61], .ascii),
      ([0x4E, 0x08, 0x4E], .ascii), ([0x61, 0x0B], nil),
      ([0x0C, 0, 0x61, 0, 0x62, 0, 0x63, 0], .utf16LittleEndian),
    ] as [([UInt8], TextEncoding?)])
  func encodings(bytes: [UInt8], expected: TextEncoding?) {
    #expect(bytes.withUnsafeBytes(TextTest.encoding) == expected)
  }

  @Test("Only the first 128 bytes decide whether bytes are text, except zeros")
  func window() {
    let text = [UInt8](repeating: 0x61, count: 128)
    #expect((text + [1]).withUnsafeBytes(TextTest.encoding) == .ascii)
    #expect((text.dropLast() + [1]).withUnsafeBytes(TextTest.encoding) == nil)
    #expect((text + [0]).withUnsafeBytes(TextTest.specifiedEncoding) == .ascii)
    #expect((text + [0]).withUnsafeBytes(TextTest.encoding) == nil)
    let longer = [UInt8](repeating: 0x61, count: TextTest.zeroWindow)
    #expect((longer.dropLast() + [0]).withUnsafeBytes(TextTest.encoding) == nil)
    #expect((longer + [0]).withUnsafeBytes(TextTest.encoding) == .ascii)
  }

  @Test(
    "The root element follows the prolog",
    arguments: [
      ("<a/>", "", "a"), ("<?xml version='1.0'?>\n<!-- <b> --><a x='1'>", "", "a"),
      ("<!DOCTYPE a [<!ENTITY b '>'> <!-- ] -->]><a>", "", "a"),
      ("<a xmlns='urn:n'>", "urn:n", "a"), ("<p:a y='z' xmlns:p=\"urn:p\"/>", "urn:p", "a"),
      ("<p:a xmlns='urn:n'>", "", "a"), ("\u{FEFF} <a>", "", "a"),
    ])
  func rootElements(text: String, namespace: String, name: String) {
    let found = Array(text.utf8).withUnsafeBytes { bytes in
      var scanner = RootElementScanner(bytes, encoding: .utf8)
      return scanner.rootElement()
    }
    #expect(found?.namespace == namespace)
    #expect(found?.localName == name)
  }

  @Test(
    "A file that is no document has no root element",
    arguments: ["", "a", "<", "<!-- a", "<?xml", "< a>", "<a b>", "<!DOCTYPE a"])
  func noRootElement(text: String) {
    for count in 0...text.utf8.count {
      let found = Array(text.utf8.prefix(count)).withUnsafeBytes { bytes in
        var scanner = RootElementScanner(bytes, encoding: .utf8)
        return scanner.rootElement()
      }
      #expect(found == nil)
    }
  }

  /// The first MIME type of a JSON text; nil when it is none.
  private func mimeName(ofJSON text: some Sequence<UInt8>, isCut: Bool) -> String? {
    Array(text).withUnsafeBytes { JSONShape($0, isCut: isCut)?.mimeNames.first }
  }

  @Test(
    "The structure of JSON identifies the format",
    arguments: [
      ("{\"a\": 1}", "application/json"), ("[1, true, null, -2.5e3, \"\\\"\"]", "application/json"),
      ("{\"type\":\"Feature\",\"geometry\":null}", "application/geo+json"),
      ("{\"asset\":{\"version\":\"2.0\"},\"nodes\":[]}", "model/gltf+json"),
      ("{\"cells\":[],\"nbformat\":4}", "application/x-ipynb+json"),
      ("{\"cells\":[{\"cell_type\":\"code\",\"source\":[]}]}", "application/x-ipynb+json"),
      ("{\"cells\":{\"cell_type\":\"code\",\"source\":[]}}", "application/json"),
      ("{\"asset\":{\"a\":{\"version\":\"2.0\"}},\"nodes\":[]}", "application/json"),
      ("{\"@context\":\"x\"}", "application/ld+json"),
      ("{\"bomFormat\":\"CycloneDX\"}", "application/vnd.cyclonedx+json"),
      ("{\"log\":{\"version\":\"1.2\",\"entries\":[]}}", "application/har+json"),
      ("{\"a\":1}\n{\"a\":2}\n", "application/x-ndjson"), ("[1]\r\n5\r\n", "application/x-ndjson"),
      (
        String(repeating: "[", count: 100) + "\"]\"" + String(repeating: "]", count: 100),
        "application/json"
      ),
      (
        String(repeating: "{\"a\":[", count: 60) + String(repeating: "]}", count: 60),
        "application/json"
      ),
    ])
  func jsonShapes(text: String, expected: String) {
    #expect(mimeName(ofJSON: text.utf8, isCut: false) == expected)
    for count in 1..<text.utf8.count {
      // A start is JSON as far as it goes.
      #expect(mimeName(ofJSON: text.utf8.prefix(count), isCut: true) != nil)
    }
  }

  @Test(
    "Numbers in an array are read one by one, whatever is between them",
    arguments: [
      ("[1, 2, 3]", true), ("[1,2,3]", true), ("[-1.5,\n 2.25 , 3]", true),
      ("[1,  2,\r\n3]", true), ("[1e3, 2E-4, 5]", true),
      ("[1, [2, 3], \"4\", {\"a\": 5}, null]", true), ("[0, -0, 00]", true),
      ("[1, 2,]", false), ("[1,, 2]", false), ("[1. , 2]", false), ("[-, 2]", false),
      ("[1.5.5, 2]", false), ("[1 2, 3]", false), ("[.5, 2]", false), ("[1, 2", false),
    ])
  func numbers(text: String, isJSON: Bool) {
    #expect((mimeName(ofJSON: text.utf8, isCut: false) != nil) == isJSON)
    if isJSON {
      for count in 1..<text.utf8.count {
        #expect(mimeName(ofJSON: text.utf8.prefix(count), isCut: true) != nil)
      }
    }
  }

  @Test(
    "Text that only resembles JSON is none",
    arguments: [
      "[section]\na=1", "{template}", "{\"a\" 1}", "[1,]", "{", "1", "\"a\"", "{'a':1}", "[1 2]",
      "[1234] 5678\n", "{} 5", "{\"a\":1}{\"b\":2}", "{\n\"a\": 1\n}\n{\n\"a\": 2\n}\n",
      "[1] [2]\n",
      String(repeating: "[", count: 20_000),
    ])
  func noJSON(text: String) {
    #expect(mimeName(ofJSON: text.utf8, isCut: false) == nil)
  }

  @Test("A start of several texts on one line, or over several lines, is no start of JSON lines")
  func cutLines() {
    #expect(mimeName(ofJSON: "{\"a\":1} {\"b".utf8, isCut: true) == nil)
    #expect(mimeName(ofJSON: "{\n\"a\": 1\n}\n{\n\"b".utf8, isCut: true) == nil)
    #expect(mimeName(ofJSON: "{}\n{\"b".utf8, isCut: true) == "application/x-ndjson")
    #expect(mimeName(ofJSON: String(repeating: "[", count: 20_000).utf8, isCut: true) != nil)
  }

  @Test(
    "The structure of a text identifies its type after a byte order mark and in any encoding",
    arguments: [
      ("{\"a\":1}", .utf8, "application/json"), ("#!/bin/sh\n", .utf8, "text/x-shellscript"),
      ("<?xml version=\"1.0\"?><unknown/>", .utf8, "application/xml"),
      ("<?xml version=\"1.0\"?><unknown/>", .utf16LittleEndian, "application/xml"),
      ("<?xml version=\"1.0\"?><unknown/>", .utf16BigEndian, "application/xml"),
      ("<unknown/>", .utf8, "text/plain"), ("<?xml-stylesheet?><unknown/>", .utf8, "text/plain"),
      ("text", .utf16LittleEndian, "text/plain"),
    ] as [(String, String.Encoding, String)])
  func marks(text: String, encoding: String.Encoding, expected: String) throws {
    let names = ["application/json", "text/x-shellscript", "application/xml", "text/html"]
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let plain = Fixture.type("text/plain") {
      // A rule that any text with a mark meets.
      $0.magic = [Fixture.rule([Fixture.match(mark)], priority: 45)]
    }
    for types in [[], [plain]] {
      let detector = TypeDetector(
        image: try Fixture.image(names.map { Fixture.type($0) }, base: types))
      let bytes = try #require(("\u{FEFF}" + text).data(using: encoding))
      #expect(detector.verdict(forBytes: Array(bytes)).mimeType == expected)
    }
  }

  @Test(
    "An interpreter or a mode line names the language",
    arguments: [
      ("#!/bin/sh\n", "text/x-shellscript"), ("#! /usr/bin/env python3.12 -u\n", "text/x-python3"),
      ("#!/usr/bin/env -S A=b node --x\n", "text/javascript"),
      ("#!/usr/bin/perl5.36\n", "application/x-perl"),
      ("/* -*- mode: C++; tab-width: 2 -*- */\n", "text/x-c++src"),
      ("; -*- Python -*-\n", "text/x-python"),
      ("a\nb\n# vim: set ts=2 ft=ruby :\n", "application/x-ruby"),
      ("#!/usr/bin/env -Spython3 -u\n", "text/x-python3"),
      ("#!/usr/bin/env --split-string=python3 -u\n", "text/x-python3"),
      ("#!/usr/bin/env --split-string python3\n", "text/x-python3"),
      ("#!/usr/bin/env -u FOO python3\n", "text/x-python3"),
      ("#!/usr/bin/env -uFOO --unset BAR python3\n", "text/x-python3"),
      ("#!/usr/bin/env -C /tmp python3\n", "text/x-python3"),
      ("#!/usr/bin/env --chdir=/tmp python3\n", "text/x-python3"),
      ("#!/usr/bin/env -iS A=b python3\n", "text/x-python3"),
      ("#!/usr/bin/env -vS -u A bash -x\n", "text/x-shellscript"),
      ("#!/usr/bin/env -S uv run --script\n", "text/x-python3"),
      ("#!/bin/sh\n# \\\nexec tclsh \"$0\" \"$@\"\n", "text/x-tcl"),
      ("#!/bin/bash\n\n  # a\nexec /usr/bin/env perl -x -- \"$0\"\n", "application/x-perl"),
      ("#!/bin/sh\nexec python3 other.py\n", "text/x-shellscript"),
      ("#!/bin/sh\nexec nothing \"$0\"\n", "text/x-shellscript"),
      ("#!/bin/sh\nset -e\nexec tclsh \"$0\"\n", "text/x-shellscript"),
      ("#!/bin/busybox sh\n", "text/x-shellscript"), ("#!\t/bin/sh\n", "text/x-shellscript"),
      ("vi: ft=lua", "text/x-lua"), ("/* Vim: set ft=c: */\n", "text/x-csrc"),
      ("# ex: filetype=python\n", "text/x-python"),
      ("# see neovim:\n# vim: ft=lua\n", "text/x-lua"),
      (String(repeating: "a = 1\n", count: 500) + "# vim: ft=python\n", "text/x-python"),
      (String(repeating: "a\n", count: 9) + "# vi: ft=python\n\n\n\n\n", "text/x-python"),
    ])
  func languages(text: String, expected: String) {
    let clue = Array(text.utf8).withUnsafeBytes { ScriptLanguage.clue($0, isWhole: true) }
    #expect(clue?.mimeNames.first == expected)
  }

  @Test(
    "Lines that name no language give none",
    arguments: [
      "#!", "#!/bin/nothing", "-*- a", "-*--*-", "vim:", "text", "see neovim: ft=lua",
      "#!/usr/bin/env",
      "ex: ft=lua", "#!/usr/bin/env -u python3", "#!/usr/bin/env -S", "#!/bin/busybox", ":",
      "vi:vi:",
      "a\na\na\na\na\n# vim: ft=lua\na\na\na\na\na\n",
    ])
  func noLanguage(text: String) {
    #expect(Array(text.utf8).withUnsafeBytes { ScriptLanguage.clue($0, isWhole: true) == nil })
  }

  @Test("The last lines of a truncated text are not read")
  func cutText() {
    let text = String(repeating: "a\n", count: 9) + "# vim: ft=lua\n"
    #expect(Array(text.utf8).withUnsafeBytes { ScriptLanguage.clue($0, isWhole: false) == nil })
  }

  @Test(
    "A fragment of HTML begins with one of its elements",
    arguments: [
      (" <!-- x --><DIV class='a'>", "div"), ("<article><h1>a</h1></article>", "article"),
      ("<section xmlns='http://www.w3.org/1999/xhtml'><div/></section>", "section"),
      ("<form action='a'>\n<input name='b'>", "form"), ("<table><tr><td>", "table"),
      ("<head>\n<meta charset='utf-8'>", "head"), ("<p xmlns:v='urn:v'>", "p"),
    ])
  func fragments(text: String, element: String) {
    #expect(MarkupFragment.element(Array(text.utf8)[...]) == element)
  }

  @Test(
    "A name that other vocabularies share is no HTML alone, nor is another namespace",
    arguments: [
      "<note>", "<div", "<", "a <p>", "<!-- x", "<article xmlns=\"http://docbook.org/ns/docbook\">",
      "<article article-type=\"research-article\"><front/></article>",
      "<form name=\"a\"><widget/></form>", "<table><row/></table>", "<link rel='x'/>",
      "<section id='a'>\n<title>x</title><para>y</para>\n</section>",
      "<div xmlns:a='urn:a' xmlns = 'urn:d'><div/>", "<?xml version='1.0'?><div/>",
    ])
  func noFragments(text: String) {
    #expect(MarkupFragment.element(Array(text.utf8)[...]) == nil)
  }
}
