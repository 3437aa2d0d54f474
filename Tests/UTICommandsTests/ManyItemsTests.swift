import Foundation
import TestSupport
import Testing

@Suite("Many items")
struct ManyItemsTests {
  @Test(
    "get the same results as each alone, whether sorted by directories or not",
    arguments: ["text", "tsv", "jsonl"])
  func directories(format: String) throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let names = [
      "image.png", "page.html", "notes.txt", "a\\b.c", "quote\".json", "empty", "tab\t.h",
    ]
    var paths: [String] = []
    for folder in ["one", "two", "two/three"] {
      let folder = directory.url.appendingPathComponent(folder)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for name in names {
        let file = folder.appendingPathComponent(name)
        try Data(name == "empty" ? "".utf8 : "#!/bin/sh\n".utf8).write(to: file)
        paths.append(file.path)
      }
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/link.gif", withDestinationPath: "image.png")
      paths += [folder.path, folder.path + "/", folder.path + "/link.gif", folder.path + "/none"]
      // The system ends a path at a zero byte.
      paths += Array(repeating: folder.path + "/image.png\0/\(names[1])", count: 5)
    }
    let sorted = Array(repeating: paths, count: 5).flatMap(\.self)
    // No two neighbours are of one directory, so that each is looked up by its path.
    let mixed = (0..<paths.count).flatMap { place in
      (0..<5).map { sorted[(place + $0 * (paths.count / 3)) % paths.count] }
    }
    func answers(_ paths: [String]) throws -> Set<String> {
      let list = directory.url.appendingPathComponent("list")
      try Data(paths.map { $0 + "\n" }.joined().utf8).write(to: list)
      let run = try Command.run(["identify", "--files-from", list.path, "--format", format])
      #expect(run.status == 2)
      #expect(run.errors.split(separator: "\n").count == paths.count { $0.hasSuffix("/none") })
      let failed = format == "jsonl" ? 0 : run.errors.split(separator: "\n").count
      #expect(run.lines.count == paths.count - failed)
      return Set(run.lines)
    }
    let answered = try answers(sorted)
    #expect(try answers(mixed) == answered)
    var alone: Set<String> = []
    for path in Set(paths) where !path.contains("\0") {
      alone.formUnion(try Command.run(["identify", path, "--format", format]).lines)
    }
    #expect(alone.isSubset(of: answered))
  }
}
