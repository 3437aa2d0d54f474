import Foundation
import TestSupport
import Testing

/// `uti versions`: what was kept of a document, and conflicts.
@Suite("uti versions")
struct VersionsCommandTests {
  private let directory: TemporaryDirectory
  private let item: String
  private let copy: String

  init() throws {
    directory = try TemporaryDirectory()
    item = try directory.write("a.txt", Array("ours".utf8))
    copy = try directory.write(
      "a (conflicted copy Ada 2026-11-22 183000).txt", Array("theirs".utf8))
  }

  private func run(_ arguments: String...) throws -> CommandRun {
    let environment = ["XDG_STATE_HOME": directory.path + "/state"]
    return try Command.run(
      ["versions"] + arguments, environment: Command.bare.merging(environment) { $1 })
  }

  private func text(_ path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("lists conflicts and kept versions, and restores one without losing the other")
  func restoring() throws {
    let found = try run("--format", "jsonl", item).objects()
    try #require(found.count == 1)
    #expect(found[0]["client"] as? String == "Nextcloud" && found[0]["user"] as? String == "Ada")
    #expect(found[0]["isConflict"] as? Bool == true && found[0]["isResolved"] as? Bool == false)
    #expect(found[0]["contents"] as? String == copy)
    let identifier = try #require(found[0]["versionIdentifier"] as? String)
    let restored = try run(item, "--restore", identifier)
    #expect(restored.status == 0, "\(restored.errors)")
    #expect(
      restored.output.contains("a.txt: restored \(identifier); the old contents are kept as "))
    #expect(restored.output.hasSuffix("; the conflict is resolved\n"))
    #expect(text(item) == "theirs" && text(copy) == "theirs")
    let kept = try #require(
      try run("--format", "jsonl", item).objects().first { $0["origin"] as? String == "save" })
    #expect(text(try #require(kept["contents"] as? String)) == "ours")
    let back = try run(
      item, "--format", "jsonl", "--restore", try #require(kept["versionIdentifier"] as? String))
    #expect(try back.objects().first?["kept"] is String)
    #expect(text(item) == "ours")
    let table = try run(item)
    #expect(table.lines.count == 3)
    #expect(table.lines.contains { $0.contains("\tresolved\tNextcloud\tAda\t" + copy) })
    #expect(table.lines.filter { $0.contains("\tkept\tsave\t-\t/") }.count == 2)
    let fields = try run("-0", item).output.split(separator: "\0", omittingEmptySubsequences: false)
    #expect(fields.count == 3 * 8 + 1)
  }

  @Test("reports missing versions, and changes nothing if it cannot keep the present contents")
  func refusals() throws {
    let missing = try run(directory.path + "/missing.txt")
    #expect(missing.status == 66 && missing.errors.contains("there is no such item"))
    let other = try directory.write("b.txt", Array("alone".utf8))
    let none = try run(other)
    #expect(none.status == 1 && none.errors.contains("there are no versions"))
    let unknown = try run(item, "--restore", "nothing")
    #expect(unknown.status == 66 && unknown.errors.contains("there is no version nothing"))
    let identifier = try #require(
      try run("--format", "jsonl", item).objects().first?["versionIdentifier"] as? String)
    try directory.write("state", Array("a file in the way".utf8))
    let refused = try run(item, "--restore", identifier)
    // If the state directory is not available, another directory of the user may be.
    if refused.status != 0 {
      #expect(refused.status == 74 && refused.errors.contains("not restored, and unchanged"))
      #expect(text(item) == "ours")
    }
  }
}
