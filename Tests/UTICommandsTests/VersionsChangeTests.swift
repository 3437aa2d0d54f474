import Foundation
import TestSupport
import Testing

/// The changes of `uti versions`, and its messages if it fails.
@Suite("uti versions with changes")
struct VersionsChangeTests {
  private let directory: TemporaryDirectory
  private let item: String
  private let copy: String

  init() throws {
    directory = try TemporaryDirectory()
    item = try directory.write("d/a.txt", Array("ours".utf8))
    copy = try directory.write("d/a (conflicted).txt", Array("theirs".utf8))
  }

  private var environment: [String: String] {
    Command.bare.merging([
      "XDG_STATE_HOME": directory.path + "/state", "XDG_DATA_HOME": directory.path + "/data",
    ]) { $1 }
  }

  private func run(_ arguments: String...) throws -> CommandRun {
    try Command.run(["versions"] + arguments, environment: environment)
  }

  private func text(_ path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }

  private func identifiers(_ origin: String) throws -> [String] {
    try run("--format", "jsonl", item).objects().filter { $0["origin"] as? String == origin }
      .compactMap { $0["versionIdentifier"] as? String }
  }

  /// Runs the command without rights, and gives what it says and its status.
  private func runWithoutRights(_ arguments: String, _ variables: String = "") throws -> String {
    let user = geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
    let script =
      "\(user) env XDG_STATE_HOME='\(directory.path)/state' \(variables) \"$0\" versions "
      + "\(arguments) 2>&1; echo \"status $?\""
    return String(decoding: try Command.shell(script), as: UTF8.self)
  }

  private static let limitedRights = Requirement(
    "run the tests in a folder that all users can enter",
    if: geteuid() != 0 || TestProgram.canBeNobody)

  private func change(_ name: String, mode: UInt16, owner: UInt32? = nil) throws {
    let path = directory.path + "/" + name
    if let owner { #expect(chown(path, owner, owner) == 0) }
    #expect(chmod(path, mode_t(mode)) == 0)
  }

  @Test("A conflict is resolved once, by its identifier or with all others")
  func resolving() throws {
    let identifier = try #require(try identifiers("sync-client").first)
    let settled = try run(item, "--resolve", identifier)
    #expect(settled.status == 0 && settled.output == "\(item): resolved \(identifier)\n")
    let object = try #require(try run(item, "--format", "jsonl").objects().first)
    #expect(object["isConflict"] as? Bool == true && object["isResolved"] as? Bool == true)
    #expect(try run(item, "--resolve", identifier).status == 0)
    let none = try run(item, "--resolve", "all")
    #expect(none.status == 1 && none.errors.contains("there are no conflicts"))
    #expect(text(item) == "ours" && text(copy) == "theirs")
    // The next copy waits for a decision again.
    try directory.write("d/a (conflicted).txt", Array("theirs again".utf8))
    let all = try run(item, "--resolve", "all", "--format", "jsonl")
    #expect(all.status == 0)
    #expect(try all.objects().map { $0["resolved"] as? String } == identifiers("sync-client"))
  }

  @Test("A kept version is removed permanently, and a copy beside the document goes to the trash")
  func removing() throws {
    let conflict = try #require(try identifiers("sync-client").first)
    for _ in 0..<3 { #expect(try run(item, "--restore", conflict).status == 0) }
    let kept = try identifiers("save")
    try #require(kept.count == 3)
    let removed = try run(item, "--remove", kept[1])
    #expect(removed.output == "\(item): removed \(kept[1])\n")
    #expect(try identifiers("save") == [kept[0], kept[2]])
    let again = try run(item, "--remove", kept[1])
    #expect(again.status == 66 && again.errors.contains("there is no version \(kept[1])"))
    let all = try run(item, "--remove", "all", "--format", "jsonl")
    #expect(try all.objects().map { $0["removed"] as? String } == [kept[0], kept[2]])
    #expect(text(copy) == "theirs")
    #expect(try run(item, "--remove", "all").status == 1)
    let trashed = try run(item, "--remove", conflict)
    #expect(trashed.output == "\(item): moved \(conflict) to the trash\n", "\(trashed.errors)")
    #expect(text(copy) == nil)
    #expect(try run(item).status == 1)
    #expect(text(item) == "theirs")
  }

  @Test("Removing all versions keeps unresolved contents of other processes")
  func removingBesideConflicts() throws {
    let copy = try #require(try identifiers("sync-client").first)
    for _ in 0..<2 { #expect(try run(item, "--restore", copy).status == 0) }
    let versions = try run(item, "--format", "jsonl").objects().filter {
      $0["origin"] as? String == "save"
    }
    let contents = try #require(versions.first?["contents"] as? String)
    let record = URL(filePath: contents).deletingLastPathComponent().appending(path: "version.json")
    let note = try String(contentsOf: record, encoding: .utf8)
    let changed = note.replacing("\"isConflict\": false", with: "\"isConflict\": true")
    try #require(changed != note, "\(note)")
    try changed.write(to: record, atomically: false, encoding: .utf8)
    let all = try run(item, "--remove", "all")
    #expect(all.status == 0 && all.errors.contains("1 in conflict not removed"), "\(all.errors)")
    #expect(try identifiers("save").count == 1)
    #expect(FileManager.default.fileExists(atPath: contents))
  }

  @Test("Impossible requests are rejected before any change")
  func faults() throws {
    let conflict = try #require(try identifiers("sync-client").first)
    #expect(try run(item, "--resolve", conflict, "--remove", conflict).status == 64)
    let unknown = try run(item, "--resolve", "nothing")
    #expect(unknown.status == 66 && unknown.errors.contains("there is no version nothing"))
    #expect(try run(item, "--restore", conflict).status == 0)
    let kept = try #require(try identifiers("save").first)
    let calm = try run(item, "--resolve", kept)
    #expect(calm.status == 1 && calm.errors.contains("is in no conflict"))
    let missing = try run(directory.path + "/missing", "--resolve", "all")
    #expect(missing.status == 66 && missing.errors.contains("there is no such item"))
  }

  @Test("Both dates are distinguished, and rows are in the order of the first")
  func dates() throws {
    let old = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: item)
    let conflict = try #require(try identifiers("sync-client").first)
    #expect(try run(item, "--restore", conflict).status == 0)
    let objects = try run(item, "--format", "jsonl").objects()
    let kept = objects.compactMap { $0["keptDate"] as? String }
    #expect(kept.count == 2 && kept == kept.sorted(by: >))
    #expect(objects.first?["date"] as? String == "2001-09-09T01:46:40.000Z")
    let columns = try run(item).lines.map { $0.split(separator: "\t").map(String.init) }
    #expect(columns.map { $0[1] } == kept)
    #expect(columns[0][2] == "2001-09-09T01:46:40.000Z")
  }

  @Test("Several simultaneous restores run in order, and no state is lost")
  func competing() throws {
    let conflict = try #require(try identifiers("sync-client").first)
    for text in ["one", "two", "three"] {
      #expect(try run(item, "--restore", conflict).status == 0)
      try Data(text.utf8).write(to: URL(fileURLWithPath: item))
    }
    #expect(try run(item, "--restore", conflict).status == 0)
    try Data("current".utf8).write(to: URL(fileURLWithPath: item))
    let script = """
      export XDG_STATE_HOME='\(directory.path)/state'
      for identifier in $("$0" versions "$1" | cut -f 1); do
        ("$0" versions "$1" --restore "$identifier" 2>&1; echo "status $?") &
      done
      wait
      """
    let said = String(decoding: try Command.shell(script, item), as: UTF8.self)
    let lines = said.split(separator: "\n")
    #expect(lines.filter { $0 == "status 0" }.count >= 1, "\(said)")
    #expect(
      lines.filter { $0.hasPrefix("status") }.allSatisfy { ["status 0", "status 74"].contains($0) })
    for line in lines where line.hasPrefix("uti: ") {
      #expect(line.contains("not restored, and unchanged, because another process"), "\(line)")
    }
    let contents = try run("--format", "jsonl", item).objects().compactMap {
      text($0["contents"] as? String ?? "")
    }
    let left = Set(contents + [text(item) ?? ""])
    #expect(left == ["ours", "theirs", "one", "two", "three", "current"], "\(said)")
  }

  @Test("Versions that may not be read do not count as missing", .requires(limitedRights))
  func unreadable() throws {
    let conflict = try #require(try identifiers("sync-client").first)
    #expect(try run(item, "--restore", conflict).status == 0)
    try FileManager.default.removeItem(atPath: copy)
    try change("", mode: 0o755)
    let state = directory.path + "/state"
    try change("state", mode: 0)
    defer { _ = chmod(state, 0o700) }
    for arguments in ["'\(item)'", "'\(item)' --restore x", "'\(item)' --resolve all"] {
      let said = try runWithoutRights(arguments)
      #expect(said.hasSuffix("status 74\n"), "\(said)")
      #expect(said.contains("\(state)/uniform-types/versions"), "\(said)")
      #expect(said.contains("Permission denied; run it as the owner"), "\(said)")
      #expect(!said.contains("no versions"), "\(said)")
    }
  }

  @Test("Versions that cannot be written now are still read", .requires(limitedRights))
  func readOnly() throws {
    let conflict = try #require(try identifiers("sync-client").first)
    #expect(try run(item, "--restore", conflict).status == 0)
    try change("", mode: 0o755)
    if geteuid() == 0 {
      #expect(TestProgram.succeeds(["chown", "-R", "65534", directory.path + "/state"]))
    }
    try change("state/uniform-types", mode: 0o555)
    let said = try runWithoutRights("'\(item)'")
    #expect(said.contains("\tkept\tsave\t-\t") && said.hasSuffix("status 0\n"), "\(said)")
    try change("state/uniform-types", mode: 0o700)
  }

  @Test("A directory that other users can enter is reported, with the problem and a remedy")
  func notPrivate() throws {
    let conflict = try #require(try identifiers("sync-client").first)
    let place = directory.path + "/state/uniform-types/versions"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try change("state/uniform-types/versions", mode: 0o777)
    let open = try run(item, "--restore", conflict)
    #expect(open.status == 74 && text(item) == "ours")
    #expect(open.errors.contains("\(place): cannot keep others out of it"), "\(open.errors)")
    #expect(open.errors.contains("others may write into it (mode 777); chmod go-w it"))
    guard geteuid() == 0 else { return }
    try change("state/uniform-types/versions", mode: 0o700, owner: 65534)
    for arguments in [["--restore", conflict], ["--resolve", conflict]] {
      let foreign = try Command.run(["versions", item] + arguments, environment: environment)
      #expect(foreign.status == 74 && text(item) == "ours")
      #expect(
        foreign.errors.contains("\(place): cannot keep others out of it: Operation not permitted"))
      #expect(
        foreign.errors.contains("it belongs to user 65534, and the program runs as 0"),
        "\(foreign.errors)")
    }
  }

  @Test(
    "An item that may not be replaced is reported, and nothing is kept", .requires(limitedRights)
  )
  func notWritable() throws {
    let conflict = try #require(try identifiers("sync-client").first)
    try FileManager.default.createDirectory(
      atPath: directory.path + "/state", withIntermediateDirectories: true)
    try change("", mode: 0o755)
    try change("d", mode: 0o555)
    try change("d/a.txt", mode: 0o444)
    try change("state", mode: 0o700, owner: geteuid() == 0 ? 65534 : nil)
    let said = try runWithoutRights("'\(item)' --restore \(conflict)")
    #expect(
      said == "uti: \(item): not restored, and unchanged, because its permissions forbid writing; "
        + "make it writable\nstatus 74\n")
    #expect(text(item) == "ours")
    #expect(try runWithoutRights("'\(item)' | wc -l").hasPrefix("1\n"))
    try change("d", mode: 0o755)
  }

  @Test("Names with line feeds and stray bytes are distinguished, restored and removed unchanged")
  func bytes() throws {
    let script = """
      export XDG_STATE_HOME="$1/state" XDG_DATA_HOME="$1/data"
      cd "$1/d" || exit
      name=$'x\\ny\\xE9.txt' copy=$'x\\ny\\xE9 (conflicted copy Ada 2026-11-22 183000).txt'
      printf ours > "$name"
      printf theirs > "$copy"
      printf other > $'x\\ny\\xE8 (conflicted copy Bob 2026-11-22 183000).txt'
      "$0" versions "$name" | cut -f 5-7
      "$0" versions "$name" --format jsonl | grep -o '"contentsBytes":"[0-9a-f]*"'
      "$0" versions -0 "$name" | tr '\\0\\n' '\\n|' | LC_ALL=C grep -c $'/x|y\\xE9 '
      identifier=$("$0" versions "$name" | cut -f 1)
      "$0" versions "$name" --restore "$identifier" > /dev/null && cat "$name" && echo
      "$0" versions "$name" --remove "$identifier" > /dev/null && ls | wc -l
      sed -n 2p "$XDG_DATA_HOME"/Trash/info/x*
      """
    let said = String(decoding: try Command.shell(script, directory.path), as: UTF8.self)
    let lines = said.split(separator: "\n").map(String.init)
    try #require(lines.count == 6, "\(said)")
    #expect(lines[0] == "conflict\tNextcloud\tAda")
    #expect(lines[1].contains("2f780a79e92028636f6e666c"))
    #expect(Array(lines[2...4]) == ["1", "theirs", "6"])
    #expect(lines[5].contains("/x%0Ay%E9%20(conflicted"))
  }

  @Test("Links lead to one document, a second name has its own versions, and packages work")
  func kinds() throws {
    let link = directory.path + "/link.txt"
    let second = directory.path + "/second.txt"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: item)
    try FileManager.default.linkItem(atPath: item, toPath: second)
    let conflict = try #require(try identifiers("sync-client").first)
    #expect(try run(link, "--restore", conflict).status == 0)
    #expect(try run(link).output == run(item).output)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == item)
    #expect(text(second) == "theirs")
    #expect(try run(second).status == 1)
    try directory.write("p.pages/index", Array("ours".utf8))
    try directory.write("p (conflicted).pages/index", Array("theirs".utf8))
    let package = directory.path + "/p.pages"
    let found = try #require(
      try run(package, "--format", "jsonl").objects().first?["versionIdentifier"] as? String)
    #expect(try run(package + "/", "--restore", found).status == 0)
    #expect(text(package + "/index") == "theirs")
    #expect(try run(package, "--remove", "all").status == 0)
  }
}
