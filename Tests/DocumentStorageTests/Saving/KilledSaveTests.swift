import Foundation
import SystemPackage
import TestSupport
import Testing
import UTIDocumentStorage

@Suite struct KilledSaves {
  struct Kind: CustomTestStringConvertible {
    let name: String
    let command: String
    let before: [String: String]
    let isLinked: Bool

    var testDescription: String { name }
  }

  private static let kinds = [
    Kind(name: "create", command: "save", before: [:], isLinked: false),
    Kind(name: "overwrite", command: "save", before: ["a": "old"], isLinked: false),
    Kind(name: "overwrite in place", command: "save", before: ["a": "old"], isLinked: true),
    Kind(
      name: "package", command: "package", before: ["a/index": "old", "a/kept": "kept"],
      isLinked: false),
  ]

  private let text = String(repeating: "new ", count: 5_000)

  private func prepare(_ kind: Kind) throws -> ScratchDirectory {
    let directory = try ScratchDirectory(kind.before)
    if kind.isLinked {
      try SystemFileStore().link(
        FileLocation(directory.path.appending("a")),
        to: FileLocation(directory.path.appending("other")))
    }
    return directory
  }

  @Test(.requires(.tracing), arguments: kinds)
  func `L1, L3: A process killed at any system call leaves the old or the new document`(
    _ kind: Kind
  ) async throws {
    let calls = try await callsOfSave(kind)
    #expect(calls.count > 20)
    var found: Set<String> = []
    for call in calls {
      let directory = try prepare(kind)
      let place = directory.path.appending("a")
      try await TestProgram.running([
        "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call.name)", "-e",
        "inject=\(call.name):signal=SIGKILL:when=\(call.number)", TestProgram.saveProbe,
        kind.command,
        place.string, text,
      ])
      try SafeWriter().recover(at: place)
      let contents = try directory.contents()
      let item = contents["a"] ?? contents["a/index"] ?? "none"
      let old = kind.before["a"] ?? kind.before["a/index"] ?? "none"
      #expect(item == old || item == text, "killed at \(call)")
      #expect(kind.before["a/kept"] == contents["a/kept"], "killed at \(call)")
      #expect(!contents.keys.contains { $0.contains(".document-saving") }, "killed at \(call)")
      if kind.isLinked { #expect(contents["other"] == item, "killed at \(call)") }
      found.insert(item == text ? "new" : "old")
    }
    print("killed: \(kind.name): at each of \(calls.count) system calls")
    #expect(found == ["old", "new"])
  }

  /// The system calls of a save, each with how many of its name came before in the process.
  private func callsOfSave(_ kind: Kind) async throws -> [(name: String, number: Int)] {
    let directory = try prepare(kind)
    let log = directory.path.appending("log").string
    try await TestProgram.running([
      "strace", "-qq", "-o", log, TestProgram.saveProbe, kind.command,
      directory.path.appending("a").string, text,
    ])
    var counts: [String: Int] = [:]
    var calls: [(String, Int)] = []
    var hasBegun = false
    for line in try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n") {
      guard let name = line.split(separator: "(").first.map(String.init), line.contains("(")
      else { continue }
      counts[name, default: 0] += 1
      if hasBegun { calls.append((name, counts[name] ?? 0)) }
      if line.contains("/save-probe-begins") { hasBegun = true }
    }
    return calls
  }
}
