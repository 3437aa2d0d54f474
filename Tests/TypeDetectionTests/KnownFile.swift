import Testing

/// Small files of many kinds, and what each is.
struct KnownFile: Sendable, CustomTestStringConvertible {
  /// Its name; nil if the bytes must show the type.
  let name: String?
  let bytes: [UInt8]
  /// The MIME type.
  let expected: String
  var testDescription: String { name ?? expected }

  /// - Parameter text: the bytes, each as the character with its number.
  init(_ expected: String, _ name: String?, _ text: String) {
    self.init(
      expected, name, bytes: text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
  }

  init(_ expected: String, _ name: String?, bytes: [UInt8]) {
    self.expected = expected
    self.name = name
    self.bytes = bytes
  }
}

extension KnownFile {
  static let all = data + containers + languages + texts

  private static let png = "\u{89}PNG\r\n\u{1A}\n\0\0\0\u{D}IHDR\0\0\0\u{1}\0\0\0\u{1}\u{8}\u{6}"

  static let data = [
    KnownFile("image/png", nil, png), KnownFile("image/png", "a.png", png),
    KnownFile("image/png", "a.txt", png), KnownFile("image/png", "a.swift", png),
    KnownFile("image/gif", nil, "GIF89a\u{1}\0\u{1}\0\u{80}\0\0"),
    KnownFile("image/jpeg", "a.jpg", "\u{FF}\u{D8}\u{FF}\u{E0}\0\u{10}JFIF\0\u{1}\u{1}\0"),
    KnownFile("image/tiff", "a.tif", "II*\0\u{8}\0\0\0\0\0\0\0\0\0\0\0"),
    KnownFile("image/bmp", "a.bmp", "BM\u{46}\0\0\0\0\0\0\0\u{36}\0\0\0\u{28}\0\0\0"),
    KnownFile("image/webp", nil, "RIFF\u{24}\0\0\0WEBPVP8 \u{18}\0\0\0"),
    KnownFile("audio/flac", "a.flac", "fLaC\0\0\0\u{22}\u{10}\0\u{10}\0"),
    KnownFile("audio/vnd.wave", "a.wav", "RIFF\u{24}\0\0\0WAVEfmt \u{10}\0\0\0\u{1}\0"),
    KnownFile("application/pdf", nil, "%PDF-1.7\n%\u{E2}\u{E3}\u{CF}\u{D3}\n1 0 obj\n"),
    KnownFile("application/pdf", "a.pdf", "%PDF-1.4\n1 0 obj\n"),
    KnownFile("application/vnd.sqlite3", "a.sqlite", "SQLite format 3\0\u{10}\0\u{1}\u{1}\0"),
    KnownFile("application/gzip", "a.gz", "\u{1F}\u{8B}\u{8}\0\0\0\0\0\0\u{3}"),
    KnownFile("application/x-sharedlib", "liba.so", bytes: ExecutableFixture().bytes),
    KnownFile(
      "application/x-executable", "a", bytes: ExecutableFixture(kind: 2, hasInterpreter: true).bytes
    ),
    KnownFile("application/x-object", "a.o", bytes: ExecutableFixture(kind: 1).bytes),
    KnownFile(
      "application/x-mach-binary", "a",
      "\u{CA}\u{FE}\u{BA}\u{BE}\0\0\0\u{2}\u{1}\0\0\u{7}\0\0\0\u{3}"),
    KnownFile(
      "application/x-java", "A.class", "\u{CA}\u{FE}\u{BA}\u{BE}\0\0\0\u{34}\0\u{16}\u{7}\0"),
    KnownFile("application/wasm", "a.wasm", "\0asm\u{1}\0\0\0"),
    KnownFile("font/ttf", "a.ttf", "\0\u{1}\0\0\0\u{F}\0\u{80}\0\u{3}\0\u{70}DSIG"),
    KnownFile("font/woff2", "a.woff2", "wOF2\0\u{1}\0\0\0\0\u{10}\0"),
  ]

  static let containers = [
    KnownFile("application/zip", "a.zip", bytes: ContainerFixture.zip([("a", "b")])),
    KnownFile(
      "application/epub+zip", "a.epub",
      bytes: ContainerFixture.zip([("mimetype", "application/epub+zip"), ("META-INF/a", "")])),
    KnownFile(
      "application/vnd.oasis.opendocument.text", "a.odt",
      bytes: ContainerFixture.zip([("mimetype", "application/vnd.oasis.opendocument.text")])),
  ]

  static let languages = [
    KnownFile(
      "text/x-swift", "Package.swift",
      "// swift-tools-version: 6.2\nimport PackageDescription\n\nlet package = Package(name: \"a\")\n"
    ),
    KnownFile("text/x-swift", "a.swift", "import Foundation\n\nstruct A {\n  let b: Int\n}\n"),
    KnownFile("text/x-swift", "b.swift", "// The first line.\n\nfunc a() {}\n"),
    KnownFile("text/x-python", "a.py", "import os\n\ndef a():\n    return os.getcwd()\n"),
    KnownFile("text/x-python", "a", "#!/usr/bin/env python3\nprint(1)\n"),
    KnownFile("text/x-chdr", "a.h", "#ifndef A_H\n#define A_H\nint a(void);\n#endif\n"),
    KnownFile("text/x-csrc", "a.c", "#include <stdio.h>\n\nint main(void) { return 0; }\n"),
    KnownFile("text/x-c++src", "a.cpp", "#include <vector>\n\nclass A { public: int b; };\n"),
    KnownFile("text/x-java", "A.java", "package a;\n\npublic class A {}\n"),
    KnownFile("text/x-go", "a.go", "package main\n\nimport \"fmt\"\n\nfunc main() {}\n"),
    KnownFile("text/rust", "a.rs", "// A crate.\nfn main() { println!(\"a\"); }\n"),
    KnownFile("text/x-kotlin", "a.kt", "package a\n\nfun main() { println(\"a\") }\n"),
    KnownFile("application/x-ruby", "a.rb", "require 'json'\n\nputs 1\n"),
    KnownFile("application/x-php", "a.php", "<?php\necho 1;\n"),
    KnownFile("application/x-perl", "a.pl", "#!/usr/bin/perl\nuse strict;\nmy $a = 1;\n"),
    KnownFile("text/javascript", "a.js", "// A module.\nconst a = 1;\nexport default a;\n"),
    KnownFile(
      "text/tsx", "a.tsx",
      "import React from 'react';\n\nexport const A = () => <div>{1}</div>;\n"),
    KnownFile(
      "application/typescript", "a.ts",
      "import { B } from './b';\n\nexport interface A { b: string; }\n"),
    KnownFile(
      "text/x-protobuf", "a.proto",
      "// A service.\nsyntax = \"proto3\";\n\nmessage A { string b = 1; }\n"),
    KnownFile(
      "text/x-terraform", "main.tf",
      "# Where it runs.\nresource \"aws_instance\" \"a\" {\n  ami = \"b\"\n}\n"),
    KnownFile("text/x-shellscript", ".bashrc", "# ~/.bashrc\nexport PATH=$HOME/bin:$PATH\n"),
    KnownFile("text/x-shellscript", "a.sh", "#!/bin/sh\necho a\n"),
    KnownFile("application/sql", "a.sql", "-- A table.\nSELECT a FROM b WHERE c = 1;\n"),
    KnownFile("text/css", "a.css", "/* All. */\nbody { color: red; }\n"),
    KnownFile("text/x-makefile", "Makefile", "# All.\nall:\n\techo a\n"),
    KnownFile("text/x-cmake", "CMakeLists.txt", "project(A)\nadd_executable(a a.c)\n"),
  ]

  static let texts = [
    KnownFile("text/plain", "a.txt", "// A text that begins as a program does.\n"),
    KnownFile("text/plain", nil, "A few words of a letter.\n"),
    KnownFile("text/x-dotenv", ".env", "# Secrets.\nA=1\nB=two\n"),
    KnownFile("application/json", "a.json", "{\"a\": [1, 2, null]}\n"),
    KnownFile("application/json", nil, "{\"a\": [1, 2, null]}\n"),
    KnownFile("application/xml", "a.xml", "<?xml version=\"1.0\"?>\n<a><b/></a>\n"),
    KnownFile("application/xml", nil, "<?xml version=\"1.0\"?>\n<a><b/></a>\n"),
    KnownFile("image/svg+xml", "a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n"),
    KnownFile("text/html", "a.html", "<!DOCTYPE html>\n<html><head></head></html>\n"),
    KnownFile("application/yaml", "a.yaml", "# Settings.\na: 1\nb:\n  - c\n"),
    KnownFile("application/toml", "a.toml", "# Settings.\n[a]\nb = 1\n"),
    KnownFile("text/markdown", "a.md", "# A title\n\nSome *words*.\n"),
    KnownFile("text/csv", "a.csv", "a,b,c\n1,2,3\n"),
    KnownFile("text/x-tex", "a.tex", "% A text.\n\\documentclass{article}\n\\begin{document}\n"),
    KnownFile("text/x-patch", "a.patch", "--- a/b\n+++ b/b\n@@ -1 +1 @@\n-a\n+b\n"),
    KnownFile(
      "chemical/seq-na-genbank", "a.gb",
      "LOCUS       SCU49845     5028 bp    DNA             PLN       21-JUN-1999\nDEFINITION  A.\n"),
    KnownFile(
      "application/vnd.ga4gh.sam", "a.sam",
      "@HD\tVN:1.6\tSO:coordinate\n@SQ\tSN:ref\tLN:45\nr001\t99\tref\t7\t30\t8M\t=\t37\t39\tTTAG\t*\n"
    ),
    KnownFile(
      "application/vnd.ga4gh.vcf", "a.vcf",
      "##fileformat=VCFv4.3\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n"),
    KnownFile("text/vcard", "b.vcf", "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:A\r\nEND:VCARD\r\n"),
    KnownFile("text/calendar", "a.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"),
    KnownFile("chemical/seq-na-fasta", "a.fasta", ">seq1 a\nACGTACGT\n"),
  ]
}
