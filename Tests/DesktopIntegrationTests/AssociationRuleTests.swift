import SystemPackage
import TestSupport
import Testing
import UTIPlatform
import UTITypeGraph
import UniformTypes

@testable import UTICommandOutput
@testable import UTIDesktopIntegration

/// A desktop in a folder: lists of the user and of the system, and applications of both.
private struct Desktop {
  let scratch: ScratchDirectory
  let environment: DesktopEnvironment

  init(_ files: [String: String]) throws {
    var all = [
      "bin/": "", "config/": "", "etc/": "", "data/applications/": "", "share/applications/": "",
    ]
    all["types.xml"] = """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
        <mime-type type="text/x-story"><sub-class-of type="text/plain"/></mime-type>
      </mime-info>
      """
    for (name, text) in files { all[name] = text }
    scratch = try ScratchDirectory(all)
    let path = scratch.path.string
    environment = DesktopEnvironment(
      EnvironmentVariables([
        "XDG_CONFIG_HOME": path + "/config", "XDG_CONFIG_DIRS": path + "/etc",
        "XDG_DATA_HOME": path + "/data", "XDG_DATA_DIRS": path + "/share",
        "XDG_CURRENT_DESKTOP": "Acme", "PATH": path + "/bin",
      ]))
    for name in ["there"] {
      let program = scratch.file("bin/\(name)")
      try FileDescriptor.open(
        program, .writeOnly, options: [.create], permissions: [.ownerReadWriteExecute]
      ).close()
    }
  }

  static func application(_ types: String, more: String = "Exec=there") -> String {
    "[Desktop Entry]\nType=Application\nName=A\nMimeType=\(types)\n\(more)\n"
  }

  func answer(_ type: String) throws -> ApplicationAssociations.Answer {
    let registry = try TypeRegistry(image: BaseRegistry.image())
      .adding(file: scratch.file("types.xml").string)
    let associations = ApplicationAssociations(environment, lineage: MIMETypeLineage(registry))
    return associations.answer(for: try #require(MIMEName(type)))
  }
}

@Suite struct AssociationRules {
  private static let text = Desktop.application("text/plain;")

  @Test func `The user's default precedes the system's, and an application precedes none`() throws {
    let files = [
      "share/applications/a.desktop": Self.text, "share/applications/b.desktop": Self.text,
      "etc/mimeapps.list": "[Default Applications]\ntext/plain=b.desktop\n",
    ]
    #expect(try Desktop(files).answer("text/plain").preferred?.entry.identifier == "b.desktop")
    var own = files
    own["config/mimeapps.list"] = "[Default Applications]\ntext/plain=none.desktop;a.desktop\n"
    let answer = try Desktop(own).answer("text/plain")
    #expect(answer.preferred?.entry.identifier == "a.desktop")
    #expect(answer.unusable.map(\.mention.application) == ["none.desktop"])
    own["config/acme-mimeapps.list"] = "[Default Applications]\ntext/plain=b.desktop\n"
    #expect(try Desktop(own).answer("text/plain").preferred?.entry.identifier == "b.desktop")
    let plain = try Desktop(["share/applications/a.desktop": Self.text]).answer("text/plain")
    #expect(plain.preferred?.mention.ground == .declared && plain.candidates.count == 1)
  }

  @Test func `A removed association is not offered below, and an added one is`() throws {
    let answer = try Desktop([
      "share/applications/a.desktop": Self.text,
      "share/applications/b.desktop": Desktop.application("image/png;"),
      "config/mimeapps.list":
        "[Removed Associations]\ntext/plain=a.desktop;\n[Added Associations]\ntext/plain=b.desktop;\n",
    ]).answer("text/plain")
    #expect(answer.candidates.map(\.entry.identifier) == ["b.desktop"])
    #expect(answer.candidates.first?.mention.ground == .added)
  }

  @Test func `A file of the user replaces the system's of the same identifier`() throws {
    let answer = try Desktop([
      "share/applications/a.desktop": Self.text,
      "data/applications/a.desktop": Desktop.application("image/png;"),
    ])
    #expect(try answer.answer("text/plain").candidates.isEmpty)
    #expect(try answer.answer("image/png").candidates.map(\.entry.identifier) == ["a.desktop"])
    let deleted = try Desktop([
      "share/applications/a.desktop": Self.text,
      "data/applications/a.desktop": Desktop.application("text/plain;", more: "Hidden=true"),
    ])
    #expect(try deleted.answer("text/plain").candidates.isEmpty)
  }

  @Test func `Applications of a supertype follow the applications of the type`() throws {
    let desktop = try Desktop([
      "share/applications/a.desktop": Self.text,
      "share/applications/z.desktop": Desktop.application("text/x-story;"),
      "etc/mimeapps.list": "[Default Applications]\ntext/plain=a.desktop\n",
    ])
    let answer = try desktop.answer("text/x-story")
    #expect(answer.candidates.map(\.entry.identifier) == ["z.desktop", "a.desktop"])
    #expect(answer.preferred?.entry.identifier == "z.desktop")
    #expect(answer.candidates.last?.type.canonical == "text/plain")
  }

  @Test func `An application whose program is missing is refused with the reason`() throws {
    let answer = try Desktop([
      "share/applications/a.desktop": Desktop.application("text/plain;", more: "Exec=gone")
    ]).answer("text/plain")
    #expect(answer.preferred == nil && answer.candidates.isEmpty)
    #expect(answer.unusable.map(\.reason) == ["the program gone is not installed"])
  }
}

@Suite struct DesktopTypeChecks {
  @Test(
    arguments: [
      ("/a/b.desktop", true), ("x.thumbnailer", true), ("mimeapps.list", true),
      ("gnome-mimeapps.list", true), ("defaults.list", true), ("mimeinfo.cache", false),
      ("my.list", false), ("desktop", false),
    ])
  func `Files of desktops are known by their names`(name: String, isKnown: Bool) {
    #expect((DesktopTypeCheck.FileKind(fileAt: name) != nil) == isKnown)
  }

  @Test func `Wrong, unknown and renamed types are found with line and column`() throws {
    let check = DesktopTypeCheck(try TypeRegistry(image: BaseRegistry.image()))
    let findings = check.findings(
      in: Array(
        "[Desktop Entry]\nMimeType=text/plain; nonsense ;text/x-no-such-type;x-scheme-handler/a;\n[Other]\nMimeType=x\n"
          .utf8),
      path: "a.desktop", kind: .application)
    #expect(findings.map(\.rule) == ["desktop-type-invalid", "desktop-type-unknown"])
    #expect(findings.map(\.position.line) == [2, 2])
    #expect(findings.map(\.position.column) == [22, 32])
    let list = check.findings(
      in: Array("[Default Applications]\nnonsense=a.desktop\n[X]\nnonsense=a\n".utf8),
      path: "mimeapps.list",
      kind: .associations)
    #expect(list.map(\.position.line) == [2, 3])
    #expect(list.last?.rule == "desktop-group-unknown")
    #expect(DesktopTypeCheck.rules.map(\.identifier).contains("desktop-type-renamed"))
  }
}

@Suite struct InstallationManifests {
  private func manifest(_ text: String?) throws -> InstallationManifest? {
    let scratch = try ScratchDirectory(text.map { ["share/uniform-types/a.installed": $0] } ?? [:])
    let place = try InstallationPlace(prefix: scratch.path.string, isOfSystem: false)
    #expect(place.installedNames == (text == nil ? [] : ["a"]))
    return try InstallationManifest(name: "a", in: place)
  }

  @Test func `A manifest is read as it was written`() throws {
    var manifest = InstallationManifest(name: "a")
    manifest.levels = 3
    manifest.directories = ["mime", "mime/packages"]
    manifest.generated = ["mime/globs2"]
    manifest.files = [
      .init(path: "mime/packages/a b.xml", checksum: InstallationManifest.checksum([1]))
    ]
    #expect(try self.manifest(String(decoding: manifest.bytes, as: UTF8.self)) == manifest)
    #expect(manifest.has([1], at: "mime/packages/a b.xml"))
    #expect(!manifest.has([2], at: "mime/packages/a b.xml") && !manifest.has([1], at: "mime/x"))
    #expect(try self.manifest(nil) == nil)
  }

  @Test(
    arguments: [
      "", "other 1\n", "uniform-types-installation 1\nlevels 65\n",
      "uniform-types-installation 1\nlevels -1\n", "uniform-types-installation 1\nfile abc\n",
      "uniform-types-installation 1\ndirectory ../etc\n",
      "uniform-types-installation 1\nfile 0 mime/../../etc/passwd\n",
      "uniform-types-installation 1\nfile 0 /etc/passwd\n",
      "uniform-types-installation 1\ngenerated mime//x\n",
      "uniform-types-installation 1\nunknown x\n",
      "uniform-types-installation 1\ndirectory applications\n",
    ])
  func `A damaged manifest, and one that leads out of its folders, is refused`(text: String) {
    let error = #expect(throws: CommandFailure.self) { try manifest(text) }
    #expect(error?.status == .badDeclarations)
  }

  @Test func `A manifest takes over what others left, without repetition`() {
    var manifest = InstallationManifest(name: "a")
    manifest.directories = ["mime"]
    manifest.generated = ["mime/globs"]
    var other = InstallationManifest(name: "b")
    other.levels = 2
    other.directories = ["icons", "mime"]
    other.generated = ["mime/globs", "mime/magic"]
    manifest.takeOver(other)
    #expect(manifest.levels == 2 && manifest.directories == ["icons", "mime"])
    #expect(manifest.generated == ["mime/globs", "mime/magic"] && manifest.files.isEmpty)
  }

  @Test func `The place of an installation is searched if a variable names it`() throws {
    let environment = DesktopEnvironment(
      EnvironmentVariables(["HOME": "/home/u", "XDG_DATA_DIRS": "/usr/local/share:/opt/share"]))
    func place(_ prefix: String?, ofSystem: Bool = false) throws -> InstallationPlace {
      try InstallationPlace(prefix: prefix, isOfSystem: ofSystem, environment)
    }
    #expect(try place(nil).path == "/home/u/.local/share" && place(nil).isSearched)
    #expect(try place(nil, ofSystem: true).path == "/usr/local/share")
    #expect(try place("/opt").isSearched && !place("/srv").isSearched)
    #expect(throws: CommandFailure.self) { try place("") }
    #expect(throws: CommandFailure.self) {
      try InstallationPlace(
        prefix: nil, isOfSystem: false, DesktopEnvironment(EnvironmentVariables([:])))
    }
  }
}
