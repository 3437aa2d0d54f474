import Foundation
import TestSupport
import Testing

private func plist(_ declarations: String) -> String {
  "<plist version='1.0'><dict><key>UTExportedTypeDeclarations</key><array>\(declarations)</array>"
    + "</dict></plist>"
}

private func type(_ identifier: String, _ extensions: [String], _ rest: String = "") -> String {
  "<dict><key>UTTypeIdentifier</key><string>\(identifier)</string>\(rest)"
    + "<key>UTTypeTagSpecification</key><dict><key>public.filename-extension</key><array>"
    + extensions.map { "<string>\($0)</string>" }.joined() + "</array></dict></dict>"
}

private func package(_ types: String) -> String {
  "<mime-info xmlns='http://www.freedesktop.org/standards/shared-mime-info'>\(types)</mime-info>"
}

@Suite("uti diff")
struct DiffCommandTests {
  /// Two directories with a property list and a package each.
  private func withRegistries(_ body: (_ before: URL, _ after: URL) throws -> Void) throws {
    try withTemporaryDirectory { directory in
      let before = directory.appendingPathComponent("before")
      let after = directory.appendingPathComponent("after")
      for (folder, types, packages) in [
        (
          before,
          plist(
            type("a.gone", ["g"]) + type("a.same", ["s"])
              + type("a.changed", ["a", "b"], "<key>UTTypeConformsTo</key><string>a.same</string>")
              + type("a.turned", ["x", "y"])),
          package(
            "<mime-type type='x-a/b'><glob pattern='*.b' weight='40'/><magic>"
              + "<match type='string' offset='0' value='AB'/></magic></mime-type>")
        ),
        (
          after,
          plist(
            type("a.turned", ["y", "x"]) + type("a.new", ["n"]) + type("a.same", ["s"])
              + type("a.changed", ["b", "c"], "<key>UTTypeDescription</key><string>D</string>")),
          package(
            "<mime-type type='x-a/b'><glob pattern='*.b' weight='60'/><magic>"
              + "<match type='string' offset='0' value='AC'/></magic></mime-type>")
        ),
      ] {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try types.write(
          to: folder.appendingPathComponent("t.plist"), atomically: true, encoding: .utf8)
        try packages.write(
          to: folder.appendingPathComponent("p.xml"), atomically: true, encoding: .utf8)
      }
      try body(before, after)
    }
  }

  @Test("lists added, removed and changed types with their changes, and exits with 1")
  func text() throws {
    try withRegistries { before, after in
      let run = try Command.run(["diff", before.path, after.path])
      #expect(run.status == 1)
      #expect(
        run.output == """
          ~ a.changed
              description
                + D
              public.filename-extension
                - a
                + c
              conformsTo
                - a.same
          - a.gone
          + a.new
          ~ a.turned
              public.filename-extension (order)
                ~ y, x
          ~ mime.x-a.b
              globs
                - *.b weight 40
                + *.b weight 60
              magic
                - priority 50: type=string offset=0 value=AB
                + priority 50: type=string offset=0 value=AC

          """)
    }
  }

  @Test("prints the same for programs")
  func machineForms() throws {
    try withRegistries { before, after in
      let run = try Command.run(["diff", "--format", "jsonl", before.path, after.path])
      let objects = try run.objects()
      #expect(
        objects.map { "\($0["change"] ?? "") \($0["type"] ?? "")" } == [
          "changed a.changed", "removed a.gone", "added a.new", "changed a.turned",
          "changed mime.x-a.b",
        ])
      let fields = try #require(objects[3]["fields"] as? [[String: Any]])
      #expect(fields.first?["reordered"] as? [String] == ["y", "x"])
      let rows = try Command.run(["diff", "--format", "tsv", before.path, after.path])
      #expect(rows.lines.contains("changed\ta.changed\tpublic.filename-extension\t+\tc"))
      #expect(rows.lines.contains("removed\ta.gone"))
    }
  }

  @Test("finds no difference between a registry and its image")
  func forms() throws {
    try withRegistries { before, _ in
      let image = before.deletingLastPathComponent().appendingPathComponent("x.registry").path
      #expect(try Command.run(["compile", "--output", image, before.path]).status == 0)
      let run = try Command.run(["diff", before.path, image])
      #expect(run.status == 0)
      #expect(run.output.isEmpty)
    }
  }

  @Test("distinguishes a missing side from an unreadable one")
  func failures() throws {
    let registry = Command.fixture("registry")
    #expect(try Command.run(["diff", registry, "/nonexistent"]).status == 66)
    #expect(try Command.run(["diff", registry, "/etc/passwd"]).status == 65)
    try withTemporaryDirectory { directory in
      let image = directory.appendingPathComponent("x.registry")
      #expect(try Command.run(["compile", "--output", image.path, registry]).status == 0)
      var bytes = try Data(contentsOf: image)
      bytes[bytes.count - 5] ^= 0xFF
      try bytes.write(to: image)
      #expect(try Command.run(["diff", registry, image.path]).status == 65)
      try bytes.prefix(bytes.count / 2).write(to: image)
      #expect(try Command.run(["diff", registry, image.path]).status == 65)
    }
  }
}
