import Foundation
import TestSupport
import Testing
import UTIDataFormats

@testable import UTICommands

@Suite("uti default APPLICATION")
struct DefaultApplicationTests {
  private let desktop: DesktopFixture

  init() throws {
    desktop = try DesktopFixture()
    for name in ["a", "b", "c"] { try desktop.application(name, "text/x-story;") }
  }

  private func set(_ type: String, _ application: String) throws -> CommandRun {
    try Command.run(["default", type, application], environment: desktop.environment)
  }

  private var list: String {
    get throws {
      // Not as a text at once: Foundation takes a byte order mark away.
      let path = "\(desktop.directory.path)/config/mimeapps.list"
      return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }
  }

  @Test("creates a missing list, and then changes nothing more")
  func first() throws {
    #expect(try set(".fairytale", "b").status == 0)
    let text = """
      [Default Applications]
      text/x-story=b.desktop

      [Added Associations]
      text/x-story=b.desktop;

      """
    #expect(try list == text)
    #expect(try set("text/story", "b.desktop").status == 0)
    #expect(try list == text)
  }

  @Test("keeps comments, order, other groups and line endings")
  func keeps() throws {
    let before = [
      "\u{FEFF}# mine", "[X-Own]", "key=value", "", "[Removed Associations]",
      "text/x-story=c.desktop;a.desktop;", "[Default Applications]", "# of them",
      "text/plain=a.desktop",
      "text/story=a.desktop", "", "[Added Associations]", "text/x-story=a.desktop;b.desktop;",
      "junk",
    ].joined(separator: "\r\n")
    try desktop.list(before, in: .userSettings)
    #expect(try set("text/x-story", "c.desktop").status == 0)
    let after = [
      "\u{FEFF}# mine", "[X-Own]", "key=value", "", "[Removed Associations]",
      "text/x-story=a.desktop;", "[Default Applications]", "# of them", "text/plain=a.desktop",
      "text/story=c.desktop", "", "[Added Associations]",
      "text/x-story=a.desktop;b.desktop;c.desktop;", "junk",
    ].joined(separator: "\r\n")
    #expect(try list == after)
  }

  @Test(
    "writes the same text as GLib",
    .requires(.programs("gio")),
    arguments: [
      "", "[Default Applications]\ntext/x-story=a.desktop;b.desktop\ntext/plain=a.desktop\n",
      "[Removed Associations]\ntext/x-story=b.desktop;\n\n[Added Associations]\ntext/x-story=a.desktop;b.desktop;\n",
      "[Other]\nx=y\n[Added Associations]\n[Default Applications]\n",
    ])
  func gio(before: String) throws {
    func meaning(_ set: () throws -> Void) throws -> [[String]] {
      try desktop.list(before, in: .userSettings)
      try set()
      let file = KeyFile(Array(try list.utf8))
      return ["Default Applications", "Added Associations", "Removed Associations", "Other"]
        .map { group in file.entries(of: group).map { "\($0.key)=\($0.value)" } }
    }
    let own = try meaning { _ = try set("text/x-story", "b.desktop") }
    let other = try meaning {
      _ = try TestProgram.run(
        ["gio", "mime", "text/x-story", "b.desktop"], environment: desktop.environment)
    }
    #expect(own == other)
    #expect(own[0].contains("text/x-story=b.desktop"))
  }

  @Test("follows a link, also to a missing file")
  func link() throws {
    let path = "\(desktop.directory.path)/config/mimeapps.list"
    let target = "\(desktop.directory.path)/config/other.list"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "other.list")
    for application in ["a", "b"] {
      #expect(try set("text/x-story", application).status == 0)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "other.list")
      let text = try String(contentsOfFile: target, encoding: .utf8)
      #expect(text.contains("text/x-story=\(application).desktop"))
    }
  }

  @Test("rejects a missing application, and reports lines of higher precedence")
  func refusals() throws {
    let missing = try set("text/x-story", "aa.desktop")
    #expect(missing.status == 66)
    #expect(missing.errors.contains("did you mean a.desktop?"))
    try desktop.application("gone", "text/x-story;", more: "Exec=no-such-program")
    let gone = try set("text/x-story", "gone")
    #expect(gone.status == 66)
    #expect(gone.errors.contains("no-such-program"))
    #expect(
      !FileManager.default.fileExists(atPath: desktop.directory.path + "/config/mimeapps.list"))
    try desktop.list(
      "[Default Applications]\ntext/x-story=a.desktop\n", in: .userSettings,
      name: "gnome-mimeapps.list")
    let outweighed = try set("text/x-story", "b")
    #expect(outweighed.status == 0)
    #expect(outweighed.errors.contains("gnome-mimeapps.list:2 has precedence"))
    #expect(try set("public.image", "b").status == 2)
  }

  @Test("two processes at once both write their lines")
  func concurrently() throws {
    let script = """
      for type in 1 2 3 4 5 6 7 8; do "$0" default "text/x-$type" a >/dev/null 2>&1 & done; wait
      grep -c '^text/x-.=a.desktop$' "$XDG_CONFIG_HOME/mimeapps.list"
      """
    let run = try TestProgram.run(
      ["bash", "-c", script, Command.executable.path], environment: desktop.environment)
    #expect(run.output == "8")
  }

  @Test("a list of megabytes is read in time")
  func large() throws {
    let names = (0..<100_000).map { "x\($0).desktop" }.joined(separator: ";")
    let text =
      "[Added Associations]\ntext/x-story=\(names)\n[Removed Associations]\ntext/x-story=\(names)\n"
    try desktop.list(text, in: .userSettings)
    let clock = ContinuousClock()
    let time = try clock.measure {
      let run = try Command.run(["open-with", "text/x-story"], environment: desktop.environment)
      #expect(run.output.contains("a.desktop"))
    }
    #expect(time < .seconds(30))
  }

  @Test("relative folders are ignored, and without a home nothing is written")
  func environments() throws {
    let bare = ["PATH": MachineProgram.searchPath, "XDG_DATA_DIRS": "relative:/nonexistent"]
    var environment = bare
    environment["XDG_CONFIG_HOME"] = "relative"
    environment["XDG_DATA_HOME"] = "\(desktop.directory.path)/usr/share"
    let run = try Command.run(["default", "text/x-story", "a"], environment: environment)
    #expect(run.status == 66)
    #expect(run.errors.contains("no place for settings"))
    #expect(try Command.run(["apps", "text/x-story"], environment: bare).status == 1)
    #expect(!FileManager.default.fileExists(atPath: "relative"))
  }

  @Test("a file counts by its type, and text output suits scripts")
  func paths() throws {
    let path = try desktop.directory.write("x.fairytale", Array("once upon a time\n".utf8))
    let run = try Command.run(
      ["open-with", path, "--format", "jsonl"], environment: desktop.environment)
    let object = try #require(try run.objects().first)
    #expect(object["path"] as? String == path)
    #expect(object["mimeType"] as? String == "text/x-story")
    #expect(object["application"] as? String == "a.desktop")
    let german = try Command.run(
      ["open-with", path, "--language", "de"], environment: desktop.environment)
    #expect(german.output.contains("a auf Deutsch"))
    let missing = try Command.run(
      ["open-with", path, "/missing.x"], environment: desktop.environment)
    #expect(missing.status == 2)
    #expect(missing.lines.count == 1)
  }
}
