import Foundation
import TestSupport
import Testing

/// A declaration with faults that can be mended, and one that cannot.
private let faulty = """
  <?xml version="1.0" encoding="UTF-8"?>
  <plist version="1.0">
  <dict>
  \t<key>CFBundleIdentifier</key>
  \t<string>org.example.application</string>
  \t<key>UTExportedTypeDeclarations</key>
  \t<array>
  \t\t<dict>
  \t\t\t<key>UTTypeIdentifier</key>
  \t\t\t<string>org.example.format</string>
  \t\t\t<key>UTTypeConformsTo</key>
  \t\t\t<string>public.data</string>
  \t\t\t<key>UTTypeTagSpecification</key>
  \t\t\t<dict>
  \t\t\t\t<key>public.filename-extension</key>
  \t\t\t\t<array>
  \t\t\t\t\t<string>.Exmpl</string>
  \t\t\t\t\t<string>exmpl</string>
  \t\t\t\t</array>
  \t\t\t</dict>
  \t\t</dict>
  \t</array>
  </dict>
  </plist>

  """

@Suite("uti lint, its options")
struct LintOptionTests {
  /// Runs a test with a file in a separate directory.
  private func withFile(
    _ text: String = faulty, named name: String = "a.plist", _ body: (String) throws -> Void
  ) throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let file = directory.url.appendingPathComponent(name).path
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    try body(file)
  }

  private func content(_ file: String) throws -> String {
    try String(contentsOfFile: file, encoding: .utf8)
  }

  @Test("A file that is named twice is corrected once, and one that is missing stops no other")
  func severalFixes() throws {
    try withFile { file in
      let folder = (file as NSString).deletingLastPathComponent
      let other = folder + "/b.plist"
      try faulty.write(toFile: other, atomically: false, encoding: .utf8)
      let paths = [file, folder + "/missing.plist", file, folder + "/./a.plist", other]
      let run = try Command.run(["lint", "--fix"] + paths)
      #expect(run.status == 66, "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count { $0.contains("a.plist:17") } == 2)
      #expect(run.errors.split(separator: "\n").count { $0.contains("b.plist:17") } == 2)
      #expect(try content(file) == content(other))
      #expect(try !content(file).contains("Exmpl"))
    }
  }

  @Test("shows the line of a finding with a caret below its column")
  func excerpt() throws {
    try withFile { file in
      let run = try Command.run(["lint", "--only", "extension-with-dot", file])
      #expect(run.status == 0)
      #expect(run.lines.first?.hasPrefix("\(file):17:6: warning: the extension “.Exmpl”") == true)
      #expect(
        run.lines.dropFirst() == [" 17 | \t\t\t\t\t<string>.Exmpl</string>", "    | \t\t\t\t\t^"])
    }
  }

  @Test("cuts long lines around the column, and prints no control characters")
  func longLine() throws {
    let text =
      "<plist version='1.0'><dict>" + String(repeating: "<key>k</key><true/>", count: 20)
      + "<key>UTExportedTypeDeklarations\u{9B}31m</key><array/>"
      + String(repeating: "<key>k</key><true/>", count: 20) + "</dict></plist>"
    try withFile(text) { file in
      let run = try Command.run(["lint", "--only", "unknown-key", file])
      #expect(run.lines.count == 3)
      #expect(run.lines.allSatisfy { !$0.unicodeScalars.contains("\u{9B}") })
      let shown = try #require(run.lines.dropFirst().first)
      let caret = try #require(run.lines.last?.firstIndex(of: "^"))
      let column = run.lines.last.map { $0.distance(from: $0.startIndex, to: caret) } ?? 0
      #expect(shown.dropFirst(column).hasPrefix("<key>UTExportedTypeDeklarations"))
      #expect(shown.contains("| …") && shown.hasSuffix("…"))
      #expect(shown.count < 140)
    }
  }

  @Test("prints one object a line, or one object, with the same fields")
  func machineForms() throws {
    try withFile { file in
      let lines = try Command.run(["lint", "--format", "jsonl", file]).objects()
      let fields = ["column", "file", "line", "message", "remedy", "rule", "severity"]
      #expect(!lines.isEmpty)
      #expect(lines.allSatisfy { $0.keys.sorted() == fields })
      let whole = try Command.run(["lint", "--format", "json", file])
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(whole.output.utf8)) as? [String: Any])
      let results = try #require(object["results"] as? [[String: Any]])
      #expect(object["version"] as? Int == 1)
      #expect(results.map { $0["rule"] as? String } == lines.map { $0["rule"] as? String })
    }
  }

  @Test("lists the rules, and takes only rules that exist")
  func rules() throws {
    let rules = try Command.run(["lint", "--rules", "--format", "jsonl"]).objects()
    #expect(rules.count >= 25)
    #expect(rules.allSatisfy { ($0["summary"] as? String)?.hasSuffix(".") == true })
    #expect(rules.allSatisfy { ["error", "warning", "note"].contains($0["severity"] as? String) })
    let wrong = try Command.run(["lint", "--only", "unknown-kye", "x"])
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("did you mean unknown-key?"))
    #expect(try Command.run(["lint"]).status == 64)
    #expect(try Command.run(["lint", "--define", "x", "y"]).status == 64)
  }

  @Test("reports the selected rules and no others")
  func selection() throws {
    try withFile { file in
      let names = try Command.run(["lint", "--format", "jsonl", file]).objects()
        .compactMap { $0["rule"] as? String }
      #expect(Set(names) == ["missing-description", "extension-with-dot"])
      let rest = try Command.run(
        ["lint", "--disable", "missing-description", "--format", "jsonl", file])
      #expect(try rest.objects().map { $0["rule"] as? String } == ["extension-with-dot"])
      let strict = try Command.run(["lint", "--warnings-as-errors", file])
      #expect(strict.status == 1)
      let clean = [
        "lint", "--warnings-as-errors", "--disable", "missing-description", "--disable",
        "extension-with-dot", file,
      ]
      #expect(try Command.run(clean).status == 0)
    }
  }

  @Test("fixes in place, through links and with the permissions of the file, and then reports none")
  func fix() throws {
    try withFile { file in
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
      let link = file + ".link.plist"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
      let run = try Command.run(["lint", "--fix", "--disable", "missing-description", link])
      #expect(run.status == 0)
      #expect(run.output.isEmpty)
      #expect(
        run.errors.split(separator: "\n").map { $0.dropFirst(link.count) } == [
          ":17:6: fixed: “.Exmpl” is now “Exmpl” [extension-with-dot]",
          ":17:6: fixed: “Exmpl” is now “exmpl” [extension-with-capitals]",
          ":18:6: fixed: removed “<string>exmpl</string>” [duplicate-tag]",
        ])
      let expected = faulty.replacingOccurrences(of: "\t\t\t\t\t<string>exmpl</string>\n", with: "")
        .replacingOccurrences(of: ".Exmpl", with: "exmpl")
      #expect(try content(file) == expected)
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
      let again = try Command.run(["lint", "--fix", file])
      #expect(again.errors.isEmpty)
      #expect(try content(file) == expected)
    }
  }

  @Test("changes no answer about a name when it removes a pattern", arguments: ["*.kqy", "*.KQY"])
  func fixWeights(pattern: String) throws {
    let text = """
      <?xml version="1.0"?>
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="application/x-kqa"><comment>A</comment>
      <glob pattern="\(pattern)"/>
      <glob pattern="*.kqy" weight="80"/>
      </mime-type>
      <mime-type type="application/x-kqb"><comment>B</comment>
      <glob pattern="*.kqy" weight="60"/>
      </mime-type>
      </mime-info>

      """
    try withFile(text, named: "a.xml") { file in
      let before = try Command.run(["lookup", "--registry", file, ".kqy"])
      #expect(before.lines.count == 2)
      _ = try Command.run(["lint", "--fix", file])
      let removed = "<glob pattern=\"\(pattern)\"/>\n"
      #expect(try content(file) == text.replacingOccurrences(of: removed, with: ""))
      #expect(try Command.run(["lookup", "--registry", file, ".kqy"]).output == before.output)
    }
  }

  @Test("skips a file that it cannot read")
  func fixUnreadable() throws {
    let text = "<plist><dict><key>UTExportedTypeDeclarations"
    try withFile(text) { file in
      let run = try Command.run(["lint", "--fix", file])
      #expect(run.status == 65)
      #expect(try content(file) == text)
    }
  }

  @Test("substitutes values for build variables")
  func define() throws {
    let text = faulty.replacingOccurrences(of: "org.example.format", with: "$(ID).format")
    try withFile(text) { file in
      let plain = try Command.run(["lint", file])
      #expect(plain.status == 1)
      #expect(try Command.run(["lint", "--define", "ID=org.example", file]).status == 0)
    }
  }

  @Test("checks against directories, which may contain the file itself")
  func directories() throws {
    try withFile { file in
      let directory = URL(fileURLWithPath: file).deletingLastPathComponent().path
      let child = directory + "/b.plist"
      try faulty.replacingOccurrences(of: "org.example.format", with: "org.example.child")
        .replacingOccurrences(of: "public.data", with: "org.example.format")
        .write(toFile: child, atomically: false, encoding: .utf8)
      let arguments = ["lint", "--only", "unknown-parent", "--only", "foreign-export"]
      #expect(try Command.run(arguments + [child]).lines.count == 3)
      for path in [child, directory + "/./b.plist"] {
        let run = try Command.run(arguments + ["--registry", directory, path])
        #expect(run.status == 0)
        #expect(run.output.isEmpty)
      }
      #expect(try Command.run(["lint", "--registry", "/nonexistent", child]).status == 66)
    }
  }

  @Test("checks declarations as parts of a base on request")
  func base() throws {
    let text = faulty.replacingOccurrences(of: "org.example.format", with: "public.example")
    try withFile(text) { file in
      let arguments = ["lint", "--only", "reserved-domain", file]
      let plain = try Command.run(arguments)
      #expect(plain.lines.count == 3)
      #expect(try Command.run(arguments + ["--base"]).output.isEmpty)
    }
  }

  @Test("checks files that declare types in a directory, at any depth, and ignores the others")
  func directory() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let root = directory.url
    try FileManager.default.createDirectory(
      at: root.appendingPathComponent("b/.hidden"), withIntermediateDirectories: true)
    let package = """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="application/x-a"><comment>A</comment><glob pattern=".part3"/></mime-type>
      </mime-info>
      """
    let files = [
      "a.plist": faulty, "b/b.xml": package, "b/page.xml": "<html/>", "b/list.plist": "<plist/>",
      "b/array.plist": "<plist><array/></plist>", "b/a.txt": faulty, "b/.hidden/a.plist": faulty,
      "cut.plist": "<plist><dict>",
    ]
    for (name, text) in files {
      try text.write(to: root.appendingPathComponent(name), atomically: false, encoding: .utf8)
    }
    #expect(mkfifo(root.path + "/pipe.plist", 0o600) == 0)
    let run = try Command.run(["lint", "--format", "jsonl", root.path])
    #expect(run.status == 65, "the file that is cut")
    let found = try run.objects().map { object in
      let file = object["file"] as? String ?? ""
      return file.dropFirst(root.path.count) + " " + (object["rule"] as? String ?? "")
    }
    #expect(
      found == [
        "/a.plist missing-description", "/a.plist extension-with-dot",
        "/b/b.xml glob-without-star", "/cut.plist not-well-formed",
      ])
    let empty = root.appendingPathComponent("empty").path
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    let nothing = try Command.run(["lint", empty])
    #expect(nothing.status == 66)
    #expect(nothing.errors.contains("\(empty): it has no property list"))
  }

  @Test("checks files that are given together against each other")
  func together() throws {
    try withFile { file in
      let child = file + ".child.plist"
      try faulty.replacingOccurrences(of: "org.example.format", with: "org.example.child")
        .replacingOccurrences(of: "public.data", with: "org.example.format")
        .write(toFile: child, atomically: false, encoding: .utf8)
      let arguments = ["lint", "--only", "unknown-parent"]
      #expect(try Command.run(arguments + [child]).lines.count == 3)
      #expect(try Command.run(arguments + [child, file]).output.isEmpty)
      #expect(try Command.run(arguments + [file, child]).output.isEmpty)
    }
  }

  @Test("reports only new findings of a file of the registry, and all on request")
  func registryFile() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let types = directory.url.appendingPathComponent("Registry/types")
    try FileManager.default.createDirectory(at: types, withIntermediateDirectories: true)
    let file = types.appendingPathComponent("20-text.plist").path
    let text = try RepositoryFiles.text("Registry/types/20-text.plist")
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    let plain = try Command.run(["lint", file])
    #expect(plain.status == 0)
    #expect(plain.output.isEmpty, "\(plain.output)")
    let all = try Command.run(["lint", "--base", RepositoryFiles.path("Registry/types"), file])
    #expect(all.output.contains("mime-tag-with-parameters"))
    // The same text without the built-in registry to compare it with has findings of before.
    let end = try #require(text.range(of: "</array>\n</dict>\n</plist>", options: .backwards))
    let addition = """
      \t<dict>
      \t\t\t<key>UTTypeIdentifier</key>
      \t\t\t<string>org.example.new</string>
      \t\t\t<key>UTTypeConformsTo</key>
      \t\t\t<string>public.texts</string>
      \t\t</dict>
      \t
      """
    try text.replacingCharacters(in: end.lowerBound..<end.lowerBound, with: addition)
      .write(toFile: file, atomically: false, encoding: .utf8)
    let changed = try Command.run(["lint", "--format", "jsonl", file]).objects()
    #expect(changed.compactMap { $0["rule"] as? String }.contains("unknown-parent"))
    #expect(
      changed.allSatisfy {
        "\($0["message"] ?? "")".contains("org.example.new")
          || "\($0["message"] ?? "")".contains("public.texts")
      }, "\(changed)")
  }
}
