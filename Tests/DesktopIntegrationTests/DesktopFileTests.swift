import SystemPackage
import TestSupport
import Testing
import UTIDataFormats
import UTIPlatform
import UTITypeGraph

@testable import UTIDesktopIntegration

@Suite struct DesktopEntries {
  private static func entry(_ text: String) -> DesktopEntry {
    DesktopEntry(identifier: "a.desktop", path: "/a.desktop", KeyFile(Array(text.utf8)))
  }

  @Test func `An entry has its types with their line, its program and its name in each language`() {
    let entry = Self.entry(
      """
      # comment
      [Desktop Entry]
      Type=Application
      Name=Editor
      Name[de]=Schreiber
      MimeType=text/plain;not a type;image/PNG;
      TryExec=editor
      Exec="my editor" %f
      [Desktop Action new]
      Name=Other
      """)
    #expect(entry.isApplication && !entry.isDeleted)
    #expect(entry.mimeTypes.map(\.canonical) == ["text/plain", "image/png"])
    #expect(entry.mimeTypesLine == 6)
    #expect(entry.requiredProgram == "editor" && entry.program == "my editor")
    #expect(entry.name(in: ["fr", "de"]) == "Schreiber" && entry.name(in: ["fr"]) == "Editor")
  }

  @Test(
    arguments: [
      ("true %f", "true"), ("  \t/bin/true", "/bin/true"), ("a\\\\ b c", "a b"),
      ("'a\"b' c", "a\"b"),
      ("\"a b\"c d", "a bc"), ("", nil), ("\"\"", nil),
    ] as [(String, String?)])
  func `The program is the first word of the command, with its quotation`(
    command: String, program: String?
  ) {
    #expect(Self.entry("[Desktop Entry]\nExec=\(command)\n").program == program)
  }

  @Test(
    arguments: [
      ("Type=Link", "it does not describe an application"),
      ("Type=Application\nHidden=true", "it marks the application as deleted (Hidden)"),
      ("Type=Application\nHidden=1", "it marks the application as deleted (Hidden)"),
      ("Type=Application\nTryExec=none\nExec=there", "the program none (TryExec) is not installed"),
      ("Type=Application\nExec=none", "the program none is not installed"),
      ("Type=Application\nHidden=false\nTryExec=\nExec=there", nil),
    ] as [(String, String?)])
  func `An application that cannot start has a reason`(lines: String, reason: String?) {
    #expect(Self.entry("[Desktop Entry]\n\(lines)\n").obstacle { $0 == "there" } == reason)
  }

  @Test func `A file whose first group is another one describes no application`() {
    #expect(!Self.entry("[Other]\na=b\n[Desktop Entry]\nType=Application\n").isApplication)
  }

  @Test
  func
    `An identifier joins the folders of a file, and the first of two files by the order of names has it`()
    throws
  {
    let text = "[Desktop Entry]\nType=Application\nMimeType=text/plain;\n"
    let scratch = try ScratchDirectory([
      "a-b.desktop": text, "a/b.desktop": text, "a/c.desktop": text, "note.txt": text,
    ])
    // A link to the folder itself must not be followed for ever.
    #expect(scratch.file("a/loop").withPlatformString { symlink("..", $0) } == 0)
    let folder = ApplicationFolder(scratch.path)
    #expect(folder.identifiers == ["a-b.desktop", "a-c.desktop"])
    #expect(folder.entry("a-b.desktop")?.path == scratch.file("a/b.desktop"))
    #expect(folder.mimeTypes.count == 2 && folder.paths.count == 2)
    #expect(ApplicationFolder(scratch.file("none")).identifiers.isEmpty)
  }
}

@Suite struct DesktopEnvironments {
  @Test func `Folders are absolute paths of variables, or below the home`() {
    let environment = DesktopEnvironment(
      EnvironmentVariables([
        "HOME": "/home/u", "XDG_CONFIG_HOME": "relative", "XDG_DATA_DIRS": "relative:/a:/b",
        "XDG_CURRENT_DESKTOP": "GNOME:a/b:KDE", "PATH": "/bin",
      ]))
    #expect(environment.configurationHome == "/home/u/.config")
    #expect(environment.configurationDirectories == ["/etc/xdg"])
    #expect(environment.dataHome == "/home/u/.local/share")
    #expect(environment.dataDirectories == ["/a", "/b"])
    #expect(environment.desktops == ["gnome", "kde"])
    #expect(environment.programDirectories == ["/bin"])
  }

  @Test
  func
    `Without a home there is no folder of the user, and the system's folders are the usual ones`()
  {
    let environment = DesktopEnvironment(EnvironmentVariables(["HOME": "relative"]))
    #expect(environment.configurationHome == nil && environment.dataHome == nil)
    #expect(environment.dataDirectories == ["/usr/local/share", "/usr/share"])
    #expect(environment.programDirectories == ["/bin", "/usr/bin"])
  }
}

@Suite struct MIMEAppsEditors {
  private static func edited(_ text: String, _ change: (inout MIMEAppsEditor) -> Void) -> String {
    var editor = MIMEAppsEditor(Array(text.utf8))
    change(&editor)
    return String(decoding: editor.bytes, as: UTF8.self)
  }

  private static let name = MIMEName("text/x-a")

  @Test(
    arguments: [
      (
        "",
        "[Default Applications]\ntext/x-a=b.desktop\n\n[Added Associations]\ntext/x-a=b.desktop;\n"
      ),
      (
        "[Default Applications]\ntext/x-a=a.desktop\n[Added Associations]\ntext/x-a=a.desktop;b.desktop\n",
        "[Default Applications]\ntext/x-a=b.desktop\n[Added Associations]\ntext/x-a=a.desktop;b.desktop;\n"
      ),
      (
        "[Added Associations]\r\n# own\r\nother/x=c.desktop;\r\n[Default Applications]",
        "[Added Associations]\r\n# own\r\nother/x=c.desktop;\r\ntext/x-a=b.desktop;\r\n[Default Applications]\r\ntext/x-a=b.desktop"
      ),
      (
        "[Removed Associations]\ntext/x-a=b.desktop;\nother/x=b.desktop;\n[Default Applications]\ntext/x-a=b.desktop\n[Added Associations]\ntext/x-a=b.desktop;\n",
        "[Removed Associations]\nother/x=b.desktop;\n[Default Applications]\ntext/x-a=b.desktop\n[Added Associations]\ntext/x-a=b.desktop;\n"
      ),
      (
        "[Removed Associations]\ntext/x-a=c.desktop;b.desktop;\n[Default Applications]\ntext/x-a=b.desktop\n[Added Associations]\ntext/x-a=b.desktop;\n",
        "[Removed Associations]\ntext/x-a=c.desktop;\n[Default Applications]\ntext/x-a=b.desktop\n[Added Associations]\ntext/x-a=b.desktop;\n"
      ),
    ])
  func `A default is set in its place, and nothing else changes`(before: String, after: String)
    throws
  {
    let name = try #require(Self.name)
    let text = Self.edited(before) { $0.setDefault("b.desktop", of: name) { $0 == name } }
    #expect(text == after)
    // Setting it again changes nothing.
    #expect(Self.edited(text) { $0.setDefault("b.desktop", of: name) { $0 == name } } == text)
  }

  @Test func `A default is removed with its line, its association and empty sections`() throws {
    let name = try #require(Self.name)
    let text =
      "[Default Applications]\ntext/x-a=b.desktop\nother/x=c\n[Added Associations]\ntext/x-a=b.desktop;\n"
    let after = Self.edited(text) { $0.removeDefault { $0 == name } }
    #expect(after == "[Default Applications]\nother/x=c\n")
    let others = "[Added Associations]\ntext/x-a=c.desktop;\n"
    #expect(
      Self.edited(others + "\n[Default Applications]\ntext/x-a=b.desktop\n") {
        $0.removeDefault { $0 == name }
      } == others)
    #expect(Self.edited(after) { $0.removeDefault { $0 == name } } == after)
  }

  @Test func `A name with special characters is written so that it is read again`() throws {
    let name = try #require(Self.name)
    let identifier = "a;b\\c\td.desktop"
    let text = Self.edited("") { $0.setDefault(identifier, of: name) { $0 == name } }
    let list = MIMEAppsList("/m", kind: .associations, KeyFile(Array(text.utf8)))
    #expect(list.added.first?.mentions.map(\.application) == [identifier])
  }
}

@Suite struct MIMEAppsLists {
  private static let text = """
    [Default Applications]
    text/plain=a.desktop;b.desktop
    not a type=c.desktop
    [Added Associations]
    text/plain=c.desktop;
    [Removed Associations]
    image/png=d.desktop;
    [MIME Cache]
    text/html=e.desktop;
    """

  @Test func `Each kind of list has its groups, and mentions have their lines`() {
    func list(_ kind: MIMEAppsList.Kind) -> MIMEAppsList {
      MIMEAppsList("/m", kind: kind, KeyFile(Array(Self.text.utf8)))
    }
    let own = list(.associations)
    #expect(own.defaults.map(\.name.canonical) == ["text/plain"])
    #expect(own.defaults.first?.mentions.map(\.application) == ["a.desktop", "b.desktop"])
    #expect(own.defaults.first?.mentions.map(\.line) == [2, 2])
    #expect(own.added.first?.mentions.map(\.line) == [5] && own.removed.count == 1)
    #expect(list(.defaults).defaults.count == 1 && list(.defaults).added.isEmpty)
    #expect(
      list(.cache).added.map(\.name.canonical) == ["text/html"] && list(.cache).removed.isEmpty)
    #expect(MIMEAppsList("/nonexistent", kind: .cache) == nil)
  }

  @Test func `A mention that is known, or among the others, is not added`() {
    func mention(_ name: String) -> ApplicationMention {
      ApplicationMention(name, .added, file: "f", line: 1)
    }
    var list = [mention("a")]
    list.add(["a", "b", "b", "c"].map(mention), except: [mention("c")])
    #expect(list.map(\.application) == ["a", "b"])
  }
}
