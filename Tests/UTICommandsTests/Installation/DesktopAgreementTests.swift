import Foundation
import TestSupport
import Testing

/// The effect of `uti install` of the whole base on the answers about all its extensions.
///
/// One process each of uti and gio answers about all names; xdg-mime needs a tenth of a second a name, so
/// that it is asked about every fiftieth.
@Suite("The base, installed for the desktop")
struct DesktopAgreementTests {
  /// The answers about a name.
  struct Answer: Equatable {
    let type: String
    let mimeType: String
    let supertypes: Set<String>
  }

  /// Names that mean another type once the base is installed in addition to a database: that has
  /// the last of their extensions, and the base has both.
  private static let compound: Set<String> = ["coffee.erb", "cs.pp", "yaml.sed"]

  @Test("without a database no extension changes its type or loses a supertype")
  func alone() throws {
    try check(dataDirectories: "/nonexistent")
  }

  @Test(
    "beside the machine's database no extension changes its type or loses a supertype",
    .requires(.database))
  func besideDatabase() throws {
    try check(dataDirectories: "/usr/share")
  }

  private func check(dataDirectories: String) throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let data = directory.path + "/share"
    var environment = [
      "HOME": directory.path, "PATH": MachineProgram.searchPath, "LC_ALL": "C.UTF-8",
      "XDG_DATA_DIRS": dataDirectories, "XDG_DATA_HOME": directory.path + "/none",
    ]
    let extensions = try extensions()
    #expect(extensions.count > 1242)
    let paths = try extensions.map { try directory.write("files/a.\($0)", [0x0A]) }
    let before = try answers(paths, environment)
    let qtBefore = try qtAnswers(paths, environment)

    let package = try directory.write(
      "uniform-types.xml", Array(try Command.run(["export"], environment: environment).output.utf8))
    environment["XDG_DATA_HOME"] = data
    let installation = try Command.run(["install", package], environment: environment)
    #expect([0, 69].contains(installation.status), "\(installation.errors)")
    let after = try answers(paths, environment)
    for (name, (old, new)) in zip(extensions, zip(before, after))
    where !Self.compound.contains(name) {
      #expect(old.type == new.type, "\(name)")
      #expect(old.supertypes.isSubset(of: new.supertypes), "\(name)")
    }
    if Requirement.programs("gio", "update-mime-database").isMet(for: "comparison with GLib") {
      try compareWithGIO(paths, after, environment)
    }
    if let qtBefore, let qtAfter = try qtAnswers(paths, environment) {
      try compareWithQt(
        paths, after, qtBefore, qtAfter, hasDatabase: dataDirectories == "/usr/share", environment)
    }
    let removal = try Command.run(["uninstall", package], environment: environment)
    #expect(removal.status == 0, "\(removal.errors)")
    #expect(!FileManager.default.fileExists(atPath: data))
  }

  /// The extensions of the base.
  private func extensions() throws -> [String] {
    let package = try Command.run(["export"]).output
    let patterns = package.components(separatedBy: "<glob pattern=\"*.").dropFirst()
    return Set(patterns.map { String($0.prefix { $0 != "\"" }) }).filter { name in
      name.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2E
      }
    }.sorted()
  }

  private func answers(_ paths: [String], _ environment: [String: String]) throws -> [Answer] {
    let run = try Command.run(
      [
        "identify", "--by", "name", "--files-from", "-", "--format", "jsonl", "--print",
        "type,mime,supertypes",
      ], environment: environment, input: Data(paths.joined(separator: "\n").utf8))
    return try run.objects().map { object in
      Answer(
        type: object["type"] as? String ?? "", mimeType: object["mimeType"] as? String ?? "",
        supertypes: Set(object["supertypes"] as? [String] ?? []))
    }
  }

  /// The types that Qt has for names; nil if its module for Python is not installed.
  private func qtAnswers(_ paths: [String], _ environment: [String: String]) throws -> [String]? {
    let needed = Requirement.programs("python3", "update-mime-database")
    guard needed.isMet(for: "comparison with Qt") else { return nil }
    let script = """
      import sys
      from PyQt5.QtCore import QMimeDatabase
      database = QMimeDatabase()
      for path in sys.argv[1:]:
        print(database.mimeTypeForFile(path, QMimeDatabase.MatchExtension).name() or "unknown")
      """
    let run = try TestProgram.run(["python3", "-c", script] + paths, environment: environment)
    return run.status == 0 ? run.output.split(separator: "\n").map(String.init) : nil
  }

  /// The types that Qt had for names stay, and new ones equal those of uti.
  ///
  /// Without a database of the machine Qt has none at all, or one from another year.
  private func compareWithQt(
    _ paths: [String], _ answers: [Answer], _ before: [String], _ after: [String],
    hasDatabase: Bool, _ environment: [String: String]
  ) throws {
    let unknown: Set = ["unknown", "application/octet-stream"]
    let types = try identifiers(of: after, environment)
    #expect(before.count == paths.count && after.count == paths.count)
    for (path, (answer, (old, new))) in zip(paths, zip(answers, zip(before, after))) {
      if hasDatabase, !unknown.contains(old) { #expect(old == new, "\(path)") }
      if unknown.contains(old), !unknown.contains(new), try !isHint(path, answer) {
        #expect(new == answer.mimeType || types[new] == answer.type, "\(path) \(new) \(answer)")
      }
    }
  }

  /// Returns the types of MIME types, which a database may name differently from the base.
  private func identifiers(
    of mimeTypes: [String], _ environment: [String: String]
  ) throws -> [String: String] {
    let names = Set(mimeTypes).filter { $0.contains("/") }.sorted()
    let run = try Command.run(["lookup", "--format", "jsonl"] + names, environment: environment)
    let types = try run.objects().map { ($0["types"] as? [String])?.first ?? "" }
    #expect(types.count == names.count)
    return Dictionary(uniqueKeysWithValues: zip(names, types))
  }

  /// Returns true if the type of a name comes from a pattern of the lowest weights, such as
  /// `*.conf`, which uti does not believe without support from the bytes.
  private func isHint(_ path: String, _ answer: Answer) throws -> Bool {
    guard answer.mimeType == "application/octet-stream" else { return false }
    return try Self.hints.get().contains { path.hasSuffix(".\($0)") }
  }

  /// The extensions whose patterns all have one of the lowest weights.
  private static let hints = Result {
    let package = try Command.run(["export"]).output
    var heaviest: [String: Int] = [:]
    for match in package.matches(of: /<glob pattern="\*\.([^"]+)"(?: weight="([0-9]+)")?/) {
      let weight = match.output.2.flatMap { Int($0) } ?? 50
      heaviest[String(match.output.1), default: 0] = max(
        heaviest[String(match.output.1)] ?? 0, weight)
    }
    return Set(heaviest.filter { $0.value < 10 }.keys)
  }

  /// Compares the types of names: gio has the MIME type of uti afterwards, or another name of it.
  ///
  /// If the base and the database give an extension to different types, uti keeps the base's.
  ///
  /// There are names that uti alone knows: extensions which the base adds to types of the database.
  private func compareWithGIO(
    _ paths: [String], _ answers: [Answer], _ environment: [String: String]
  ) throws {
    var environment = environment
    environment["XDG_CURRENT_DESKTOP"] = "GNOME"
    let output = try Tool.run(
      "gio", ["info", "-a", "standard::fast-content-type"] + paths, environment)
    let mark = "  standard::fast-content-type: "
    let types = output.split(separator: "\n").filter { $0.hasPrefix(mark) }
      .map { String($0.dropFirst(mark.count)) }
    #expect(types.count == paths.count)
    let unknown = "application/octet-stream"
    let identifiers = try identifiers(of: types, environment)
    var known: [(path: String, type: String)] = []
    let ofBase = try self.answers(
      paths, environment.merging(["XDG_DATA_DIRS": "/none", "XDG_DATA_HOME": "/none"]) { $1 })
    var keptCount = 0
    for (path, ((type, answer), base)) in zip(paths, zip(zip(types, answers), ofBase))
    where type != unknown {
      if try isHint(path, answer) { continue }
      if type != answer.mimeType, identifiers[type] != answer.type, answer.type == base.type {
        keptCount += 1
        continue
      }
      known.append((path, type))
      #expect(
        type == answer.mimeType || identifiers[type] == answer.type, "\(path) \(type) \(answer)")
    }
    #expect(known.count * 10 > paths.count * 8)
    #expect(keptCount < 100)
    guard Requirement.programs("xdg-mime").isMet(for: "comparison with xdg-mime") else { return }
    for index in stride(from: 0, to: known.count, by: 100) {
      // xdg-mime reads the bytes too, which decide between two types that claim a name.
      let path = known[index].path
      let type = try Tool.run("xdg-mime", ["query", "filetype", path], environment)
      let info = try Tool.run("gio", ["info", "-a", "standard::content-type", path], environment)
      let mark = "  standard::content-type: "
      let expected = try #require(info.split(separator: "\n").first { $0.hasPrefix(mark) })
      #expect(type.split(separator: "\n").joined() == expected.dropFirst(mark.count), "\(path)")
    }
  }
}
