import Foundation
import TestSupport
import Testing

@Suite("uti identify --print sha256, --provenance, --no-formulas, and uti diff of inventories")
struct InventoryComparisonTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private static let digests = [
    ("md5", "900150983cd24fb0d6963f7d28e17f72"),
    ("sha1", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    ("sha256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "sha512",
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    ),
    ("crc32", "352441c2"),
  ]

  @Test("The digests of three letters are the ones of their specifications", arguments: digests)
  func digest(_ name: String, _ digest: String) throws {
    let path = try directory.write("abc", Array("abc".utf8))
    #expect(try Command.run(["identify", "--print", name, path]).lines == [digest])
    let record = try Command.run(["identify", "--print", name, "--format", "jsonl", path])
    #expect(try record.objects().first?[name] as? String == digest)
  }

  @Test("Several digests are of one reading, and other items than files have none")
  func several() throws {
    let path = try directory.write("long", [UInt8](repeating: 7, count: 600_001))
    let bytes = try TestProgram.read(["sha256sum", path], environment: Command.bare).bytes
    let expected = String(decoding: bytes, as: UTF8.self)
    let run = try Command.run(["identify", "--print", "sha256,md5,sha256", path])
    #expect(run.lines.first?.split(separator: "\t").first == expected.split(separator: " ").first)
    #expect(try Command.run(["identify", "--print", "sha256", directory.path]).lines == ["-"])
    #expect(try Command.run(["identify", "--print", "sha256", "/dev/null"]).lines == ["-"])
    for options in [["--by", "name", "x"], ["-"], ["--stream"]] {
      let run = try Command.run(["identify", "--print", "sha256"] + options)
      #expect(run.status == 64)
      #expect(run.errors.contains("--print sha256 "), "\(run.errors)")
    }
  }

  @Test("Repeated rows, and inventories without a common digest, are reported")
  func incomparable() throws {
    let first = try directory.write("1.csv", Array("path,type,md5\na,x,1\na,x,2\nb,x,3\n".utf8))
    let second = try directory.write("2.csv", Array("path,type,sha1\na,x,4\nb,x,5\n".utf8))
    let run = try Command.run(["diff", first, second])
    #expect(run.status == 0 && run.output.isEmpty)
    #expect(run.errors.contains("1.csv: warning: 1 rows repeat the path of another, such as a;"))
    #expect(run.errors.contains("no digest or size in common: md5, and sha1;"))
    let plain = try directory.write("3.csv", Array("path,type\na,x\nb,x\n".utf8))
    #expect(try Command.run(["diff", second, plain]).errors.contains(": sha1, and none;"))
    #expect(try Command.run(["diff", plain, plain]).errors.isEmpty)
    #expect(try Command.run(["diff", second, second]).errors.isEmpty)
  }

  @Test("The side that fails is named, with the reason")
  func failingSide() throws {
    let good = try directory.write("good.csv", Array("path,type\na,public.data\n".utf8))
    let plist = try directory.write("a.plist", Array("<plist><dict/></plist>".utf8))
    let missing = directory.path + "/missing"
    for sides in [[good, missing], [missing, good], [plist, missing]] {
      let run = try Command.run(["diff"] + sides)
      #expect(run.status == 66)
      #expect(
        run.errors == "uti: \(missing): cannot be opened: No such file or directory\n",
        "\(run.errors)")
    }
    for sides in [[good, plist], [plist, good]] {
      let run = try Command.run(["diff"] + sides)
      #expect(run.status == 65)
      #expect(run.errors.hasPrefix("uti: \(plist): not an inventory"), "\(run.errors)")
    }
    for (text, column) in [
      ("type,sha256\npublic.data,0\n", "path"), ("path,sha256\na,0\n", "type"),
      ("{\"type\":\"public.data\"}\n", "path"), ("{\"path\":\"a\"}\n", "type"),
    ] {
      let bad = try directory.write("bad", Array(text.utf8))
      for sides in [[good, bad], [bad, good]] {
        let run = try Command.run(["diff"] + sides)
        #expect(run.status == 65)
        #expect(
          run.errors.hasPrefix("uti: \(bad): the inventory has no column \"\(column)\""),
          "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
      }
    }
  }

  @Test(
    "Line ends and the byte order mark of spreadsheets are accepted", arguments: ["csv", "jsonl"])
  func spreadsheets(_ format: String) throws {
    let file = try directory.write("tree/a.txt", Array("one\n".utf8))
    let text = try Command.run(["identify", "--format", format, "--provenance", file]).output
    let plain = try directory.write("plain", Array(text.utf8))
    let lines = text.replacingOccurrences(of: "\n", with: "\r\n")
    let other = try directory.write("other", [0xEF, 0xBB, 0xBF] + Array(lines.utf8))
    let run = try Command.run(["diff", plain, other])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.errors.isEmpty, "\(run.errors)")
  }

  @Test("Two inventories are compared by type and contents", arguments: ["csv", "jsonl"])
  func comparison(_ format: String) throws {
    for name in ["same.txt", "gone.txt", "edited.txt"] {
      try directory.write("tree/\(name)", Array("one\n".utf8))
    }
    try directory.write("tree/typed", Array("%PDF-1.4\n".utf8))
    func inventory(_ name: String) throws -> String {
      let run = try Command.run(
        [
          "identify", "-r", "--format", format, "--print", "path,type,sha256", "--provenance",
          directory.path + "/tree",
        ])
      #expect(run.lines.first?.contains("registry") == true)
      return try directory.write(name, Array(run.output.utf8))
    }
    let before = try inventory("before")
    let same = try Command.run(["diff", before, try inventory("again")])
    #expect(same.status == 0 && same.output == "" && same.errors == "")
    try FileManager.default.removeItem(atPath: directory.path + "/tree/gone.txt")
    try directory.write("tree/edited.txt", Array("two\n".utf8))
    try directory.write("tree/typed", Array("%!PS-Adobe-3.0\n".utf8))
    try directory.write("tree/new, \"quoted\".txt", Array("new\n".utf8))
    let run = try Command.run(["diff", "--format", "jsonl", before, try inventory("after")])
    #expect(run.status == 1)
    let changes = try run.objects().map { object in
      let path = object["path"] as? String ?? ""
      return "\(object["change"] ?? "") \(path.dropFirst(directory.path.count + 6))"
    }
    #expect(
      changes == [
        "contents edited.txt", "removed gone.txt", "added new, \"quoted\".txt", "type typed",
        "contents typed",
      ])
  }

  @Test(
    "A column that a table names twice is an error at its place",
    arguments: [
      ("path,type,type\na,b,c\n", "line 1: columns 2 and 3 both have the name \"type\""),
      ("# uti 0.1\npath,type,size,\"path\"\na,b,1,c\n", "line 2: columns 1 and 4"),
    ])
  func repeatedColumn(text: String, message: String) throws {
    let whole = try directory.write("whole.csv", Array("path,type\na,b\n".utf8))
    let path = try directory.write("twice.csv", Array(text.utf8))
    for files in [[whole, path], [path, whole]] {
      let run = try Command.run(["diff"] + files)
      #expect(run.status == 65)
      #expect(run.errors.hasPrefix("uti: \(path): \(message)"), "\(run.errors)")
    }
  }

  @Test("A field that begins a formula is defused on request only", arguments: ["csv", "tsv"])
  func formulas(format: String) throws {
    for name in ["=1+1", "+1", "-1", "@x", "plain"] { try directory.write(name, Array("x".utf8)) }
    func paths(_ options: [String]) throws -> [String] {
      let header = format == "csv" ? "--no-header " : ""
      let script = #"cd "$1" && "$0" identify --print path --format "# + "\(format) \(header)"
      let words = options.joined(separator: " ") + " -- =1+1 +1 -1 @x plain"
      let bytes = try Command.shell(script + words, directory.path)
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
    #expect(try paths([]) == ["=1+1", "+1", "-1", "@x", "plain"])
    #expect(try paths(["--no-formulas"]) == ["'=1+1", "'+1", "'-1", "'@x", "plain"])
  }

  @Test(
    "--no-formulas without a table is an error",
    arguments: [
      [], ["--format", "json"], ["--format", "jsonl"], ["--format", "text"],
      ["--format", "tsv", "--null"], ["--stream"],
    ])
  func formulasElsewhere(options: [String]) throws {
    let run = try Command.run(["identify", "--no-formulas"] + options + ["x"])
    #expect(run.status == 64)
  }

  @Test("An absent value of a row is no formula")
  func absentValue() throws {
    let path = try directory.write("data", [0, 1, 2])
    let run = try Command.run([
      "identify", "--format", "tsv", "--no-formulas", "--print", "extension,path", path,
    ])
    #expect(run.output == "-\t\(path)\n")
  }

  @Test(
    "The first tries of a new user have a remedy",
    arguments: [
      (["png"], 64, "did you mean uti lookup png"), (["--mime", "x"], 64, "write --mime-type"),
      (["-i", "x"], 64, "write --mime-type"), (["identify", "-i", "x"], 64, "write --mime-type"),
      (["missing"], 2, "missing: "), (["idntify"], 64, "did you mean identify?"),
      (["public.png"], 64, "did you mean uti info public.png?"),
    ] as [([String], Int32, String)])
  func firstTries(_ words: [String], _ status: Int32, _ message: String) throws {
    let run = try Command.run(words)
    #expect(run.status == status)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test("-h is short, and --help groups the options of identify")
  func help() throws {
    let short = try Command.run(["identify", "-h"])
    let long = try Command.run(["identify", "--help"])
    #expect(short.lines.count * 3 < long.lines.count * 2)
    #expect(short.output.contains("uti help identify") && !short.output.contains("Examples:"))
    for title in ["ITEM OPTIONS:", "ANSWER OPTIONS:", "BULK OPTIONS:", "OTHER OPTIONS:"] {
      #expect(long.lines.contains(title) && short.lines.contains(title))
    }
  }
}
