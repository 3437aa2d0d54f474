import Foundation
import SystemPackage
import TestSupport
import Testing

/// Directories for a user's state that another user has prepared.
///
/// The program runs as a user without an account, whose last directory for state is in `/var/tmp`.
@Suite(.serialized, .requires(.nobody))
struct PlantedPlaces {
  private static let other = uid_t(54_320)
  private let user = uid_t.random(in: 300_000...900_000)
  private let scratch: ScratchDirectory
  private var lastResort: FilePath { FilePath("/var/tmp/user-\(user)") }

  init() throws {
    scratch = try ScratchDirectory(
      ["documents/": "", "home/": ""], in: FileManager.default.temporaryDirectory.path)
    #expect(chmod(scratch.path.string, 0o755) == 0)
    for name in ["documents", "home"] { own(scratch.file(name), by: user, mode: 0o700) }
  }

  private func own(_ path: FilePath, by user: uid_t, group: gid_t? = nil, mode: mode_t) {
    #expect(chown(path.string, user, group ?? gid_t(user)) == 0)
    #expect(chmod(path.string, mode) == 0)
  }

  private func make(_ path: FilePath, by user: uid_t, group: gid_t? = nil, mode: mode_t) throws {
    try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
    own(path, by: user, group: group, mode: mode)
  }

  /// Runs the probe, and returns its lines by their first words.
  private func run(_ variables: String...) async throws -> [String: [String]] {
    defer {
      for path in [lastResort.string, "/tmp/uniform-types-\(user)"] {
        try? FileManager.default.removeItem(atPath: path)
      }
    }
    let result = try await TestProgram.running(
      [
        "setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "env", "-i",
        "PATH=/usr/bin:/bin", "XDG_RUNTIME_DIR=/nonexistent",
      ] + variables + [TestProgram.documentProbe, "places", scratch.file("documents").string])
    try #require(result.status == 0, "\(result.output)")
    var lines: [String: [String]] = [:]
    for line in result.output.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      lines[words[0], default: []].append(words.count > 1 ? words[1] : "")
    }
    return lines
  }

  /// Checks that saving works, nothing is kept anywhere, and one report states that.
  private func expectNoPlace(_ lines: [String: [String]], _ comment: Comment) {
    #expect(lines["autosaved"] == ["nowhere"], comment)
    #expect(lines["offered"] == nil, comment)
    #expect(lines["versions"] == ["0"], comment)
    #expect(lines["saved"] == ["two"], comment)
    #expect(lines["report"]?.count { $0 == "no-private-place" } == 1, comment)
  }

  private func expectUse(_ lines: [String: [String]], of path: FilePath, _ comment: Comment) {
    #expect(lines["autosaved"]?.first?.hasPrefix(path.string + "/") == true, comment)
    // An earlier run in the same test has left versions too.
    #expect((lines["versions"]?.first.flatMap { Int($0) } ?? 0) >= 2, comment)
    #expect(lines["saved"] == ["two"], comment)
    #expect(lines["report"]?.contains("no-private-place") != true, comment)
  }

  @Test func `A user without a home keeps drafts and versions in a directory of its own`()
    async throws
  {
    expectUse(try await run(), of: lastResort, "no directory")
    try make(lastResort, by: user, mode: 0o700)
    expectUse(try await run(), of: lastResort, "own directory")
  }

  @Test(arguments: [0o777, 0o1777, 0o755])
  func `A directory that another user has created first is not used`(_ mode: mode_t) async throws {
    try make(lastResort, by: Self.other, mode: mode)
    expectNoPlace(try await run(), "\(mode)")
    // A directory below belongs to the user, and its parent to the other.
    try make(lastResort, by: Self.other, mode: mode)
    try make(lastResort.appending("uniform-types"), by: user, mode: 0o700)
    expectNoPlace(try await run(), "\(mode)")
  }

  @Test func `Drafts that another user has planted are not offered`() async throws {
    for owner in [Self.other, user] {
      let program = lastResort.pushing("uniform-types/autosaved/DocumentProbe")
      let folder = program.appending(".document-saving-new-abcdefghijklmn")
      try make(folder, by: owner, mode: 0o700)
      let contents = folder.appending("planted.txt")
      try Data("planted".utf8).write(to: URL(filePath: contents.string))
      #expect(
        symlink(
          scratch.file("documents/planted.txt").string,
          folder.appending(".document-place").string) == 0)
      #expect(chown(contents.string, owner, owner) == 0)
      var directory = program
      while directory != lastResort.removingLastComponent() {
        own(directory, by: owner, mode: 0o755)
        directory.removeLastComponent()
      }
      let lines = try await run()
      #expect(lines["offered"] == (owner == user ? ["planted.txt"] : nil))
      if owner != user { expectNoPlace(lines, "planted") }
    }
  }

  @Test func `The next private directory replaces one that other users can write`() async throws {
    let home = scratch.file("home")
    let state = scratch.file("state")
    let rows: [(String, () throws -> Void)] = [
      ("another owner", { try make(state, by: Self.other, mode: 0o755) }),
      ("a group", { try make(state, by: user, group: Self.other, mode: 0o775) }),
      ("everyone", { try make(state, by: user, mode: 0o777) }),
    ]
    for (name, prepare) in rows {
      try prepare()
      let lines = try await run("XDG_STATE_HOME=\(state)", "HOME=\(home)")
      expectUse(lines, of: home, "\(name)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: state.string).isEmpty)
      try FileManager.default.removeItem(atPath: state.string)
    }
  }

  @Test func `A list of recent documents of another user is neither read nor changed`() async throws
  {
    let list = scratch.file("home/recently-used.xbel")
    let own = try await run("HOME=\(scratch.file("home"))", "XDG_DATA_HOME=\(scratch.file("home"))")
    #expect(own["recent"] == ["note.txt"])
    let text = scratch.text("home/recently-used.xbel")
    #expect(chown(list.string, Self.other, Self.other) == 0 && chmod(list.string, 0o666) == 0)
    let others = try await run(
      "HOME=\(scratch.file("home"))", "XDG_DATA_HOME=\(scratch.file("home"))")
    #expect(others["recent"] == [""])
    // The probe releases its draft with changes, and has no autosave policy.
    #expect(others["report"] == ["recent-documents-unavailable", "changes-lost"])
    #expect(scratch.text("home/recently-used.xbel") == text)
  }
}
