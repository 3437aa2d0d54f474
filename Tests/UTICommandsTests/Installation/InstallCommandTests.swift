import Foundation
import TestSupport
import Testing

/// A user's account with nothing in it, and declarations to install.
struct InstallationFixture {
  let directory: TemporaryDirectory
  let environment: [String: String]

  init() throws {
    directory = try TemporaryDirectory()
    environment = [
      "HOME": directory.path + "/home", "PATH": MachineProgram.searchPath, "LC_ALL": "C.UTF-8",
      "XDG_DATA_DIRS": "/usr/local/share:/usr/share",
    ]
    try directory.write("home/.keep")
    try directory.write("Acme.plist", Array(Self.propertyList.utf8))
    try directory.write("acme.svg", Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8))
    try directory.write("acme-32.png", Self.image(size: 32))
    try directory.write("acme-33.png", Self.image(size: 33))
    try directory.write("plan.xml", Array(Self.package.utf8))
  }

  var path: String { directory.path + "/Acme.plist" }
  var home: String { directory.path + "/home" }

  func run(_ arguments: String..., adding variables: [String: String] = [:]) throws -> CommandRun {
    try Command.run(arguments, environment: environment.merging(variables) { $1 })
  }

  /// Everything in the account but the caches of the tools.
  func items() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: home)
      .filter { !$0.hasPrefix(".cache") }.sorted()
  }

  /// The start of a PNG file, which says how large the image is.
  private static func image(size: UInt8) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 0, size, 0, 0, 0, size, 8, 6, 0, 0, 0]
  }

  private static let propertyList = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
    <key>CFBundleIdentifier</key><string>org.acme</string>
    <key>UTExportedTypeDeclarations</key><array>
      <dict><key>UTTypeIdentifier</key><string>org.acme.blueprint</string>
        <key>UTTypeDescription</key><string>Blueprint</string>
        <key>UTTypeConformsTo</key><string>public.json</string>
        <key>UTTypeIconFiles</key><array><string>acme.svg</string><string>acme-32.png</string>
          <string>acme-33.png</string><string>nowhere</string><string>../acme.svg</string></array>
        <key>UTTypeTagSpecification</key><dict>
          <key>public.filename-extension</key><array><string>blueprint</string><string>mts</string></array>
          <key>public.mime-type</key><string>application/vnd.acme.blueprint+json</string></dict></dict>
      <dict><key>UTTypeIdentifier</key><string>org.acme.site</string>
        <key>UTTypeDescription</key><string>Site</string>
        <key>UTTypeConformsTo</key><string>com.apple.package</string>
        <key>UTTypeTagSpecification</key><dict>
          <key>public.filename-extension</key><string>acmesite</string></dict></dict>
    </array>
    <key>UTImportedTypeDeclarations</key><array>
      <dict><key>UTTypeIdentifier</key><string>public.swift-source</string>
        <key>UTTypeConformsTo</key><string>public.source-code</string>
        <key>UTTypeTagSpecification</key><dict>
          <key>public.filename-extension</key><string>swift</string></dict></dict>
    </array></dict></plist>
    """

  private static let package = """
    <?xml version="1.0" encoding="UTF-8"?>
    <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="application/x-acme-plan"><comment>Plan</comment><glob pattern="*.acmeplan"/></mime-type>
    </mime-info>
    """
}

@Suite("uti install and uti uninstall")
struct InstallCommandTests {
  private let fixture: InstallationFixture
  /// The status of an installation; 69 if the program that writes the database is missing.
  private static let installationStatus: Int32 =
    MachineProgram.path("update-mime-database") != nil ? 0 : 69

  init() throws {
    fixture = try InstallationFixture()
  }

  private func contentType(_ name: String) throws -> String {
    let path = try fixture.directory.write(name, Array("{}\n".utf8))
    let info = try Tool.run(
      "gio", ["info", "-a", "standard::content-type", path], fixture.environment)
    return info.split(separator: "\n").last.map { String($0.split(separator: " ").last ?? "") }
      ?? ""
  }

  @Test(
    "A desktop knows the type after the installation, and not after its removal",
    .requires(.programs("update-mime-database", "gio")))
  func desktop() throws {
    let before = try fixture.items()
    let swift = try contentType("a.swift")
    let run = try fixture.run("install", fixture.path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try contentType("a.blueprint") == "application/vnd.acme.blueprint+json")
    #expect(try contentType("a.mts") == "application/vnd.acme.blueprint+json")
    // Types that it only imports do not change the results of the desktop.
    #expect(try contentType("a.swift") == swift)
    let own = try fixture.run(
      "identify", "--print", "type,mime", fixture.directory.path + "/a.blueprint")
    #expect(own.output == "org.acme.blueprint\tapplication/vnd.acme.blueprint+json\n")
    let icons = fixture.home + "/.local/share/icons/hicolor"
    let name = "application-vnd.acme.blueprint+json"
    for icon in ["scalable/mimetypes/\(name).svg", "32x32/mimetypes/\(name).png"] {
      #expect(FileManager.default.fileExists(atPath: "\(icons)/\(icon)"))
    }
    #expect(try fixture.run("uninstall", "Acme").status == 0)
    #expect(try fixture.items() == before)
    #expect(try contentType("a.blueprint") != "application/vnd.acme.blueprint+json")
  }

  @Test("Statements that a desktop cannot have are reported with the reason")
  func reasons() throws {
    let run = try fixture.run("install", "--no-database", "--format", "jsonl", fixture.path)
    #expect(run.status == 0)
    let objects = try run.objects()
    func reason(_ subject: String, _ words: String) -> Bool {
      objects.contains {
        $0["subject"] as? String == subject && ($0["reason"] as? String)?.contains(words) ?? false
      }
    }
    #expect(reason("org.acme.site", "folders from the file system alone"))
    #expect(reason("public.swift-source", "nothing changes"))
    for icon in ["acme-33.png", "nowhere", "../acme.svg"] {
      #expect(reason("org.acme.blueprint", "its icon \(icon)"))
    }
    // uti knows the folder by its name all the same.
    try fixture.directory.write("x.acmesite/index", [1])
    let site = try fixture.run(
      "identify", "--print", "type", fixture.directory.path + "/x.acmesite")
    #expect(site.output == "org.acme.site\n")
  }

  @Test("--dry-run writes nothing, and prints what the installation then prints")
  func dryRun() throws {
    let before = try fixture.items()
    let planned = try fixture.run("install", "--dry-run", fixture.path)
    #expect(planned.status == 0)
    #expect(try fixture.items() == before)
    let done = try fixture.run("install", fixture.path)
    #expect(done.output == planned.output)
    #expect(try fixture.run("uninstall", "--dry-run", fixture.path).status == 0)
    #expect(try fixture.items() != before)
  }

  @Test("Installing the same again changes nothing; a new version replaces the old one")
  func again() throws {
    #expect(try fixture.run("install", "--no-database", fixture.path).status == 0)
    let files = try fixture.items()
    let again = try fixture.run("install", "--no-database", fixture.path)
    #expect(again.status == 0)
    #expect(!again.output.contains("write\t") && !again.output.contains("replace\t"))
    #expect(try fixture.items() == files)
    let text = try String(contentsOfFile: fixture.path, encoding: .utf8)
      .replacingOccurrences(of: "<string>acme.svg</string>", with: "")
      .replacingOccurrences(of: "../acme.svg", with: "none")
    try text.write(toFile: fixture.path, atomically: true, encoding: .utf8)
    let newer = try fixture.run("install", "--no-database", fixture.path)
    #expect(newer.status == 0, "\(newer.errors)")
    #expect(newer.output.contains("remove\t"))
    #expect(try fixture.items().count == files.count - 1)
    #expect(try fixture.run("uninstall", "--no-database", "Acme").status == 0)
    #expect(try fixture.items() == [".keep"])
  }

  @Test("Files that were not installed, or have changed since, stay unless --force is given")
  func foreign() throws {
    let place = "home/.local/share/uniform-types/Acme.plist"
    let path = try fixture.directory.write(place, Array("mine".utf8))
    let refused = try fixture.run("install", "--no-database", fixture.path)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("was not installed by uti; use --force"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    #expect(try fixture.run("install", "--no-database", "--force", fixture.path).status == 0)
    try fixture.directory.write(place, Array("changed".utf8))
    #expect(try fixture.run("install", "--no-database", fixture.path).status == 1)
    let kept = try fixture.run("uninstall", "--no-database", "Acme")
    #expect(kept.status == 1)
    #expect(kept.errors.contains("changed after installation"))
    #expect(try fixture.run("uninstall", "--no-database", "--force", "Acme").status == 0)
    // The folder was there before.
    #expect(try fixture.items().contains(".local/share/uniform-types"))
  }

  @Test("Several are removed one after the other, and the last removes the folders")
  func several() throws {
    let both = [fixture.path, fixture.directory.path + "/plan.xml"]
    for order in [["Acme", "plan"], ["plan", "Acme"]] {
      #expect(try fixture.run("install", both[0], both[1]).status == Self.installationStatus)
      #expect(try fixture.run("uninstall", order[0]).status == 0)
      let missing = try fixture.run("uninstall", order[0])
      #expect(missing.status == 66)
      #expect(missing.errors.contains("installed: \(order[1])"))
      #expect(try fixture.run("uninstall", order[1]).status == 0)
      #expect(try fixture.items() == [".keep"])
    }
  }

  @Test("Several are removed by one command, which makes the database once; repetitions count once")
  func severalAtOnce() throws {
    let both = [fixture.path, fixture.directory.path + "/plan.xml"]
    for names in [["Acme", "plan"], ["plan", "Acme"]] {
      #expect(try fixture.run("install", both[0], both[1]).status == Self.installationStatus)
      let installed = try fixture.items()
      let trial = try fixture.run("uninstall", "--dry-run", names[0], names[1])
      #expect(try fixture.items() == installed)
      let run = try fixture.run("uninstall", names[0], names[1], names[0])
      #expect(run.status == 0, "\(run.errors)")
      for output in [trial.output, run.output] where Self.installationStatus == 0 {
        #expect(output.components(separatedBy: "update-mime-database").count == 2, "\(output)")
      }
      #expect(try fixture.items() == [".keep"])
    }
    #expect(try fixture.run("install", both[0], both[1]).status == Self.installationStatus)
    let partly = try fixture.run("uninstall", "Acme", "nothing", "plan")
    #expect(partly.status == 66)
    #expect(try fixture.items() == [".keep"])
  }

  @Test("A hard link to an installed file keeps the old contents")
  func hardLinks() throws {
    #expect(try fixture.run("install", "--no-database", fixture.path).status == 0)
    let names = try fixture.items().filter { $0.hasSuffix(".plist") || $0.hasSuffix(".installed") }
    #expect(names.count == 2)
    let copies = try names.enumerated().map { index, name in
      let (file, copy) = (fixture.home + "/" + name, fixture.directory.path + "/copy\(index)")
      try FileManager.default.linkItem(atPath: file, toPath: copy)
      return (file: file, copy: copy, contents: try String(contentsOfFile: file, encoding: .utf8))
    }
    let changed = try String(contentsOfFile: fixture.path, encoding: .utf8)
      .replacingOccurrences(of: "Blueprint<", with: "Plan<")
    try fixture.directory.write("Acme.plist", Array(changed.utf8))
    #expect(try fixture.run("install", "--no-database", fixture.path).status == 0)
    for (file, copy, contents) in copies {
      #expect(try String(contentsOfFile: copy, encoding: .utf8) == contents)
      #expect(try String(contentsOfFile: file, encoding: .utf8) != contents)
    }
  }

  @Test("Without update-mime-database uti knows the types, and the remedy is printed")
  func withoutDatabase() throws {
    let run = try fixture.run("install", fixture.path, adding: ["PATH": "/nonexistent"])
    #expect(run.status == 69)
    #expect(run.errors.contains("install shared-mime-info and run update-mime-database"))
    let path = try fixture.directory.write("a.blueprint", Array("{}".utf8))
    #expect(try fixture.run("identify", "--print", "type", path).output == "org.acme.blueprint\n")
    // No database has heard of the types.
    #expect(try fixture.run("uninstall", "Acme", adding: ["PATH": "/nonexistent"]).status == 0)
    #expect(try fixture.items() == [".keep"])
  }

  @Test("Files with lint errors, without declarations or without a name are not installed")
  func refusals() throws {
    let hostile = Command.fixture("hostile/hostile.plist")
    for (path, status) in [
      (hostile, 65), (Command.fixture("hostile/cut.plist"), 65), ("/nonexistent.plist", 66),
      ("-", 64), (try fixture.directory.write("\u{1}.xml", Array(try package.utf8)), 65),
      (try fixture.directory.write("list.txt", Array("words".utf8)), 65),
    ] as [(String, Int32)] {
      let run = try fixture.run("install", fixture.path, path)
      #expect(run.status == status, "\(path): \(run.errors)")
      #expect(try fixture.items() == [".keep"])
      #expect(!run.errors.contains("\u{1}"))
    }
    #expect(try fixture.run("install").status == 64)
    #expect(try fixture.run("install", "--user", "--system", fixture.path).status == 64)
    #expect(try fixture.run("uninstall", "../../Acme").status == 66)
  }

  private var package: String {
    get throws {
      try String(contentsOfFile: fixture.directory.path + "/plan.xml", encoding: .utf8)
    }
  }

  @Test("Without a home there is no directory, a relative one is ignored, and --prefix names one")
  func places() throws {
    let bare = [
      "PATH": MachineProgram.searchPath, "XDG_DATA_HOME": "relative",
      "XDG_DATA_DIRS": "/nonexistent",
    ]
    let run = try Command.run(["install", fixture.path], environment: bare)
    #expect(run.status == 66)
    #expect(run.errors.contains("--prefix"))
    let prefix = fixture.directory.path + "/staging/usr"
    let staged = try Command.run(
      ["install", "--prefix", prefix, "--no-database", fixture.path], environment: bare)
    #expect(staged.status == 0, "\(staged.errors)")
    #expect(staged.errors.contains("not in XDG_DATA_HOME and XDG_DATA_DIRS"))
    let share = prefix + "/share"
    #expect(FileManager.default.fileExists(atPath: share + "/mime/packages/Acme.xml"))
    let removed = try Command.run(
      ["uninstall", "--prefix", prefix, "--no-database", "Acme"], environment: bare)
    #expect(removed.status == 0)
    #expect(!FileManager.default.fileExists(atPath: fixture.directory.path + "/staging"))
  }

  @Test("A file of the same name with other types replaces no file")
  func otherTypes() throws {
    let fixture = try InstallationFixture()
    defer { fixture.directory.remove() }
    #expect(try fixture.run("install", fixture.path).status == Self.installationStatus)
    let other = try fixture.directory.write(
      "other/Acme.plist",
      Array(
        try String(contentsOfFile: fixture.path, encoding: .utf8)
          .replacingOccurrences(of: "org.acme.", with: "org.example.")
          .replacingOccurrences(of: "public.swift-source", with: "org.example.swift").utf8))
    let items = try fixture.items()
    let run = try fixture.run("install", other)
    #expect(run.status == 1)
    #expect(run.errors.contains("declares other types"), "\(run.errors)")
    #expect(try fixture.items() == items)
  }

  @Test("A database that could not be written is written by the next installation")
  func laterDatabase() throws {
    let fixture = try InstallationFixture()
    defer { fixture.directory.remove() }
    #expect(try fixture.run("install", "--no-database", fixture.path).status == 0)
    #expect(try fixture.run("uninstall", "Acme").status == 0)
    #expect(try fixture.items() == [".keep"])
    #expect(try fixture.run("install", "--no-database", fixture.path).status == 0)
    let next = try fixture.run("install", fixture.path)
    #expect(next.output.contains("update-mime-database"))
    // If it is not installed, the command reports it.
    #expect(next.status == 0 || next.status == 69)
    let again = try fixture.run("install", fixture.path)
    #expect(again.output.contains("update-mime-database") == (next.status != 0))
  }

  @Test("A folder that the system cannot create is reported")
  func impossiblePlace() throws {
    let fixture = try InstallationFixture()
    defer { fixture.directory.remove() }
    let run = try fixture.run("install", "--prefix", "/proc", fixture.path)
    #expect(run.status == 74)
    #expect(run.errors.contains("/proc/share: the folder cannot be made"))
  }

  @Test("Two at once, and a removal meanwhile, leave all files or none")
  func concurrently() throws {
    let script = """
      for round in 1 2 3 4; do
        "$0" install "$1" >/dev/null & "$0" install "$1" >/dev/null & "$0" uninstall Acme >/dev/null 2>&1 & wait
      done
      "$0" install "$1" >/dev/null; echo $?
      "$0" uninstall Acme >/dev/null; echo $?
      """
    let run = try TestProgram.run(
      ["bash", "-c", script, Command.executable.path, fixture.path],
      environment: fixture.environment)
    #expect(run.output == "\(Self.installationStatus)\n0")
    #expect(try fixture.items() == [".keep"])
  }

  @Test("A manifest of another origin removes no other files")
  func hostileManifest() throws {
    let victim = try fixture.directory.write("home/victim", [1])
    for line in ["file 0 ../../victim", "file 0 mime/../../../victim", "directory .."] {
      try fixture.directory.write(
        "home/.local/share/uniform-types/Evil.installed",
        Array("uniform-types-installation 1\n\(line)\n".utf8))
      let run = try fixture.run("uninstall", "--force", "Evil")
      #expect(run.status == 65)
      #expect(FileManager.default.fileExists(atPath: victim))
    }
  }
}
