import Foundation
import TestSupport
import Testing
import UTITypeGraph

@testable import UTITypeDetection

/// Texts without a mark of the type that the name shows.
struct TextMarkTests {
  /// Prose of more than 500 bytes, in which no language has a mark.
  static let prose = Array(
    """
    The committee met in the afternoon to consider the proposals that had been sent in since the spring.
    Several members asked whether the cost of the new building had been estimated with care, and the
    treasurer answered that two firms had been consulted. It was agreed that a decision should wait until
    the report had been read by everyone. After a short pause the chair turned to the question of the
    library, which had been closed for repairs during most of the winter. The books were undamaged, but
    the floor would have to be replaced. Nobody expected the weather to change so quickly.

    """.utf8)

  private static let extensions = Result { try BaseDeclarations.extensions() }

  private static func verdict(_ bytes: [UInt8], _ name: String) throws -> Verdict {
    try BaseDeclarations.detector.get().verdict(forBytes: bytes, name: name)
  }

  @Test("Prose under the extension of any kind of XML or JSON is not a document")
  func grammars() throws {
    let detector = try BaseDeclarations.detector.get()
    let known = KnownTypes(detector.image)
    let documents = [try #require(known.document), try #require(known.json)]
    var count = 0
    for suffix in try Self.extensions.get() {
      let verdict = detector.verdict(forBytes: Self.prose, name: "a." + suffix)
      let named = detector.verdict(forName: "a." + suffix)
      func isDocument(_ identifier: TypeIdentifier) -> Bool {
        detector.image.type(identifier: identifier).map { type in
          documents.contains { detector.image.conforms(type, to: $0, in: .merged) }
        } ?? false
      }
      #expect(!isDocument(verdict.type), "\(suffix): \(verdict.type)")
      guard isDocument(named.type) else { continue }
      count += 1
      #expect(verdict.alternatives.contains { $0.type == named.type }, "\(suffix)")
    }
    #expect(count > 300)
  }

  @Test(
    "A long text without a mark of a language that shares its extension is a wider type of text",
    arguments: ["fx", "gd", "sch", "bi", "nas", "res", "pro", "inc", "m", "v"])
  func shared(suffix: String) throws {
    let verdict = try Self.verdict(Self.prose, "a." + suffix)
    #expect(
      ["text/plain", "text/x-source"].contains(verdict.mimeType ?? ""), "\(verdict.candidates)")
    let named = try BaseDeclarations.detector.get().verdict(forName: "a." + suffix)
    #expect(verdict.alternatives.first?.type == named.type)
    // A short text may have no mark by chance.
    let short = try Self.verdict(Array(Self.prose.prefix(40)), "a." + suffix)
    #expect(!short.candidates.contains { $0.contradictions.contains { $0.contains("no mark") } })
  }

  @Test(
    "Marked text and tables can be prose, and a program cannot",
    arguments: [
      ("notes.md", "text/markdown"), ("a.rst", "text/x-rst"), ("a.csv", "text/csv"),
      ("a.py", "text/plain"), ("a.swift", "text/plain"), ("a.html", "text/plain"),
    ])
  func prose(name: String, expected: String) throws {
    let verdict = try Self.verdict(Self.prose, name)
    #expect(verdict.mimeType == expected && verdict.confidence == .guess)
    // One line of a program is enough.
    let program = try Self.verdict(Self.prose + Array("a = 1\n".utf8), name)
    #expect(program.mimeType != "text/plain" || name == "a.html")
  }

  private static let program = """
    package main

    import "fmt"

    func main() {
    \tfor i := 0; i < 10; i++ {
    \t\tfmt.Println("line", i)
    \t}
    }

    """

  @Test("Under an extension that no type has, words decide about data and not about programs")
  func unknownExtension() throws {
    let bytes = Array(Self.program.utf8)
    #expect(try Self.verdict(bytes, "program").mimeType == "text/x-go")
    let verdict = try Self.verdict(bytes, "program.unheard-of")
    #expect(verdict.mimeType == "text/plain")
    #expect(verdict.alternatives.first?.mimeType == "text/x-go")
    for (text, expected) in [
      ("{\"a\": [1, 2]}\n", "application/json"), ("<?xml version='1.0'?><a/>", "application/xml"),
      ("#!/usr/bin/env python3\nprint(1)\n", "text/x-python"),
    ] {
      #expect(try Self.verdict(Array(text.utf8), "a.unheard-of").mimeType == expected)
    }
  }
}
