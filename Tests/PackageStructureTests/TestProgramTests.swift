import Foundation
import TestSupport
import Testing

/// The programs that tests start: one function starts them, and one table declares them.
@Suite("Programs that tests start")
struct TestProgramTests {
  /// The sources of the tests by path from the root of the repository.
  private static func sources() throws -> [String: String] {
    let root = RepositoryFiles.path("Tests")
    let names = try FileManager.default.subpathsOfDirectory(atPath: root)
    let paths = names.filter { $0.hasSuffix(".swift") }
    return try Dictionary(
      uniqueKeysWithValues: paths.map { ($0, try RepositoryFiles.text("Tests/\($0)")) })
  }

  /// Sources that start the program that they belong to or replace it, or have it refused, and the launcher.
  private static let starters: Set = [
    "CoordinationProbe/Measurement.swift", "DocumentProbe/Competition.swift",
    "EndingProbe/main.swift",
    "TestSupport/TestProgram.swift", "UTICommandsTests/SandboxTests.swift",
  ]

  @Test("One function starts all of them")
  func launcher() throws {
    let calls = /(?:^|[^.\w])(?:Process|posix_spawnp?|popen|system|exec[lv][pe]*|fork)\(/
    let found = try Self.sources().filter { path, text in
      text.split(separator: "\n").contains { line in
        // Literals are at the odd places.
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        let code = parts.indices.filter { $0.isMultiple(of: 2) }.map { parts[$0] }
        return !line.contains("//") && !line.contains("calls = /")
          && code.contains { $0.contains(calls) }
      }
    }
    #expect(Set(found.keys).subtracting(Self.starters) == [])
    #expect(Self.starters.isSubset(of: found.keys))
  }

  @Test("Each program that a source names is declared with its package")
  func names() throws {
    let patterns = [
      /\b(?:run|running|read|succeeds|runAsNobody|process)\(\s*\[?\s*"([a-z][a-zA-Z0-9.+-]*)"/,
      /\bTool\.run\(\s*"([a-z][a-zA-Z0-9.+-]*)"/,
      /\.programs\("([a-z][a-zA-Z0-9.+-]*)"/,
    ]
    var named: [String: String] = [:]
    for (path, text) in try Self.sources()
    where text.contains("TestProgram") || text.contains("Tool.run") || text.contains(".programs(") {
      for pattern in patterns {
        for match in text.matches(of: pattern) { named[String(match.output.1)] = path }
      }
    }
    try #require(named.count > 10)
    let ownFunctions: Set = ["document"]
    for (name, path) in named where !ownFunctions.contains(name) {
      #expect(MachineProgram.declarations[name] != nil, "\(name) in \(path)")
    }
  }

  @Test("The table has one complete row for each program")
  func table() throws {
    let rows = try RepositoryFiles.text("Tests/programs.tsv").split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
    #expect(rows.count == MachineProgram.declarations.count)
    #expect(!MachineProgram.declarations.values.contains { $0.package.isEmpty })
  }

  @Test("A required program is installed, and an undeclared one cannot be started")
  func launching() throws {
    for declaration in MachineProgram.declarations.values where declaration.need == .required {
      #expect(MachineProgram.path(declaration.name) != nil, "install \(declaration.package)")
    }
    #expect(throws: TestProgram.UndeclaredProgram.self) { try TestProgram.run(["no-such-program"]) }
    #expect(throws: TestProgram.UndeclaredProgram.self) { try TestProgram.run(["/bin/true"]) }
    // Every Debian system has the program, and the table does not.
    #expect(
      try TestProgram.run(["bash", "-c", "command -v nice || echo hidden"]).output == "hidden")
  }

  @Test("Each condition of a test has a remedy, which the test command lists")
  func conditions() throws {
    for (path, text) in try Self.sources()
    where !path.hasPrefix("PackageStructureTests/") && !path.hasPrefix("TestSupport/") {
      #expect(!text.contains(".enabled("), "\(path): use .requires(_:)")
      #expect(!text.contains(".disabled("), "\(path): use .requires(_:)")
    }
  }
}
