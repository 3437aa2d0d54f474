import Foundation
import TestSupport
import Testing

@Suite("uti apps --none, default --unset and doctor --desktop")
struct DesktopQuestionTests {
  private let desktop: DesktopFixture

  init() throws {
    desktop = try DesktopFixture()
  }

  private func answer(_ arguments: String...) throws -> CommandRun {
    try Command.run(arguments, environment: desktop.environment)
  }

  private func list() throws -> String {
    try String(contentsOfFile: "\(desktop.directory.path)/config/mimeapps.list", encoding: .utf8)
  }

  @Test("apps --none lists exactly the types that apps finds no application for")
  func unopened() throws {
    try desktop.application("a", "text/x-tale;image/png;")
    try desktop.application("gone", "text/x-lone;", more: "Exec=no-such-program")
    try desktop.list("[Added Associations]\naudio/ogg=a.desktop;\n", in: .userSettings)
    let all = try answer("apps", "--none", "--format", "jsonl")
    #expect(all.status == 0)
    let unopened = Set(try all.objects().compactMap { $0["mimeType"] as? String })
    #expect(unopened.isSuperset(of: ["text/x-lone", "text/plain", "image/jpeg"]))
    let names =
      ["text/x-story", "text/x-tale", "text/x-lone", "text/plain", "image/png"]
      + ["image/apng", "audio/ogg", "application/pdf", "audio/mpeg", "inode/directory"]
    for name in names {
      let answer = try answer("apps", name)
      #expect((answer.status == 1) == unopened.contains(name), "\(name)")
    }
    let some = try answer("apps", "--none", "text/x-story", "text/x-lone", "text/story")
    #expect(some.lines.map { $0.split(separator: "\t").first } == ["text/x-lone"])
    #expect(try answer("apps", "--none", "text/x-story").status == 1)
    #expect(try answer("apps").status == 64)
    let path = try desktop.directory.write("x.lone", Array("one\n".utf8))
    #expect(
      try answer("apps", "--none", path).lines.first?.hasPrefix("\(path)\ttext/x-lone") == true)
    let schema = try RecordSchemaCheck(
      Data(try answer("help", "formats", "--format", "json").output.utf8))
    for object in try all.objects().prefix(50) {
      #expect(schema.faults(of: object, command: "apps --none") == [])
    }
  }

  @Test(
    "default --unset gives back the file from before the choice",
    arguments: [
      "", "# mine\n", "[Default Applications]\ntext/plain=a.desktop\n",
      "[Added Associations]\ntext/x-story=a.desktop;\n\n[Default Applications]\ntext/plain=a\n",
      "[Other]\nx=y\n[Default Applications]\ntext/plain=b.desktop\n# end\n",
    ])
  func unset(before: String) throws {
    for name in ["a", "b"] { try desktop.application(name, "text/x-story;") }
    try desktop.list(before, in: .userSettings)
    #expect(try answer("default", "text/x-story", "b").status == 0)
    let after = try answer("default", "--unset", "text/story")
    #expect(after.status == 0)
    #expect(after.errors == "")
    if before.isEmpty {
      #expect(throws: (any Error).self) { try list() }
    } else {
      #expect(try list() == before)
    }
    #expect(after.lines.first?.split(separator: "\t")[1] == "a.desktop")
    let again = try answer("default", "--unset", "text/x-story")
    #expect(again.errors.contains("has no default application for it"))
  }

  @Test("default --unset removes every name of the type, and reports a line that decides")
  func unsetNames() throws {
    try desktop.application("a", "text/x-tale;")
    try desktop.list(
      "[Default Applications]\r\ntext/story=a.desktop\r\ntext/x-story=a.desktop\r\n",
      in: .userSettings)
    try desktop.list(
      "[Default Applications]\ntext/x-story=a.desktop\n", in: .userSettings,
      name: "gnome-mimeapps.list")
    let run = try answer("default", "--unset", ".fairytale")
    #expect(run.status == 0)
    #expect(run.errors.contains("gnome-mimeapps.list:2 still names a.desktop"))
    #expect(throws: (any Error).self) { try list() }
    #expect(try self.answer("default", "--unset", "text/x-story", "a").status == 64)
  }

  @Test("default --unset makes no file and no folder")
  func unsetNothing() throws {
    var environment = desktop.environment
    environment["XDG_CONFIG_HOME"] = desktop.directory.path + "/new/settings"
    let run = try Command.run(["default", "--unset", "text/x-lone"], environment: environment)
    #expect(run.status == 1)
    #expect(run.errors.contains("no application opens text/x-lone"))
    #expect(!FileManager.default.fileExists(atPath: desktop.directory.path + "/new"))
  }

  @Test("root is warned before it writes into the home of another user", .requires(.root))
  func foreignHome() throws {
    try desktop.application("a", "text/x-story;")
    #expect(try answer("default", "text/x-story", "a").errors == "")
    let home = desktop.directory.path + "/home"
    try desktop.directory.write("home/.keep")
    #expect(chown(home, 4321, 4321) == 0)
    for folder in [home, home + "/.config/deep"] {
      var environment = desktop.environment
      environment["XDG_CONFIG_HOME"] = folder
      environment["XDG_DATA_HOME"] = folder
      let run = try Command.run(["default", "text/x-story", "a"], environment: environment)
      #expect(run.status == 0)
      #expect(run.errors.contains("root writes into a folder of user 4321"))
      let file = Command.fixture("registry/example.plist")
      let dry = try Command.run(["install", "--dry-run", file], environment: environment)
      #expect(!dry.errors.contains("root writes"))
    }
  }

  /// The wrong names in the files of the desktop, with their places.
  private func makeWrongFiles() throws {
    try desktop.application("good", "text/x-story;text/plain;x-scheme-handler/made-up;")
    try desktop.application("wrong", "text/plain;text/story;;text/x-stori; nonsense;")
    try desktop.list(
      "[Default Applications]\ntext/story=good.desktop\n[Other]\ntext/x-no=x\n"
        + "[Removed Associations]\nno/thing-at-all=good.desktop\n", in: .userSettings)
    try desktop.directory.write(
      "local/share/thumbnailers/t.thumbnailer",
      Array("[Thumbnailer Entry]\nExec=true\nMimeType=text/story;text/x-lone;\n".utf8))
  }

  @Test("doctor --desktop names each wrong type with its place and the correction")
  func wrongTypes() throws {
    try desktop.application("good", "text/x-story;x-scheme-handler/made-up;")
    let right = try answer("doctor", "--desktop")
    #expect(right.status == 0)
    #expect(right.output == "no wrong types in 1 files of the desktop\n")
    try makeWrongFiles()
    let run = try answer("doctor", "--desktop", "--format", "jsonl")
    #expect(run.status == 1)
    let path = desktop.directory.path + "/"
    let places = try run.objects().map { object in
      let file = (object["file"] as? String ?? "").dropFirst(path.count)
      return "\(file):\(object["line"] ?? ""):\(object["column"] ?? "") \(object["rule"] ?? "") "
        + "\(object["remedy"] ?? "")"
    }
    #expect(
      places == [
        "config/mimeapps.list:2:1 desktop-type-renamed write text/x-story",
        "config/mimeapps.list:3:1 desktop-group-unknown the sections are [Default Applications], "
          + "[Added Associations], [Removed Associations]",
        "config/mimeapps.list:6:1 desktop-type-unknown remove it, or install the package that "
          + "declares it",
        "local/share/thumbnailers/t.thumbnailer:3:10 desktop-type-renamed write text/x-story",
        "usr/share/applications/wrong.desktop:5:21 desktop-type-renamed write text/x-story",
        "usr/share/applications/wrong.desktop:5:33 desktop-type-unknown did you mean text/x-story?",
        "usr/share/applications/wrong.desktop:5:47 desktop-type-invalid write a name such as "
          + "text/plain",
      ])
    let schema = try RecordSchemaCheck(
      Data(try self.answer("help", "formats", "--format", "json").output.utf8))
    for object in try run.objects() {
      #expect(schema.faults(of: object, command: "doctor --desktop") == [])
    }
  }

  @Test("lint finds the same in the files, and knows the declarations beside them")
  func lint() throws {
    try makeWrongFiles()
    let path = desktop.directory.path + "/usr/share"
    let run = try answer("lint", path)
    let found = run.lines.filter { $0.hasPrefix("/") && $0.includesRule("desktop-type") }
    #expect(found.count == 3, "\(run.output)")
    let caret = "|" + String(repeating: " ", count: 21) + "^"
    #expect(run.lines.contains { $0.hasSuffix(caret) }, "\(run.output)")
    let alone = try self.answer(
      "lint", "--warnings-as-errors", path + "/applications/wrong.desktop")
    #expect(alone.status == 1)
    let only = try self.answer("lint", "--only", "desktop-type-invalid", path + "/applications")
    #expect(only.lines.filter { $0.hasPrefix("/") }.count == 1)
    let rules = try self.answer("lint", "--rules")
    #expect(rules.lines.filter { $0.hasPrefix("desktop-type-") }.count == 3)
    #expect(try self.answer("lint", path + "/applications/missing.desktop").status == 66)
    let sarif = try self.answer("lint", "--sarif", path + "/applications")
    let log = try JSONSerialization.jsonObject(with: Data(sarif.output.utf8)) as? [String: Any]
    let results = ((log?["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]]) ?? []
    // The package of text/x-story is in no named directory, so that good.desktop has a finding too.
    #expect(results.count == 4)
    #expect(results.allSatisfy { $0["ruleIndex"] != nil })
  }
}

extension String {
  fileprivate func includesRule(_ rule: String) -> Bool { contains("[\(rule)") }
}

@Suite("uti mimetype")
struct MIMETypeCommandTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("a.txt", Array("hello\n".utf8))
    try directory.write("image", [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/link", withDestinationPath: "a.txt")
  }

  @Test("prints what mimetype(1) prints")
  func forms() throws {
    let path = directory.path
    let names = ["a.txt", "image", "link"].map { "\(path)/\($0)" }
    let aligned = try Command.run(["mimetype"] + names)
    #expect(aligned.status == 0)
    #expect(
      aligned.output
        == "\(names[0]): text/plain\n\(names[1]): image/png\n\(names[2]):  inode/symlink\n")
    let brief = try Command.run(["mimetype", "--brief", "--dereference"] + names)
    #expect(brief.output == "text/plain\nimage/png\ntext/plain\n")
    let form = try Command.run(["mimetype", "--output-format", "%m|%f|%d|%x", "-N", names[1]])
    #expect(form.output == "image/png|\(names[1])|PNG image|%x\n")
    let missing = try Command.run(["mimetype", "-b", path + "/none.png", path + "/none"])
    #expect(missing.output == "image/png\n")
    #expect(missing.status == 2)
    let input = try Command.run(
      ["mimetype", "--stdin", "-b"], input: Data([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]))
    #expect(input.output == "image/png\n")
    #expect(try Command.run(["mimetype"]).status == 64)
    #expect(try Command.run(["mimetype", "-d", "-i", names[0]]).status == 64)
  }

  @Test("prints names that the database of the machine has")
  func names() throws {
    let desktop = try DesktopFixture()
    let files: [(name: String, bytes: String, type: String)] = [
      ("a.fairytale", "once\n", "text/x-story"), ("a.vim", "\" text\nset nu\n", "text/plain"),
      ("a.py", "import os\n", "text/plain"), ("a.gif", "GIF89a", "application/octet-stream"),
    ]
    for (name, bytes, type) in files {
      let path = try directory.write(name, Array(bytes.utf8))
      let run = try Command.run(["mimetype", "-b", path], environment: desktop.environment)
      let bare = try Command.run(["mimetype", "-b", path])
      #expect(run.output == type + "\n", "\(name)")
      #expect(bare.output != run.output, "\(name)")
    }
  }

  @Test(
    "answers for xdg-mime through a link with the name mimetype", .requires(.programs("xdg-mime")))
  func xdgMIME() throws {
    let bin = directory.path + "/bin"
    try directory.write("bin/.keep")
    try FileManager.default.createSymbolicLink(
      atPath: bin + "/mimetype", withDestinationPath: Command.executable.path)
    let environment = [
      "PATH": bin + ":" + MachineProgram.searchPath, "XDG_DATA_DIRS": "/nonexistent",
      "HOME": directory.path, "XDG_CURRENT_DESKTOP": "X-Generic", "LC_ALL": "C.UTF-8",
      "XDG_UTILS_DEBUG_LEVEL": "2",
    ]
    for (name, type) in [("a.txt", "text/plain"), ("image", "image/png"), ("link", "text/plain")] {
      let run = try TestProgram.run(
        ["xdg-mime", "query", "filetype", directory.path + "/" + name], environment: environment)
      #expect(run.status == 0)
      #expect(run.output.split(separator: "\n").last.map(String.init) == type)
    }
  }
}
