import Foundation
import TestSupport
import Testing

@Suite("uti lint and compile")
struct LintCommandTests {
  @Test("finds each hostile statement with file, line and rule, and exits with 1")
  func hostile() throws {
    let file = Command.fixture("hostile/hostile.plist")
    let run = try Command.run(["lint", "--format", "jsonl", file])
    #expect(run.status == 1)
    let found = try run.objects().map { object in
      "\(object["rule"] as? String ?? ""):\(object["line"] as? Int ?? 0)"
    }
    for expected in ["conformance-cycle:", "self-conformance:", "unknown-parent:", "unknown-key:"] {
      #expect(found.contains { $0.hasPrefix(expected) }, "\(expected) in \(found)")
    }
    #expect(try run.objects().allSatisfy { $0["file"] as? String == file })
    #expect(try run.objects().allSatisfy { ($0["line"] as? Int ?? 0) > 1 })
    let text = try Command.run(["lint", file])
    // The line and a caret, both indented, follow each finding.
    let headings = text.lines.filter { !$0.hasPrefix(" ") }
    #expect(headings.allSatisfy { $0.hasPrefix(file + ":") })
    #expect(text.lines.count == 3 * headings.count)
  }

  @Test("distinguishes unreadable files from files that cannot be opened")
  func unreadable() throws {
    let bad = try Command.run(["lint", Command.fixture("hostile/cut.plist")])
    #expect(bad.status == 65)
    #expect(bad.errors.contains("cut.plist:"))
    let missing = try Command.run(["lint", "/nonexistent/x.plist"])
    #expect(missing.status == 66)
    #expect(missing.errors.contains("No such file"))
    #expect(try Command.run(["lint", Command.fixture("registry/example.plist")]).status == 0)
  }

  @Test("reads or rejects every property list of the corpus with a position", .requires(.corpora))
  func corpus() throws {
    let directory = (Corpora.directory ?? "") + "/plists"
    // One command for all, because starting with the whole registry is what takes the time.
    let paths = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
      .map { directory + "/" + $0 }
    let run = try Command.run(["lint", "--format", "jsonl"] + paths)
    #expect(run.status == 65, "one of the files is no property list")
    let findings = try run.objects()
    #expect(findings.allSatisfy { ($0["line"] as? Int ?? 0) > 0 })
    #expect(Set(findings.compactMap { $0["file"] as? String }).isSubset(of: paths))
    #expect(findings.contains { ($0["file"] as? String)?.hasSuffix("bad.plist") == true })
  }

  @Test("compiles a directory to the same bytes every time, and writes nothing on errors")
  func compile() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let output = directory.url.appendingPathComponent("x.registry")
    let arguments = ["compile", "--output", output.path, Command.fixture("registry")]
    #expect(try Command.run(arguments).status == 0)
    let first = try Data(contentsOf: output)
    #expect(try Command.run(arguments).status == 0)
    #expect(try Data(contentsOf: output) == first)
    let bad = directory.url.appendingPathComponent("bad.registry").path
    let run = try Command.run(["compile", "--output", bad, Command.fixture("hostile")])
    #expect(run.status == 65)
    #expect(!FileManager.default.fileExists(atPath: bad))
    let readOnly = try Command.run(["compile", "--output", "/proc/x", Command.fixture("registry")])
    #expect(readOnly.status == 74)
    #expect(readOnly.errors.contains("/proc/x"))
  }

  @Test("reads standard input, which it cannot fix")
  func standardInput() throws {
    let run = try Command.run(["lint", "-"], input: Data("<plist><dict>".utf8))
    #expect(run.status == 65)
    #expect(run.errors.hasPrefix("standard input:1:"))
    let list = "<plist><dict><key>UTExportedTypeDeclaration</key><array/></dict></plist>"
    let found = try Command.run(["lint", "-"], input: Data(list.utf8))
    #expect(found.status == 0)
    #expect(found.output.hasPrefix("standard input:1:"))
    #expect(found.output.contains("[unknown-key]"))
    #expect(try Command.run(["lint", "--fix", "-"]).status == 64)
  }

  @Test("compiles images that other commands accept as directories, and detects other files")
  func compiledRegistry() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let image = directory.url.appendingPathComponent("x.registry")
    let source = Command.fixture("registry")
    #expect(try Command.run(["compile", "--output", image.path, source]).status == 0)
    for question in [["list", "--format", "tsv"], ["info", "org.example.format"]] {
      let wanted = try Command.run(question + ["--registry", source])
      let answer = try Command.run(question + ["--registry", image.path])
      #expect(answer.output == wanted.output)
      #expect(answer.status == wanted.status)
    }
    let file = try Command.run(["list", "--registry", source + "/example.plist"])
    #expect(file.output == (try Command.run(["list", "--registry", image.path])).output)
    var bytes = try Data(contentsOf: image)
    bytes[bytes.count / 2] ^= 0x55
    try bytes.write(to: image)
    let damaged = try Command.run(["list", "--registry", image.path])
    #expect(damaged.status == 65)
    #expect(damaged.errors.contains(image.path))
    try Data("no registry".utf8).write(to: image)
    let other = try Command.run(["list", "--registry", image.path])
    #expect(other.status == 65)
    #expect(other.errors.contains(image.path))
  }
}
