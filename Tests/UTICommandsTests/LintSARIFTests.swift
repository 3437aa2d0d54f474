import Foundation
import TestSupport
import Testing

@Suite("uti lint --sarif")
struct LintSARIFTests {
  private func log(_ arguments: [String]) throws -> (run: [String: Any], status: Int32) {
    let process = try Command.run(["lint", "--sarif"] + arguments)
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(process.output.utf8)) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    #expect((log["$schema"] as? String)?.hasSuffix("sarif-schema-2.1.0.json") == true)
    let runs = try #require(log["runs"] as? [[String: Any]])
    #expect(runs.count == 1)
    return (try #require(runs.first), process.status)
  }

  private func rules(_ run: [String: Any]) throws -> [[String: Any]] {
    let tool = try #require(run["tool"] as? [String: Any])
    let driver = try #require(tool["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "uti lint")
    return try #require(driver["rules"] as? [[String: Any]])
  }

  private func region(_ result: [String: Any]) throws -> (uri: String, line: Int, column: Int) {
    let locations = try #require(result["locations"] as? [[String: Any]])
    let place = try #require(locations.first?["physicalLocation"] as? [String: Any])
    let artifact = try #require(place["artifactLocation"] as? [String: Any])
    let region = try #require(place["region"] as? [String: Any])
    return (
      try #require(artifact["uri"] as? String), try #require(region["startLine"] as? Int),
      try #require(region["startColumn"] as? Int)
    )
  }

  @Test("has a result for each finding, with its rule and position, and nothing else")
  func results() throws {
    let file = Command.fixture("hostile/hostile.plist")
    let (run, status) = try log([file])
    #expect(status == 1)
    let rules = try rules(run)
    let results = try #require(run["results"] as? [[String: Any]])
    let findings = try Command.run(["lint", "--format", "jsonl", file]).objects()
    #expect(results.count == findings.count)
    for (result, finding) in zip(results, findings) {
      #expect(result["ruleId"] as? String == finding["rule"] as? String)
      #expect(result["level"] as? String == finding["severity"] as? String)
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == finding["rule"] as? String)
      let place = try region(result)
      #expect(place.uri == URL(fileURLWithPath: file).absoluteString)
      #expect(place.line == finding["line"] as? Int)
      #expect(place.column == finding["column"] as? Int)
    }
  }

  @Test("counts columns in UTF-16, and escapes paths")
  func columns() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let file = directory.url.appendingPathComponent("ä b%.plist").path
    let text =
      "<plist version='1.0'><dict><key>🎮é</key><true/><key>UTTypes</key><true/></dict></plist>"
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    let (run, _) = try log(["--only", "unknown-key", file])
    #expect(run["columnKind"] as? String == "utf16CodeUnits")
    let results = try #require(run["results"] as? [[String: Any]])
    let place = try region(try #require(results.first))
    #expect(place.column == 49)
    #expect(place.uri.hasSuffix("/%C3%A4%20b%25.plist"))
  }

  @Test("reports unreadable files as results and missing ones as failures of the run")
  func failures() throws {
    let (run, status) = try log([Command.fixture("hostile/cut.plist"), "/nonexistent/x.plist"])
    #expect(status == 66)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.map { $0["ruleId"] as? String } == ["not-well-formed"])
    let invocations = try #require(run["invocations"] as? [[String: Any]])
    #expect(invocations.first?["executionSuccessful"] as? Bool == false)
    let notifications = try #require(
      invocations.first?["toolExecutionNotifications"] as? [[String: Any]])
    #expect(notifications.count == 1)
  }
}
