import Foundation
import TestSupport
import Testing
import UTITypeGraph
import UniformTypes

@Suite("Tables of observed results", .requires(.corpora))
struct CorporaTests {
  private let registry = Base.load(view: .declared)

  @Test("extension look-ups equal the results on a Mac")
  func extensionLookUps() throws {
    let known = Set(
      try Corpora.rows("apple-types.tsv").compactMap { $0["identifier"]?.lowercased() })
    for row in try Corpora.rows("extension-lookups.tsv") where row["third_party_type"] == "no" {
      let value = try #require(row["extension"])
      let expected = try #require(row["uti"]).lowercased()
      let type = registry.type(filenameExtension: value)
      if ["", "nil"].contains(expected) {
        #expect(type == nil, "\(value)")
      } else if known.contains(expected) {
        #expect(type?.identifier == expected, "\(value)")
      }
    }
  }

  @Test("the declared view is the transitive closure of the table")
  func declaredClosure() throws {
    let rows = try Corpora.rows("apple-types.tsv")
      .filter { !($0["source"] ?? "").contains("MobileDevices") }
    var parents: [String: [String]] = [:]
    for row in rows {
      let identifier = try #require(row["identifier"]).lowercased()
      parents[identifier] = Self.statedParents(row)
    }
    func closure(_ identifier: String) -> Set<String> {
      var found: Set<String> = []
      var pending = parents[identifier] ?? []
      while let next = pending.popLast() {
        if !next.isEmpty, found.insert(next).inserted { pending += parents[next] ?? [] }
      }
      return found
    }
    for row in rows {
      let identifier = try #require(row["identifier"]).lowercased()
      let type = try #require(registry.type(identifier), "\(identifier) is not declared")
      let supertypes = Set(type.supertypes.map(\.identifier))
      if Self.isConformanceUnknown(row) {
        // The table does not know; the observed look-up with the data filter shows this much.
        #expect(supertypes.isSuperset(of: ["public.data", "public.item"]), "\(identifier)")
      } else {
        #expect(
          supertypes == closure(identifier).union(Self.additions[identifier] ?? []),
          "\(identifier)")
      }
    }
  }

  /// Supertypes that the base adds to the table.
  ///
  /// RFC 2557 defines MHTML as a message, as which mail programs read it.
  private static let additions: [String: Set<String>] = [
    "com.microsoft.word.mhtml": ["public.message"]
  ]

  /// The parents of a row; where only the first is known, the whole published list of supertypes.
  private static func statedParents(_ row: [String: String]) -> [String] {
    let stated = (row["conforms_to"] ?? "").lowercased().split(separator: ",").map(String.init)
    guard let note = row["note"], let range = note.range(of: "full supertype order: ") else {
      return stated
    }
    let list = note[range.upperBound...].prefix { $0 != ";" }
    return list == "not listed"
      ? stated : stated + list.lowercased().split(separator: " ").map(String.init)
  }

  private static func isConformanceUnknown(_ row: [String: String]) -> Bool {
    let note = row["note"] ?? ""
    return note.contains("not listed") || note.contains("conformance not known")
  }

  @Test("dynamic identifiers decode to the observed tags and encode again")
  func dynamicIdentifiers() throws {
    for row in try Corpora.rows("dynamic-types.tsv") where row["status"] == "observed" {
      let identifier = try #require(row["dyn"])
      let type = try #require(registry.type(identifier), "\(identifier)")
      var expected: [UTTagClass: [String]] = [:]
      for tag in (row["tags"] ?? "").replacing("<NUL>", with: "\0").split(separator: ";") {
        let parts = tag.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        expected[UTTagClass(rawValue: String(parts[0])), default: []].append(String(parts[1]))
      }
      #expect(type.isDynamic)
      #expect(type.identifier == identifier)
      #expect(type.tags == expected)
    }
  }
}
