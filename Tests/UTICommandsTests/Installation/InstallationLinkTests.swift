import Foundation
import TestSupport
import Testing

@Suite("Links below the place of an installation")
struct InstallationLinkTests {
  private let fixture: InstallationFixture

  init() throws {
    fixture = try InstallationFixture()
    try fixture.directory.write("outside/packages/kept.xml", Array("kept".utf8))
    try fixture.directory.write("outside/kept", Array("kept".utf8))
    try FileManager.default.createDirectory(atPath: prefix, withIntermediateDirectories: true)
  }

  private var prefix: String { fixture.directory.path + "/prefix" }
  private var outside: String { fixture.directory.path + "/outside" }

  static let folders = [
    "share", "share/mime", "share/mime/packages", "share/uniform-types", "share/icons",
    "share/icons/hicolor", "share/icons/hicolor/32x32/mimetypes",
  ]

  enum Target: CaseIterable {
    case folder, file, nothing
  }

  private func link(_ path: String, to target: Target) throws {
    let files = FileManager.default
    let path = prefix + "/" + path
    try files.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    let destination =
      switch target {
      case .folder: outside
      case .file: outside + "/kept"
      case .nothing: outside + "/missing"
      }
    try files.createSymbolicLink(atPath: path, withDestinationPath: destination)
  }

  /// The paths and contents of the folder to which the links lead.
  private func contents() throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: outside) {
      contents[path] = FileManager.default.contents(atPath: outside + "/" + path) ?? Data()
    }
    return contents
  }

  private func uti(_ command: String, _ operand: String, _ options: [String]) throws -> CommandRun {
    try Command.run(
      [command, "--prefix", prefix] + options + [operand], environment: fixture.environment)
  }

  private func refuses(_ command: String, _ operand: String, _ link: String, _ options: [String])
    throws
  {
    let before = try contents()
    for others in [[], ["--no-sandbox", "--force"], ["--dry-run"]] {
      let run = try uti(command, operand, options + others)
      #expect(run.status == 1, "\(run.errors)")
      #expect(
        run.errors.hasPrefix("uti: \(prefix)/\(link): a symbolic link to \(outside)"),
        "\(run.errors)")
      #expect(try contents() == before)
    }
  }

  @Test("A linked folder is refused by install", arguments: folders, Target.allCases)
  func install(folder: String, target: Target) throws {
    try link(folder, to: target)
    try refuses("install", fixture.path, folder, ["--no-database"])
  }

  @Test("A folder that a link has replaced is refused by uninstall", arguments: folders)
  func uninstall(folder: String) throws {
    #expect(try uti("install", fixture.path, ["--no-database"]).status == 0)
    let place = prefix + "/" + folder
    try FileManager.default.moveItem(atPath: place, toPath: outside + "/moved")
    try FileManager.default.createSymbolicLink(
      atPath: place, withDestinationPath: outside + "/moved")
    try refuses("uninstall", "Acme", folder, ["--no-database"])
  }

  @Test("A linked list of files is refused", arguments: [Target.file, .nothing])
  func list(target: Target) throws {
    let list = "share/uniform-types/Acme.installed"
    try link(list, to: target)
    try refuses("install", fixture.path, list, ["--no-database"])
    try refuses("uninstall", "Acme", list, ["--no-database"])
  }

  @Test(
    "A linked file is in the way, and --force replaces the link alone",
    arguments: ["share/uniform-types/Acme.plist", "share/mime/packages/Acme.xml"],
    [Target.file, .nothing])
  func file(path: String, target: Target) throws {
    try link(path, to: target)
    let before = try contents()
    for sandbox in [[], ["--no-sandbox"]] {
      let refused = try uti("install", fixture.path, ["--no-database"] + sandbox)
      #expect(refused.status == 1)
      #expect(refused.errors.contains("already exists and was not installed by uti"))
    }
    let forced = try uti("install", fixture.path, ["--no-database", "--force", "--no-sandbox"])
    #expect(forced.status == 0, "\(forced.errors)")
    #expect(try contents() == before)
    try FileManager.default.removeItem(atPath: prefix + "/" + path)
    try link(path, to: target)
    let removed = try uti("uninstall", "Acme", ["--no-database", "--force", "--no-sandbox"])
    #expect(removed.status == 0, "\(removed.errors)")
    #expect(try contents() == before)
  }

  @Test(
    "A link through which update-mime-database would write is refused",
    .requires(.programs("update-mime-database")),
    arguments: zip(
      ["share/mime/application", "share/mime/globs2.new", "share/mime/text/x.xml.new"],
      Target.allCases))
  func database(path: String, target: Target) throws {
    try link(path, to: target)
    try refuses("install", fixture.path, path, [])
    try FileManager.default.removeItem(atPath: prefix + "/" + path)
    #expect(try uti("install", fixture.path, []).status == 0)
    try? FileManager.default.removeItem(atPath: prefix + "/" + path)
    try link(path, to: target)
    try refuses("uninstall", "Acme", path, [])
  }

  @Test("The named place may be a link itself")
  func place() throws {
    try FileManager.default.removeItem(atPath: prefix)
    try FileManager.default.createSymbolicLink(atPath: prefix, withDestinationPath: outside)
    #expect(try uti("install", fixture.path, ["--no-database"]).status == 0)
    #expect(FileManager.default.fileExists(atPath: outside + "/share/mime/packages/Acme.xml"))
    #expect(try uti("uninstall", "Acme", ["--no-database"]).status == 0)
  }
}
