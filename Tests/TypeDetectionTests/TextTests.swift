import Testing
import TypeGraph

@testable import TypeDetection

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
      ([1, 0, 2, 0, 3, 0, 4, 0], nil), ([], nil),
    ] as [([UInt8], TextEncoding?)])
  func encodings(bytes: [UInt8], expected: TextEncoding?) {
    #expect(bytes.withUnsafeBytes(TextTest.encoding) == expected)
  }

  @Test("Only the first 128 bytes decide whether bytes are text")
  func window() {
    let text = [UInt8](repeating: 0x61, count: 128)
    #expect((text + [0]).withUnsafeBytes(TextTest.encoding) == .ascii)
    #expect((text.dropLast() + [0]).withUnsafeBytes(TextTest.encoding) == nil)
  }

  @Test(
    "The root element stands behind the prolog",
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
    "What is no document has no root element",
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
    "The shape of JSON shows the format",
    arguments: [
      ("{\"a\": 1}", "application/json"), ("[1, true, null, -2.5e3, \"\\\"\"]", "application/json"),
      ("{\"type\":\"Feature\",\"geometry\":null}", "application/geo+json"),
      ("{\"asset\":{\"version\":\"2.0\"},\"nodes\":[]}", "model/gltf+json"),
      ("{\"cells\":[],\"nbformat\":4}", "application/x-ipynb+json"),
      ("{\"@context\":\"x\"}", "application/ld+json"),
      ("{\"bomFormat\":\"CycloneDX\"}", "application/vnd.cyclonedx+json"),
      ("{\"log\":{\"version\":\"1.2\",\"entries\":[]}}", "application/har+json"),
      ("{\"a\":1}\n{\"a\":2}\n", "application/x-ndjson"),
    ])
  func jsonShapes(text: String, expected: String) {
    #expect(mimeName(ofJSON: text.utf8, isCut: false) == expected)
    for count in 1..<text.utf8.count {
      // A start is JSON as far as it goes.
      #expect(mimeName(ofJSON: text.utf8.prefix(count), isCut: true) != nil)
    }
  }

  @Test(
    "What only looks like JSON is none",
    arguments: [
      "[section]\na=1", "{template}", "{\"a\" 1}", "[1,]", "{", "1", "\"a\"", "{'a':1}", "[1 2]",
    ])
  func noJSON(text: String) {
    #expect(mimeName(ofJSON: text.utf8, isCut: false) == nil)
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
    ])
  func languages(text: String, expected: String) {
    let clue = Array(text.utf8).withUnsafeBytes { ScriptLanguage.clue($0) }
    #expect(clue?.mimeNames.first == expected)
  }

  @Test(
    "Lines that name no language give none",
    arguments: ["#!", "#!/bin/nothing", "-*- a", "-*--*-", "vim:", "text"])
  func noLanguage(text: String) {
    #expect(Array(text.utf8).withUnsafeBytes { ScriptLanguage.clue($0) == nil })
  }

  @Test("A piece of HTML begins with one of its elements")
  func fragments() {
    #expect(MarkupFragment.element(Array(" <!-- x --><DIV class='a'>".utf8)[...]) == "div")
    for text in ["<note>", "<div", "<", "a <p>", "<!-- x"] {
      #expect(MarkupFragment.element(Array(text.utf8)[...]) == nil)
    }
  }
}
