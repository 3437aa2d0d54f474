import Foundation
import TestSupport
import Testing

/// The page of the behaviours that Apple's reference states.
@Suite("The page of Apple's reference")
struct ReferencePageTests {
  private static let page = "Documentation/AppleReference.md"

  /// The rows of the page: a behaviour, and its test or difference.
  private static func rows() throws -> [(behaviour: String, proof: String)] {
    try RepositoryFiles.text(page).split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 2, cells[0] != "behaviour", !cells[0].hasPrefix("--") else { return nil }
      return (cells[0], cells[1])
    }
  }

  /// The names of all tests, in either form.
  private static func names() throws -> Set<String> {
    let root = RepositoryFiles.path("Tests")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root)
    return try paths.filter { $0.hasSuffix("Tests.swift") }.reduce(into: []) { names, path in
      let text = try RepositoryFiles.text("Tests/\(path)")
      for match in text.matches(of: /@Test\(\s*"([^"]+)"|func `([^`]+)`/) {
        if let name = match.1 ?? match.2 { names.insert(String(name)) }
      }
    }
  }

  @Test("Each row has a test that exists, or the reason for a difference")
  func tests() throws {
    let (rows, names) = (try Self.rows(), try Self.names())
    try #require(rows.count > 80 && names.count > 1000)
    for (behaviour, proof) in rows {
      if proof.hasPrefix("different") {
        #expect(proof.contains(", because "), "\(behaviour)")
      } else {
        #expect(names.contains(proof.trimmingCharacters(in: ["`"])), "\(behaviour): \(proof)")
      }
    }
  }

  @Test("The page has a part for each of the interfaces")
  func parts() throws {
    let parts = try RepositoryFiles.text(Self.page).split(separator: "\n")
      .filter { $0.hasPrefix("## ") }
    let classes = [
      "NSFileCoordinator", "NSFilePresenter", "UIDocument", "NSMetadataQuery", "NSPredicate",
    ]
    #expect(parts == classes.map { "## \($0)" })
  }
}
