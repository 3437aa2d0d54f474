import Foundation
import TestSupport
import Testing
import UTITypeDetection
import UTITypeGraph

/// Tree magic: every attribute of section 7, and several results.
struct TreeTests {
  private static func match(
    _ path: String, kind: TreeMagicMatch.ItemKind? = nil, matchesCase: Bool = false,
    isExecutable: Bool = false, isNonEmpty: Bool = false, mimeType: String? = nil,
    children: [TreeMagicMatch] = []
  ) -> TreeMagicMatch {
    TreeMagicMatch(
      path: path, kind: kind, matchesCase: matchesCase, isExecutable: isExecutable,
      isNonEmpty: isNonEmpty, mimeType: mimeType.flatMap { MIMEName($0) }, children: children,
      position: .none)
  }

  private static let rows: [(name: String, match: TreeMagicMatch)] = [
    ("dir", match("video_ts", kind: .directory)), ("dir-as-file", match("VIDEO_TS", kind: .file)),
    ("case", match("video_ts", matchesCase: true)), ("exact", match("VIDEO_TS", matchesCase: true)),
    ("full", match("VIDEO_TS", isNonEmpty: true)), ("empty", match("EMPTY", isNonEmpty: true)),
    ("deep", match("video_ts/a.txt", kind: .file)), ("run", match("run.sh", isExecutable: true)),
    ("no-run", match("video_ts/a.txt", isExecutable: true)),
    ("typed", match("VIDEO_TS/A.TXT", mimeType: "text/plain")),
    ("mistyped", match("run.sh", mimeType: "text/x-other")),
    ("nested", match("VIDEO_TS", children: [match("absent"), match("EMPTY")])),
    ("nested-none", match("VIDEO_TS", children: [match("absent")])),
    ("link", match("link", kind: .link)), ("link-as-file", match("run.sh", kind: .link)),
    ("outside", match("../")),
  ]

  @Test("All matching rules are returned, the best first")
  func results() throws {
    let directory = try TemporaryDirectory()
    try directory.write("VIDEO_TS/A.txt", Array("text".utf8))
    let script = try directory.write("run.sh", Array("text".utf8))
    #expect(chmod(script, 0o755) == 0)
    #expect(mkdir(directory.path + "/EMPTY", 0o755) == 0)
    #expect(symlink("nowhere", directory.path + "/link") == 0)
    let types = Self.rows.enumerated().map { index, row in
      Fixture.type("x-content/\(row.name)") {
        $0.treeMagic = [
          TreeMagicRule(priority: 100 - index, matches: [row.match], position: .none)
        ]
      }
    }
    let image = try Fixture.image(
      types + [Fixture.type("text/plain"), Fixture.type("text/x-other")])
    let found = try TypeDetector(image: image).verdicts(forTree: directory.path)
    let expected = ["dir", "exact", "full", "deep", "run", "typed", "nested", "link"]
    #expect(found.map(\.mimeType) == expected.map { "x-content/" + $0 })
  }

  @Test("An item that is no directory is an error")
  func noDirectory() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write("a", [1])
    let detector = TypeDetector(image: try RegistryBuilder().image())
    #expect(throws: DetectionError.self) { try detector.verdicts(forTree: file) }
    #expect(throws: DetectionError.self) { try detector.verdicts(forTree: file + "b") }
    #expect(try detector.verdicts(forTree: directory.path).isEmpty)
  }
}
