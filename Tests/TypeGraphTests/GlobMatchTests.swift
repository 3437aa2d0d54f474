import Testing
import UTITypeGraph

@Suite("Globs, shared-mime-info rule 4.10")
struct GlobMatchTests {
  let image: RegistryImage

  init() throws {
    image = try Sample.image(
      Sample.package(
        "freedesktop.org.xml",
        Sample.mime(
          "text/x-makefile", globs: [Sample.glob("Makefile"), Sample.glob("GNUmakefile")]),
        Sample.mime("application/gzip", globs: [Sample.glob("*.gz")]),
        Sample.mime(
          "application/x-compressed-tar", globs: [Sample.glob("*.tar.gz"), Sample.glob("*.tgz")]),
        Sample.mime("text/x-c++src", globs: [Sample.glob("*.C", caseSensitive: true)]),
        Sample.mime("text/x-csrc", globs: [Sample.glob("*.c", caseSensitive: true)]),
        Sample.mime("text/plain", globs: [Sample.glob("*.asc"), Sample.glob("README*", 10)]),
        Sample.mime("application/pgp-keys", globs: [Sample.glob("*.asc", 10)]),
        Sample.mime("text/x-readme", globs: [Sample.glob("readme.asc", 5)]),
        Sample.mime("application/rcs", globs: [Sample.glob("*,v")]),
        Sample.mime("application/x-tie-b", globs: [Sample.glob("*.tie", line: 10)], line: 10),
        Sample.mime("text/x-composed", globs: [Sample.glob("*.\u{E9}")]),
        Sample.mime("text/x-decomposed", globs: [Sample.glob("*.e\u{301}")]),
        Sample.mime("application/x-tie-a", globs: [Sample.glob("*.tie", line: 20)], line: 20)),
      Sample.package(
        "base.xml", layer: .base,
        Sample.mime("text/x-base", globs: [Sample.glob("*.base"), Sample.glob("*.gz", 100)])))
  }

  static let rows: [(String, [String])] = [
    ("Makefile", ["text/x-makefile"]), ("makefile", ["text/x-makefile"]),
    ("a.gz", ["application/gzip"]), ("a.tar.gz", ["application/x-compressed-tar"]),
    ("A.TAR.GZ", ["application/x-compressed-tar"]), ("a.C", ["text/x-c++src"]),
    ("a.c", ["text/x-csrc"]), ("a.asc", ["text/plain", "application/pgp-keys"]),
    ("readme.asc", ["text/x-readme"]), ("README.gz", ["application/gzip", "text/plain"]),
    ("README.tar.gz", ["application/x-compressed-tar", "text/plain"]), ("x,v", ["application/rcs"]),
    ("a.tie", ["application/x-tie-b", "application/x-tie-a"]), ("a.base", ["text/x-base"]),
    ("a.\u{E9}", ["text/x-composed"]), ("a.e\u{301}", ["text/x-decomposed"]),
    ("nothing", []), ("", []), (".gz", ["application/gzip"]), ("gz", []),
  ]

  @Test("match names as the table states", arguments: rows)
  func table(name: String, expected: [String]) {
    #expect(image.globMatches(name).map { image.mimeName(of: $0.type) } == expected)
  }

  @Test("report the pattern that matched and its origin")
  func origin() throws {
    let match = try #require(image.globMatches("a.tar.gz").first)
    #expect(match.pattern == "*.tar.gz")
    #expect(match.weight == 50)
    #expect(match.origin.source.path == "freedesktop.org.xml")
  }
}
