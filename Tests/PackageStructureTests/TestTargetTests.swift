import Foundation
import TestSupport
import Testing

/// Each target with logic is tested by itself, so that a change of it compiles its tests only.
@Suite struct TestTargets {
  /// Targets with fewer lines have no logic.
  private static let leastLines = 50

  /// The dependencies of the test targets in the text of Package.swift, by the name of the target.
  private static func dependencies(in manifest: String) throws -> [String: Set<String>] {
    let pattern = #"\.testTarget\(\s*name: "(\w+)",\s*dependencies: \[([^\]]*)\]"#
    let expression = try NSRegularExpression(pattern: pattern)
    let whole = NSRange(manifest.startIndex..., in: manifest)
    var result: [String: Set<String>] = [:]
    for match in expression.matches(in: manifest, range: whole) {
      guard let name = Range(match.range(at: 1), in: manifest),
        let list = Range(match.range(at: 2), in: manifest)
      else { continue }
      let names = manifest[list].split(separator: "\"", omittingEmptySubsequences: false)
        .enumerated().filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
      result[String(manifest[name])] = Set(names)
    }
    return result
  }

  @Test func `Dependencies are read from one line and from several`() throws {
    let text = """
      .testTarget(name: "ATests", dependencies: ["A", system, "B"]),
      .testTarget(
        name: "CTests",
        dependencies: [
          "C", grdb,
        ]
      )
      """
    #expect(try Self.dependencies(in: text) == ["ATests": ["A", "B"], "CTests": ["C"]])
  }

  @Test func `Each target with logic has a test target of its name`() throws {
    let tested = try Self.dependencies(in: RepositoryFiles.text("Package.swift"))
    try #require(tested.count > 30)
    let targets = try SourceTree().targets
    // The command is tested under its own name, which has the prefix of all targets. The rooms of
    // documents are tested through their controllers and hosts.
    let names = ["UTICommands": "UTICommandsTests", "UniformDocumentCore": "UniformDocumentsTests"]
    for (target, files) in targets where files.reduce(0, { $0 + $1.lineCount }) >= Self.leastLines {
      let plain = target.hasPrefix("UTI") ? String(target.dropFirst(3)) : target
      let name = names[target] ?? plain + "Tests"
      #expect(tested[name]?.contains(target) == true, "\(target) needs the test target \(name)")
    }
  }

  /// Returns true if a source below a folder has a test; some folders link to another one.
  private static func hasTest(_ folder: URL) throws -> Bool {
    let target = folder.resolvingSymlinksInPath()
    return try FileManager.default.subpathsOfDirectory(atPath: target.path).contains { path in
      let item = target.appending(path: path)
      if item.pathExtension == "swift" {
        return try String(contentsOf: item, encoding: .utf8).contains("@Test")
      }
      let isLink = try item.resourceValues(forKeys: [.isSymbolicLinkKey]).isSymbolicLink ?? false
      return try isLink && hasTest(item)
    }
  }

  @Test func `Each test target has tests`() throws {
    for name in try Self.dependencies(in: RepositoryFiles.text("Package.swift")).keys {
      #expect(try Self.hasTest(URL(filePath: RepositoryFiles.path("Tests/\(name)"))), "\(name)")
    }
  }
}
