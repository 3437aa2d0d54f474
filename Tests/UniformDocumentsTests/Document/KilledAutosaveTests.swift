import Foundation
import SystemPackage
import TestSupport
import Testing
import UTIDocumentStorage
import UniformDocuments

/// A process that is killed at each system call of the first autosave of a draft, the only copy of it.
@MainActor @Suite(.serialized) struct KilledAutosaves {
  private let text = "line draft\n"

  @Test(.requires(.tracing))
  func `G6: A draft is offered after a kill at any system call after its contents`() async throws {
    let calls = try await callsOfAutosave()
    #expect(calls.count > 20)
    var outcomes: Set<String> = []
    for (name, number) in calls.sorted(by: { ($0.name, $0.number) < ($1.name, $1.number) }) {
      let scratch = try ScratchDirectory(["items/": ""])
      let log = scratch.path.appending("log")
      try await run(
        ["-e", "trace=all", "-e", "inject=\(name):signal=SIGKILL:when=\(number)"], scratch, log: log
      )
      let hasContents = try isComplete(in: scratch)
      // Twice, because the first question must not remove the only copy.
      for _ in 0..<2 {
        let offered = try self.offered(in: scratch)
        #expect(offered.count <= 1, "killed at \(name) \(number)")
        let contents = offered.first.flatMap {
          try? String(contentsOf: $0.contentsURL, encoding: .utf8)
        }
        let isOffered = contents.map(isWhole) ?? false
        if hasContents {
          #expect(isOffered, "killed at \(name) \(number)")
          #expect(offered.first?.isDraft == true, "killed at \(name) \(number)")
        }
        if let document = offered.first, document.completeness != .partial {
          #expect(isOffered, "killed at \(name) \(number)")
        }
        outcomes.insert(offered.first?.completeness.rawValue ?? "none")
      }
    }
    print("killed: first autosave: at \(calls.count) system calls, \(outcomes.sorted())")
    #expect(outcomes.isSuperset(of: ["none", "autosaved", "interrupted"]))
  }

  /// True if a file below a directory has the whole text.
  private func isComplete(in scratch: ScratchDirectory) throws -> Bool {
    try scratch.contents().contains { $0.key.hasPrefix("autosaved/") && isWhole($0.value) }
  }

  /// The document fills its file with spaces up to this size.
  private func isWhole(_ contents: String) -> Bool {
    contents.hasPrefix(text) && contents.utf8.count == 65_536
  }

  private func offered(in scratch: ScratchDirectory) throws -> [AutosavedDocument] {
    var environment = DocumentEnvironment.standard
    environment.autosaveDirectory = scratch.path.appending("autosaved")
    return try DocumentController().autosavedDocuments(in: environment)
  }

  /// The system calls of the autosave: the names, with the numbers in their threads.
  private func callsOfAutosave() async throws -> [(name: String, number: Int)] {
    let scratch = try ScratchDirectory(["items/": ""])
    let log = scratch.path.appending("log")
    try await run([], scratch, log: log)
    var counts: [String: Int] = [:]
    var calls: [String: (name: String, number: Int)] = [:]
    var hasBegun = false
    for line in try lines(of: log) {
      guard let match = line.firstMatch(of: /^([0-9]+) +([a-z_0-9]+)\(/) else { continue }
      let (thread, name) = (String(match.output.1), String(match.output.2))
      counts["\(thread) \(name)", default: 0] += 1
      if line.contains("/autosave-ends") { break }
      if hasBegun {
        let number = counts["\(thread) \(name)"] ?? 0
        calls["\(name) \(number)"] = (name, number)
      }
      if line.contains("/autosave-begins") { hasBegun = true }
    }
    return Array(calls.values)
  }

  private func lines(of log: FilePath) throws -> [Substring] {
    try String(contentsOfFile: log.string, encoding: .utf8).split(separator: "\n")
  }

  private func run(_ options: [String], _ scratch: ScratchDirectory, log: FilePath) async throws {
    try await TestProgram.running(
      // The process waits in pause(2) after the autosave.
      [
        "strace", "-f", "-qq", "-o", log.string, "-e", "trace=all", "-e",
        "inject=pause:signal=SIGKILL:when=1",
      ] + options + [
        TestProgram.documentProbe, "draft", scratch.path.pushing("items/Untitled.txt").string,
        scratch.path.appending("autosaved").string,
      ])
  }
}
