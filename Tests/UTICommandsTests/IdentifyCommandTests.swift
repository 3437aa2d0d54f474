import Foundation
import TestSupport
import Testing
import UTIPlatform

@Suite("uti identify")
struct IdentifyCommandTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func make(_ name: String, _ content: String = "x") throws -> String {
    try directory.write(name, Array(content.utf8))
  }

  @Test("identifies all readable items, names failures and exits with 2")
  func someFail() throws {
    let present = try directory.write(
      "a.png", [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])
    let missing = directory.path + "/missing.png"
    let run = try Command.run(["identify", "--format", "jsonl", missing, present])
    #expect(run.status == 2)
    #expect(run.errors.contains(missing))
    #expect(run.errors.contains("No such file"))
    let objects = try run.objects()
    #expect(objects.map { $0["path"] as? String } == [missing, present])
    #expect(objects[0]["error"] is String)
    #expect(objects[1]["type"] as? String == "public.png")
    #expect(
      Set(objects[1].keys)
        == [
          "path", "type", "mimeType", "description", "filenameExtension", "encoding", "confidence",
          "basis", "support", "alternatives", "disagreement",
        ])
  }

  @Test("identifies items that do not exist by name")
  func byName() throws {
    let run = try Command.run(
      ["identify", "--by", "name", "--format", "tsv", "/nonexistent/x.jpeg", "dir/"])
    #expect(run.status == 0)
    #expect(run.lines[0].hasPrefix("/nonexistent/x.jpeg\tpublic.jpeg\timage/jpeg\t"))
    #expect(run.lines[1].contains("inode/directory"))
  }

  @Test("distinguishes kinds of items without opening them")
  func kinds() throws {
    let fifo = directory.path + "/fifo"
    #expect(mkfifo(fifo, 0o600) == 0)
    let link = directory.path + "/dangling"
    #expect(symlink("nowhere", link) == 0)
    let run = try Command.run(
      ["identify", "--format", "jsonl", "/dev/null", fifo, directory.path, link])
    let types = try run.objects().map { $0["mimeType"] as? String }
    #expect(types.prefix(3) == ["inode/chardevice", "inode/fifo", "inode/directory"])
    #expect(types.last == "inode/symlink")
  }

  @Test("reads paths that end in NUL, and enters directories but not packages")
  func manyPaths() throws {
    let one = try make("one.txt")
    let two = try make("two\nlines.png")
    let list = Data((one + "\0" + two + "\0").utf8)
    let run = try Command.run(["identify", "--files0-from", "-", "--format", "jsonl"], input: list)
    #expect(try run.objects().map { $0["path"] as? String } == [one, two])

    let package = directory.url.appendingPathComponent("p.rtfd", isDirectory: true)
    try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: package.appendingPathComponent("TXT.rtf"))
    let walk = try Command.run(["identify", "-r", "--format", "jsonl", directory.path])
    let names = try walk.objects().compactMap {
      ($0["path"] as? String)?.split(separator: "/").last
    }
    #expect(names.map(String.init) == ["one.txt", "p.rtfd", "two\nlines.png"])
  }

  @Test(
    "opens no device for a list of paths, and ends a list of empty ones",
    arguments: ["--files-from", "--files0-from"])
  func endlessLists(option: String) throws {
    let device = try Command.run(["identify", option, "/dev/zero"])
    #expect(device.status == 66)
    #expect(device.errors.contains("is a device"), "\(device.errors)")
    let end: UInt8 = option == "--files-from" ? 0x0A : 0
    let path = Array(try make("one.txt").utf8)
    let few = [UInt8](repeating: end, count: 1000)
    let list = Data(few + path + few)
    #expect(try Command.run(["identify", option, "-"], input: list).lines.count == 1)
    let many = Data(repeating: end, count: 5 << 20)
    let run = try Command.run(["identify", option, "-"], input: many)
    #expect(run.status == 66)
    #expect(run.errors.contains("empty paths in a row"), "\(run.errors)")
  }

  /// A name in Latin-1: the byte E9 alone is not UTF-8.
  private static let latinName: [UInt8] = Array("caf".utf8) + [0xE9] + Array(".png".utf8)

  @Test("enters the directory of a given link, and follows no link below it")
  func walksThroughNamedLink() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let manager = FileManager.default
    let tree = directory.path + "/tree"
    try manager.createDirectory(atPath: tree, withIntermediateDirectories: true)
    try "x".write(toFile: tree + "/a.txt", atomically: false, encoding: .utf8)
    for link in [directory.path + "/link", tree + "/again"] {
      try manager.createSymbolicLink(atPath: link, withDestinationPath: tree)
    }
    let link = directory.path + "/link"
    let walk = try Command.run(["identify", "-r", "--print", "path,type", link])
    #expect(walk.lines == ["\(link)/a.txt\tpublic.plain-text", "\(link)/again\tpublic.folder"])
    let itself = try Command.run(["identify", "-r", "--no-dereference", "--print", "type", link])
    #expect(itself.lines == ["public.symlink"])
  }

  @Test("identifies paths that are not UTF-8, listed, found and given")
  func strayBytes() throws {
    let path = Array((directory.path + "/").utf8) + Self.latinName
    let descriptor = (path + [0]).withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { creat($0, 0o600) } ?? -1 }
    }
    #expect(descriptor >= 0)
    close(descriptor)

    let shown = directory.path + "/caf\u{FFFD}.png"
    let digits = path.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let listed = try Command.run(
      ["identify", "--files0-from", "-", "--format", "jsonl"], input: Data(path + [0]))
    let walked = try Command.run(["identify", "-r", "--format", "jsonl", directory.path])
    for run in [listed, walked] {
      #expect(run.status == 0)
      let object = try #require(try run.objects().first)
      #expect(object["path"] as? String == shown)
      #expect(object["pathBytes"] as? String == digits)
      #expect(object["type"] as? String == "public.png")
    }
    let lines = try Command.run(["identify", "--files0-from", "-"], input: Data(path + [0])).lines
    #expect(lines.first?.hasPrefix(directory.path + "/caf\\xE9.png\tpublic.png") == true)

    let script = "cd \"$1\" && \"$0\" identify --null \"$(printf 'caf\\351.png')\""
    let output = try Command.shell(script, directory.path)
    #expect(output == Data(Self.latinName + Array("\0public.png\0image/png\0PNG image\0".utf8)))

    let missing = try Command.run(
      ["identify", "--files0-from", "-"], input: Data(Array("/nonexistent/".utf8) + [0xFF, 0]))
    #expect(missing.status == 2)
    #expect(missing.errors.contains("/nonexistent/\\xFF: cannot look it up"))
  }

  @Test("identifies a list of paths while it is still being written, of any length")
  func growingList() throws {
    // What is written after the pause is asked for by what has been answered before it.
    let script = """
      coproc "$0" identify --by name --files0-from -
      for ((i = 0; i < 3000; i++)); do printf 'some/longer/path/%d.png\\0' $i; done >&"${COPROC[1]}"
      read -r -t 60 line <&"${COPROC[0]}" && echo "$line"
      printf 'last.txt' >&"${COPROC[1]}"
      out=${COPROC[0]}; exec {out}<&"${COPROC[0]}"; in=${COPROC[1]}; exec {in}>&-
      wc -l <&"$out"
      """
    let output = String(decoding: try Command.shell(script, ""), as: UTF8.self)
    let lines = output.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasPrefix("some/longer/path/0.png\tpublic.png") == true)
    #expect(lines.dropFirst().first == "3000")
  }

  @Test("reports a list of paths that cannot be read", arguments: ["/nonexistent", "/"])
  func unreadableList(path: String) throws {
    let run = try Command.run(["identify", "--files0-from", path, "/"])
    #expect(run.status == 66)
    #expect(run.errors.contains("\(path): cannot read the list of paths"))
  }

  @Test("reads lists whose lines end in CR and LF")
  func carriageReturns() throws {
    for (list, paths) in [("a\r\nb\r\n\r\nc", ["a", "b", "c"]), ("a\nb\r\n", ["a", "b\r"])] {
      let run = try Command.run(
        ["identify", "--by", "name", "--files-from", "-", "--format", "jsonl"],
        input: Data(list.utf8))
      #expect(try run.objects().map { $0["path"] as? String } == paths)
    }
    let exact = try Command.run(
      ["identify", "--by", "name", "--files0-from", "-", "--format", "jsonl"],
      input: Data("a\r\0".utf8))
    #expect(try exact.objects().first?["path"] as? String == "a\r")
  }

  @Test("ends a list at a path of endless size, and names the limit")
  func endlessPath() throws {
    let list = Data("a\n".utf8) + Data(repeating: 0x78, count: 5 << 20)
    let run = try Command.run(
      ["identify", "--by", "name", "--files-from", "-", "--print", "path"], input: list)
    #expect(run.status == 66)
    #expect(run.output == "a\n")
    #expect(run.errors.contains("a path in the list has more than 4194304 bytes"))
  }

  @Test("reports directories that it could not read", .requires(.ordinaryUser))
  func unreadableDirectory() throws {
    let closed = directory.path + "/closed"
    try FileManager.default.createDirectory(atPath: closed, withIntermediateDirectories: false)
    chmod(closed, 0)
    defer { chmod(closed, 0o700) }
    let run = try Command.run(["identify", "-r", directory.path])
    #expect(run.status == 2)
    #expect(run.errors.contains("\(closed): cannot read the directory: Permission denied"))
  }

  @Test("shows no control characters of a path in an error")
  func controlCharacters() throws {
    let run = try Command.run(["identify", "/nonexistent/a\u{1B}[31m\nb"])
    #expect(run.status == 2)
    #expect(run.errors.contains("/nonexistent/a\\x1B[31m\\nb: cannot look it up"))
  }

  @Test("takes the name of standard input from --name")
  func standardInput() throws {
    let explained = try Command.run(
      ["explain", "-", "--name", "a.html", "--format", "jsonl"], input: Data("hello".utf8))
    #expect(try explained.objects().first?["type"] as? String == "public.html")
    #expect(try Command.run(["identify", "--by", "name", "-"]).status == 64)
    let byName = try Command.run(["identify", "--by", "name", "--name", "a.png", "-"])
    #expect(byName.output.contains("public.png"))
    let run = try Command.run(
      ["identify", "-", "--name", "a.html", "--format", "jsonl"], input: Data("hello".utf8))
    #expect(try run.objects().first?["type"] as? String == "public.html")
    #expect(try Command.run(["identify"]).status == 64)
    #expect(try Command.run(["identify", "--name", "x", "y"]).status == 64)
  }

  @Test("ends quietly when its reader closes the pipe")
  func closedPipe() throws {
    let script = "set -o pipefail; \"$0\" list --format tsv | head -n 1 >/dev/null"
    let arguments = ["bash", "-c", script, Command.executable.path]
    #expect(try TestProgram.run(arguments, environment: Command.bare).status == 0)
  }

  @Test("uses the declarations of --registry above all others, and rejects a missing directory")
  func registryOption() throws {
    let path = try make("a.exmpl")
    let run = try Command.run(
      [
        "identify", "--by", "name", "--registry", Command.fixture("registry"), "--format", "jsonl",
        path,
      ])
    #expect(try run.objects().first?["type"] as? String == "org.example.format")
    let missing = try Command.run(["list", "--registry", "/nonexistent-registry"])
    #expect(missing.status == 66)
    #expect(missing.errors.contains("/nonexistent-registry"))
  }

  @Test("works without any environment")
  func noEnvironment() throws {
    let run = try Command.run(
      ["identify", "--by", "name", "--format", "jsonl", "a.png"], environment: [:])
    #expect(run.status == 0)
    #expect(try run.objects().first?["type"] as? String == "public.png")
  }
}
