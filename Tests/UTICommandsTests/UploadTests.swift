import Foundation
import TestSupport
import Testing

/// The question of programs that accept files from others.
@Suite("Uploads")
struct UploadTests {
  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// Bytes that are not a picture.
  private static let hostile: [(name: String, bytes: [UInt8])] = [
    ("empty", []), ("zero", [0]), ("zeros", [UInt8](repeating: 0, count: 4096)),
    ("random", UploadBytes.random), ("half a signature", [0x89, 0x50, 0x4E]),
    ("DOS", text("MZ") + [0x90, 0, 3, 0, 0, 0]),
    ("ELF", text("\u{7F}ELF") + [2, 1, 1, 0, 0, 0, 0, 0]),
    ("ZIP", text("PK\u{3}\u{4}") + [20, 0] + [UInt8](repeating: 0, count: 40)),
    ("PHP", text("<?php system($_GET['c']); ?>\n")),
    ("HTML", text("<!DOCTYPE html><html><script>alert(1)</script></html>\n")),
    ("script", text("#!/bin/sh\nrm -rf /\n")), ("PDF", text("%PDF-1.7\n1 0 obj\n")),
    ("PostScript", text("%!PS-Adobe-3.0\n")), ("text", text("a text of some words\n")),
  ]

  /// Names of pictures, with and without a signature at the first byte.
  private static let extensions = ["png", "jpg", "svg", "webp"]

  private static func answer(
    _ bytes: [UInt8], as name: String, _ options: [String]
  ) throws -> String {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let path = try directory.write(name, bytes)
    let run = try Command.run(["identify", "--is"] + options + [path])
    #expect(run.status == (run.output == "yes\n" ? 0 : 1), "\(run.errors)")
    return run.output
  }

  @Test("No hostile bytes become a picture by their name", arguments: extensions)
  func pictures(extension: String) throws {
    for (name, bytes) in Self.hostile {
      for level in ["agreement", "sign"] {
        let options = ["public.image", "--at-least", level]
        let answer = try Self.answer(bytes, as: "upload.\(`extension`)", options)
        #expect(answer == "no\n", "\(name) named .\(`extension`)")
      }
    }
  }

  @Test("Pictures remain pictures under any name")
  func honest() throws {
    let svg = Self.text(#"<svg xmlns="http://www.w3.org/2000/svg"/>"#)
    let rows: [([UInt8], String)] = [
      (UploadBytes.png, "a.png"), (UploadBytes.png, "a.jpg"), (UploadBytes.png, "a"),
      (UploadBytes.png, "a.txt"),
      (svg, "a.svg"), (Self.text("GIF89a") + [1, 0, 1, 0, 0, 0, 0, 0x3B], "a.gif"),
      (
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Self.text("JFIF\0") + [1, 1, 0, 0, 1, 0, 1, 0, 0],
        "a.jpg"
      ),
    ]
    for (bytes, name) in rows {
      #expect(try Self.answer(bytes, as: name, ["public.image"]) == "yes\n", "\(name)")
    }
  }

  @Test("Text may have any kind that its name promises, if no signature is missing")
  func texts() throws {
    let words = Self.text("import os\nprint(1)\n")
    #expect(try Self.answer(words, as: "a.py", ["public.python-script"]) == "yes\n")
    #expect(try Self.answer(words, as: "a.txt", ["public.text"]) == "yes\n")
    #expect(try Self.answer(words, as: "a.svg", ["public.text"]) == "yes\n")
    #expect(try Self.answer([], as: "a.txt", ["public.text"]) == "yes\n")
    #expect(try Self.answer(UploadBytes.random, as: "a.py", ["public.text"]) == "no\n")
    #expect(try Self.answer(UploadBytes.random, as: "a.json", ["public.json"]) == "no\n")
  }

  @Test("The support of a yes can be chosen, and the name alone can be asked")
  func levels() throws {
    for level in ["none", "agreement", "sign"] {
      let options = ["public.png", "--at-least", level]
      #expect(try Self.answer(UploadBytes.png, as: "a.png", options) == "yes\n")
    }
    #expect(try Self.answer([], as: "a.png", ["public.image", "--by", "name"]) == "yes\n")
    let read = ["public.image", "--by", "name", "--at-least", "agreement"]
    #expect(try Self.answer([], as: "a.png", read) == "no\n")
    #expect(try Command.run(["identify", "--at-least", "sign", "/dev/null"]).status == 64)
    #expect(try Self.answer(UploadBytes.random, as: "a", ["public.item"]) == "yes\n")
  }

  @Test("A sign is in the bytes, and agreement is bytes without one")
  func signs() throws {
    let words = Self.text("some words of a letter\n")
    let style = Self.text("a { color: red }\n")
    // The name, its bytes, the question, and whether agreement and a sign are yes.
    let rows: [(String, [UInt8], String, Bool, Bool)] = [
      ("a.txt", words, ".txt", true, true), ("a.py", words, ".py", true, false),
      ("a.py", words, "public.text", true, false),
      ("a.css", style, "public.css", true, false), ("a.css", style, "public.item", true, true),
      ("a.txt", Self.text("<!DOCTYPE html>\n<p>a</p>\n"), ".txt", true, false),
      ("a.xml", Self.text("<letter><to>a</to></letter>\n"), ".xml", true, true),
      ("a.zip", UploadBytes.archive, ".zip", true, true),
      ("a.docx", UploadBytes.archive, ".docx", false, false),
      ("a.odt", UploadBytes.archive, ".odt", false, false),
      ("a.cbz", UploadBytes.archive, ".cbz", true, false),
      ("a.ps", words, ".ps", false, false), ("a.vcf", words, ".vcf", false, false),
      ("a.ami", UploadBytes.random, ".ami", true, false),
      ("a.png", UploadBytes.png, ".png", true, true),
      ("a.png", UploadBytes.png, "public.image", true, true),
    ]
    for (name, bytes, question, agreement, sign) in rows {
      for (level, expected) in [("agreement", agreement), ("sign", sign)] {
        let answer = try Self.answer(bytes, as: name, [question, "--at-least", level])
        #expect(answer == (expected ? "yes\n" : "no\n"), "\(name) \(question) \(level)")
      }
    }
  }
}
