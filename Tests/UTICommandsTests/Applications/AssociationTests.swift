import Foundation
import TestSupport
import Testing

/// A desktop with the answers about one type, and the reasons for other answers of the tools of the
/// machine.
struct AssociationRow: Sendable, CustomTestStringConvertible {
  let name: String
  var type = "text/x-story"
  /// The application that opens the type; nil when none does.
  let preferred: String?
  /// All applications of the type, in order.
  let all: [String]
  /// The answer of GLib, if it differs.
  var gio: (preferred: String?, all: [String])?
  /// The beginning of names that GLib adds by following a loop of links, as often as the kernel and its
  /// version let it; they are not compared.
  var loopPrefix: String?
  /// The answer of xdg-mime, if it differs.
  var xdgMIME: String?
  /// The reason for the different answer of a tool.
  var difference: String?
  let build: @Sendable (DesktopFixture) throws -> Void

  var testDescription: String { name }
}

@Suite("Applications of types, as the desktop defines them")
struct AssociationTests {
  static let rows: [AssociationRow] = order + lists + entries + oddities

  private static let order = [
    AssociationRow(name: "nothing opens a type that nobody names", preferred: nil, all: []) { _ in
    },
    AssociationRow(
      name: "applications speak for themselves, the user's first, each folder's by their names",
      preferred: "mine.desktop", all: ["mine.desktop", "b.desktop", "a.desktop", "c.desktop"]
    ) {
      try $0.application("c", "text/x-story;")
      try $0.application("a", "text/x-story")
      try $0.application("b", "text/x-story;", in: .localData)
      try $0.application("mine", "text/x-story;", in: .userData)
    },
    AssociationRow(
      name: "what opens the supertypes comes after, level by level",
      preferred: "story.desktop", all: ["story.desktop", "tale.desktop", "plain.desktop"]
    ) {
      try $0.application("plain", "text/plain;")
      try $0.application("tale", "text/x-tale;", in: .userData)
      try $0.application("story", "text/x-story;")
    },
    AssociationRow(
      name: "a type without applications has those of its supertypes",
      preferred: "plain.desktop", all: ["plain.desktop"],
      xdgMIME: "", difference: "xdg-mime knows no supertypes"
    ) { try $0.application("plain", "text/plain;") },
    AssociationRow(
      name: "that every text is plain text leads to no application", type: "text/x-lone",
      preferred: nil, all: []
    ) { try $0.application("plain", "text/plain;") },
    AssociationRow(
      name: "an alias is its type", type: "text/story", preferred: "b.desktop",
      all: ["b.desktop", "a.desktop"], xdgMIME: "", difference: "xdg-mime knows no aliases"
    ) {
      try $0.application("a", "text/x-story;")
      try $0.list("[Added Associations]\ntext/x-story=b.desktop;\n", in: .userSettings)
      try $0.application("b", "text/plain;")
    },
    AssociationRow(
      name: "an application may name an alias", preferred: "a.desktop", all: ["a.desktop"],
      xdgMIME: "", difference: "xdg-mime knows no aliases"
    ) { try $0.application("a", "text/story;") },
  ]

  private static let lists = [
    AssociationRow(
      name: "the user's settings come before the system's, and settings before data",
      preferred: "b.desktop", all: ["a.desktop", "b.desktop", "c.desktop"]
    ) {
      for name in ["a", "b", "c"] { try $0.application(name, "text/x-story;") }
      try $0.list("[Default Applications]\ntext/x-story=a.desktop\n", in: .userData)
      try $0.list("[Default Applications]\ntext/x-story=c.desktop\n", in: .systemSettings)
      try $0.list("[Default Applications]\ntext/x-story=b.desktop\n", in: .userSettings)
    },
    AssociationRow(
      name: "the list of the desktop comes before the general one, the first desktop's first",
      preferred: "c.desktop", all: ["a.desktop", "b.desktop", "c.desktop"]
    ) {
      for name in ["a", "b", "c"] { try $0.application(name, "text/x-story;") }
      try $0.list("[Default Applications]\ntext/x-story=a.desktop\n", in: .userSettings)
      try $0.list(
        "[Default Applications]\ntext/x-story=b.desktop\n", in: .userSettings,
        name: "gnome-mimeapps.list")
      try $0.list(
        "[Default Applications]\ntext/x-story=c.desktop\n", in: .userSettings,
        name: "acme-mimeapps.list")
    },
    AssociationRow(
      name: "a default that is not installed gives way to the next of its list",
      preferred: "b.desktop", all: ["a.desktop", "b.desktop"], xdgMIME: "a.desktop",
      difference: "xdg-mime looks at the first of a list alone"
    ) {
      for name in ["a", "b"] { try $0.application(name, "text/x-story;") }
      try $0.list(
        "[Default Applications]\ntext/x-story=gone.desktop;b.desktop;\n", in: .userSettings)
    },
    AssociationRow(
      name: "a default need not be associated, and an association need not be declared",
      preferred: "a.desktop", all: ["b.desktop"]
    ) {
      for name in ["a", "b"] { try $0.application(name, "image/png;") }
      try $0.list(
        "[Added Associations]\ntext/x-story=b.desktop;\n[Default Applications]\ntext/x-story=a.desktop\n",
        in: .userSettings)
    },
    AssociationRow(
      name: "what the user removes is gone, and what the user adds comes first",
      preferred: "c.desktop", all: ["c.desktop", "b.desktop"],
      xdgMIME: "a.desktop", difference: "xdg-mime reads the defaults alone"
    ) {
      for name in ["a", "b", "c"] { try $0.application(name, "text/x-story;") }
      try $0.list(
        "[Removed Associations]\ntext/x-story=a.desktop;\n[Added Associations]\ntext/x-story=c.desktop;\n",
        in: .userSettings)
    },
    AssociationRow(
      name: "only the general list may add and remove", preferred: "a.desktop",
      all: ["a.desktop"]
    ) {
      for name in ["a", "b"] { try $0.application(name, name == "a" ? "text/x-story;" : "") }
      try $0.list(
        "[Added Associations]\ntext/x-story=b.desktop;\n[Removed Associations]\ntext/x-story=a.desktop;\n",
        in: .userSettings, name: "gnome-mimeapps.list")
    },
    AssociationRow(
      name: "a list removes what the desktop files of its own folder declare",
      preferred: "b.desktop",
      all: ["b.desktop"], gio: ("a.desktop", ["a.desktop", "b.desktop"]), xdgMIME: "a.desktop",
      difference: """
        GLib fills the associations of a folder without a look at what its list removes; the \
        specification has them removed. xdg-mime reads the defaults alone
        """
    ) {
      for name in ["a", "b"] { try $0.application(name, "text/x-story;") }
      try $0.list("[Removed Associations]\ntext/x-story=a.desktop;\n", in: .systemData)
    },
    AssociationRow(
      name: "the default of a supertype comes after the type's own applications",
      preferred: "a.desktop", all: ["a.desktop", "b.desktop"]
    ) {
      try $0.application("a", "text/x-story;")
      try $0.application("b", "text/plain;")
      try $0.list("[Default Applications]\ntext/plain=b.desktop\n", in: .userSettings)
    },
  ]

  private static let entries = [
    AssociationRow(
      name: "a desktop file in a subfolder has a hyphen for the slash", preferred: "acme-a.desktop",
      all: ["acme-a.desktop"]
    ) { try $0.application("acme/a", "text/x-story;") },
    AssociationRow(
      name: "the user's desktop file speaks for the system's of the same name",
      preferred: "b.desktop",
      all: ["b.desktop"], xdgMIME: "a.desktop",
      difference: "xdg-mime reads the caches, whosever desktop file counts"
    ) {
      for name in ["a", "b"] { try $0.application(name, "text/x-story;") }
      try $0.application("a", "image/png;", in: .userData)
    },
    AssociationRow(
      name: "an application that is deleted or whose program is missing is none",
      preferred: "ok.desktop", all: ["ok.desktop"], xdgMIME: "exec.desktop",
      difference: "xdg-mime takes the first of the cache, be it there or not"
    ) {
      try $0.application("deleted", "text/x-story;", more: "Exec=true\nHidden=true")
      try $0.application("exec", "text/x-story;", more: "Exec=no-such-program %f")
      try $0.application("tryexec", "text/x-story;", more: "Exec=true\nTryExec=/no/such")
      try $0.application("link", "text/x-story;", more: "Type=Link\nURL=a")
      try $0.application("ok", "text/x-story;", more: "Exec=\"/bin/true\" 'a b' %f\nTryExec=true")
    },
    AssociationRow(
      name: "an application that menus do not show opens all the same", preferred: "a.desktop",
      all: ["a.desktop"]
    ) { try $0.application("a", "text/x-story;", more: "Exec=true\nNoDisplay=true") },
    AssociationRow(
      name: "a default that is deleted is none", preferred: "b.desktop", all: ["b.desktop"],
      gio: ("a.desktop", ["b.desktop"]), xdgMIME: "a.desktop",
      difference: "GLib and xdg-mime do not look for Hidden where a default is named"
    ) {
      try $0.application("a", "text/x-story;", more: "Exec=true\nHidden=true")
      try $0.application("b", "text/x-story;")
      try $0.list("[Default Applications]\ntext/x-story=a.desktop\n", in: .userSettings)
    },
  ]

  private static let oddities = [
    AssociationRow(
      name: "a link that leads back gives applications no further names",
      preferred: "a.desktop", all: ["a.desktop"], loopPrefix: "again-"
    ) {
      try $0.application("a", "text/x-story;")
      let folder = "\($0.directory.path)/\(DesktopFixture.Layer.systemData.applications)"
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/again", withDestinationPath: ".")
    },
    AssociationRow(
      name: "carriage returns, comments, blanks and groups that stand twice",
      preferred: "b.desktop",
      all: ["b.desktop", "a.desktop"], xdgMIME: "a.desktop",
      difference: "xdg-mime sees no line that has a blank or another return"
    ) {
      for name in ["a", "b"] { try $0.application(name, "text/x-story;") }
      try $0.list(
        """
        # ours\r
        [Default Applications]\r
        text/plain=a.desktop\r
        [Added Associations]\r
          text/x-story = b.desktop;\r
        [Default Applications]\r
        text/x-story\t=  b.desktop\r
        """, in: .userSettings)
    },
    AssociationRow(
      name: "a byte order mark and a line that means nothing hide no other", preferred: "b.desktop",
      all: ["a.desktop", "b.desktop"], gio: ("a.desktop", ["a.desktop", "b.desktop"]),
      xdgMIME: "a.desktop", difference: "GLib reads no further, and xdg-mime sees no group"
    ) {
      for name in ["a", "b"] { try $0.application(name, "text/x-story;") }
      try $0.list(
        "\u{FEFF}[Default Applications]\nnonsense\ntext/x-story=b.desktop\n", in: .userSettings)
    },
    AssociationRow(
      name: "of a key that stands twice the last counts", preferred: "b.desktop",
      all: ["a.desktop", "b.desktop"], xdgMIME: "a.desktop", difference: "xdg-mime takes the first"
    ) {
      for name in ["a", "b"] { try $0.application(name, "text/x-story;") }
      try $0.list(
        "[Default Applications]\ntext/x-story=a.desktop\ntext/x-story=b.desktop\n",
        in: .userSettings)
    },
  ]

  @Test("uti lists the applications of a type in their order", arguments: rows)
  func answers(row: AssociationRow) throws {
    let desktop = try DesktopFixture()
    try row.build(desktop)
    let run = try Command.run(
      ["apps", row.type, "--format", "jsonl"], environment: desktop.environment)
    let objects = try run.objects()
    let all = objects.compactMap { $0["application"] as? String }
    let preferred = objects.filter { $0["isDefault"] as? Bool == true }
      .compactMap { $0["application"] as? String }
    #expect(preferred == [row.preferred].compactMap(\.self), "\(run.errors)")
    let isAmong = row.preferred.map(row.all.contains) ?? true
    #expect(all == (isAmong ? [] : [row.preferred].compactMap(\.self)) + row.all)
    #expect(run.status == (row.preferred == nil ? 1 : 0))
    let question = try Command.run(["default", row.type], environment: desktop.environment)
    #expect(question.status == run.status)
    #expect(question.output.isEmpty == (row.preferred == nil))
  }

  @Test("Every result names its line", arguments: rows)
  func origins(row: AssociationRow) throws {
    let desktop = try DesktopFixture()
    try row.build(desktop)
    let run = try Command.run(
      ["apps", row.type, "--format", "jsonl"], environment: desktop.environment)
    for object in try run.objects() {
      let file = try #require(object["file"] as? String)
      let line = try #require(object["line"] as? Int)
      let application = try #require(object["application"] as? String)
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
      let isOwn = object["association"] as? String == "declared"
      #expect(lines[line - 1].contains(isOwn ? "MimeType=" : application), "\(row.name)")
    }
  }

  @Test(
    "GLib has the same results, except explained differences",
    .requires(.programs("gio", "update-desktop-database", "update-mime-database")), arguments: rows)
  func gio(row: AssociationRow) throws {
    let desktop = try DesktopFixture()
    try row.build(desktop)
    try desktop.update()
    let answer = try Tool.gioMIME(row.type, desktop.environment)
    #expect(answer.preferred == (row.gio.map(\.preferred) ?? row.preferred))
    let all = answer.all.filter { name in
      row.loopPrefix.map { !name.hasPrefix($0) } ?? true
    }
    #expect(all == (row.gio?.all ?? row.all))
    #expect(row.gio == nil || row.difference != nil)
    // With the caches of the tools the answer is what it was without them.
    let run = try Command.run(
      ["open-with", row.type, "--format", "tsv"], environment: desktop.environment)
    let columns = run.lines.first?.split(separator: "\t").map(String.init)
    #expect(columns?[1] == row.preferred)
  }

  @Test(
    "xdg-mime has the same results, except explained differences",
    .requires(.programs("xdg-mime", "update-desktop-database", "update-mime-database")),
    arguments: rows)
  func xdgMIME(row: AssociationRow) throws {
    let desktop = try DesktopFixture()
    try row.build(desktop)
    try desktop.update()
    var environment = desktop.environment
    // Its ways for single desktops call programs of theirs; the general one is in the script itself.
    environment["XDG_CURRENT_DESKTOP"] = "Acme:X-Generic"
    guard !row.name.contains("list of the desktop") else { return }
    let answer = try Tool.run("xdg-mime", ["query", "default", row.type], environment)
    #expect(answer.split(separator: "\n").joined() == row.xdgMIME ?? row.preferred ?? "")
    #expect(row.xdgMIME == nil || row.difference != nil)
  }
}
