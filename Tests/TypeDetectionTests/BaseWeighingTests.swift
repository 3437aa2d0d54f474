import Testing
import UTITypeDeclarations
import UTITypeDetection
import UTITypeGraph

/// The weights of names and bytes with the declarations of this repository only.
struct BaseWeighingTests {
  private func candidate(
    _ type: String, of name: String, _ text: String
  ) throws -> Verdict.Candidate {
    let verdict = try BaseDeclarations.detector.get()
      .verdict(forBytes: Array(text.utf8), name: name)
    return try #require(verdict.candidates.first { $0.type.rawValue == type })
  }

  @Test(
    "A root element of no type contradicts a type with others",
    arguments: [
      ("<foo xmlns='urn:x'/>", 20), ("<foo/>", 20), ("<svg xmlns='urn:x'/>", 0), ("<svg/>", 0),
      ("<svg xmlns='http://www.w3.org/2000/svg'/>", 0),
      ("<html xmlns='http://www.w3.org/1999/xhtml'/>", 20),
      ("<?xml version='1.0'?><foo/>", 20), ("<?xml version='1.0'?><svg/>", 0), ("words\n", 100),
    ])
  func unknownRootElement(_ text: String, _ against: Int) throws {
    let candidate = try candidate("public.svg-image", of: "a.svg", text)
    #expect(candidate.contradiction == against, "\(candidate)")
  }

  @Test(
    "An extension for any bytes adds little weight to its type",
    arguments: [("a.dat", "com.microsoft.outlook.dat"), ("a.bin", "com.apple.macbinary-archive")])
  func extensionOfBytes(_ name: String, _ type: String) throws {
    let bytes: [UInt8] = [0, 1, 2, 3, 0xFF]
    let verdict = try BaseDeclarations.detector.get().verdict(forBytes: bytes, name: name)
    #expect(verdict.type == .data && verdict.confidence == .guess)
    let candidate = try #require(verdict.candidates.first { $0.type.rawValue == type })
    #expect(candidate.name == 5)
  }

  @Test(
    "Texts with embedded languages, and scripts that name a language, are recognised",
    arguments: [
      ("a.html.erb", "<!DOCTYPE html>\n<p><%= yield %></p>\n", "mime.text.x-erb"),
      ("a.vue", "<!DOCTYPE html>\n<template></template>\n", "mime.text.x-vue"),
      ("a.php", "<!DOCTYPE html>\n<p>page</p>\n", "public.php-script"),
      ("a.unheard", "<!DOCTYPE html>\n<p>page</p>\n", "public.html"),
      ("a.sh", "#!/usr/bin/env python3\nprint(1)\n", "mime.text.x-python3"),
      ("a.sh", "#!/usr/bin/perl\nprint 1;\n", "public.perl-script"),
      ("a.sh", "#!/bin/sh\necho\n", "public.shell-script"),
      ("a.txt", "#!/usr/bin/perl\nprint 1;\n", "public.plain-text"),
    ])
  func textInText(_ name: String, _ text: String, _ expected: String) throws {
    let verdict = try BaseDeclarations.detector.get()
      .verdict(forBytes: Array(text.utf8), name: name)
    #expect(verdict.type.rawValue == expected, "\(verdict.candidates)")
  }

  @Test(
    "Headers are in the language of their words, or in the language that they name",
    arguments: [
      ("int open_all(const char *path);\nvoid close_all(void);\n", "public.c-header"),
      ("#define A 1\n", "public.c-header"),
      (
        "#include <memory>\nnamespace a {\nclass B : public C {\n public:\n  virtual ~B();\n};\n}\n",
        "public.c-plus-plus-header"
      ),
      (
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(int a);\n#ifdef __cplusplus\n}\n#endif\n",
        "public.c-header"
      ),
      ("// Tables -*- C++ -*-\n#define A 1\n", "public.c-plus-plus-header"),
      (
        "#import <Foundation/Foundation.h>\n@interface A : NSObject\n- (void)b;\n@end\n",
        "public.objective-c-source"
      ),
    ])
  func header(_ text: String, _ expected: String) throws {
    let verdict = try BaseDeclarations.detector.get()
      .verdict(forBytes: Array(text.utf8), name: "a.h")
    #expect(verdict.type.rawValue == expected, "\(verdict.candidates)")
  }

  @Test("Nothing is weighed without bytes", arguments: ["a.txt", "a.png", "a"])
  func emptyFile(_ name: String) throws {
    let verdict = try BaseDeclarations.detector.get().verdict(forBytes: [], name: name)
    #expect(verdict.candidates.isEmpty)
  }

  @Test("The common supertype of claimants is the verdict if only words have evidence")
  func documentOfSeveralClaimants() throws {
    let files = try DeclarationReader().read(
      Array(
        """
        <mime-info xmlns='http://www.freedesktop.org/standards/shared-mime-info'>
          <mime-type type='application/xhtml+xml'><glob pattern='*.html' weight='45'/></mime-type>
        </mime-info>
        """.utf8),
      from: DeclarationSource(
        path: "/system/packages/a.xml", format: .sharedMIMEInfo, layer: .system))
    let text = "<?xml version='1.0'?>\n<note/>\n"
    let verdict = try BaseDeclarations.detector(beside: [files])
      .verdict(forBytes: Array(text.utf8), name: "a.html")
    #expect(verdict.type == verdict.candidates.first?.type, "\(verdict.candidates)")
  }

  @Test("Words distinguish only claimants of several languages")
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
