import Foundation
import TestSupport
import Testing

@testable import UTICommands

@Suite("uti identify --stream")
struct StreamTests {
  private static let image: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]

  private func record(_ header: String, _ bytes: [UInt8]) -> Data {
    Data((header + "\n").utf8) + Data(bytes)
  }

  private func run(_ input: Data, _ arguments: String...) throws -> CommandRun {
    try Command.run(["identify", "--stream"] + arguments, input: input)
  }

  @Test("identifies records in order, with the id instead of a path")
  func records() throws {
    let text = [UInt8]("{\"id\":\"not a header\",\"length\":3}\n".utf8)
    let rawName: [UInt8] = [0x61, 0xE9, 0x2E, 0x74, 0x69, 0x66, 0x66]
    let encoded = Data(rawName).base64EncodedString()
    var input = record(
      #"{"id":"s3://b/kä\n","name":"k.docx","length":12,"later":[{"a":1}]}"#, Self.image)
    input += record("{\"length\":\(text.count),\"id\":\"text\",\"name\":null}", text)
    input += record(#"{"id":"empty","name":"x.png","length":0}"#, [])
    input += record("{\"id\":\"raw\",\"nameBase64\":\"\(encoded)\",\"length\":0}", [])
    let run = try run(input)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    let objects = try run.objects()
    #expect(objects.map { $0["id"] as? String } == ["s3://b/kä\n", "text", "empty", "raw"])
    #expect(objects.first?["type"] as? String == "public.png")
    #expect((objects.first?["disagreement"] as? [String: Any])?["winner"] as? String == "content")
    #expect(objects[1]["encoding"] as? String == "us-ascii")
    #expect(objects.allSatisfy { $0["complete"] == nil && $0["path"] == nil })
    let schema = try Command.run(["help", "formats", "--format", "json"])
    let check = try RecordSchemaCheck(Data(schema.output.utf8))
    for object in objects {
      #expect(check.faults(of: object, command: "identify --stream") == [])
    }
  }

  @Test("gives the same answers after another process has changed the cached registry")
  func changedCache() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    try directory.write("data/mime/packages/example.xml", Self.package)
    let environment = [
      "XDG_DATA_DIRS": directory.path + "/data", "XDG_CACHE_HOME": directory.path + "/cache",
      "PATH": MachineProgram.searchPath,
    ]
    #expect(try Command.run(["lookup", ".streamed"], environment: environment).status == 0)
    let folder = directory.path + "/cache/uniform-types"
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
    let cache = folder + "/" + name
    let process = try TestProgram.process(
      Command.executable.path, ["identify", "--stream", "--print", "type"],
      environment: environment)
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    func answer() throws -> String {
      try input.fileHandleForWriting.write(
        contentsOf: record(#"{"id":"a","name":"a.streamed","length":2}"#, [0, 1]))
      var line = Data()
      while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data([10]) {
        guard !byte.isEmpty else { break }
        line += byte
      }
      return String(decoding: line, as: UTF8.self)
    }
    let first = try answer()
    #expect(first.contains("x-streamed"))
    chmod(cache, 0o600)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: cache))
    let size = Int(try file.seekToEnd())
    try file.seek(toOffset: 0)
    try file.write(contentsOf: Data(repeating: 0xA5, count: size))
    #expect(try answer() == first)
    try file.truncate(atOffset: 5000)
    #expect(try answer() == first)
    try file.truncate(atOffset: 0)
    #expect(try answer() == first)
    unlink(cache)
    #expect(try answer() == first)
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.endStatus == 0)
  }

  private static let package = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="application/x-streamed"><glob pattern="*.streamed"/></mime-type>
    </mime-info>
    """.utf8)

  @Test("gives the verdict of a file with the same bytes and name")
  func sameAsFiles() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    var input = Data()
    var paths: [String] = []
    let archive: [UInt8] = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)
    let files: [(String, [UInt8])] = [
      ("a.png", Self.image), ("b", [UInt8]("#!/bin/sh\necho\n".utf8)), ("c.txt", Self.image),
      ("d.zip", archive), ("e.html", []), ("f", [UInt8](repeating: 0x41, count: 300_000)),
    ]
    for (name, bytes) in files {
      paths.append(try directory.write(name, bytes))
      input += record("{\"id\":\"\(name)\",\"name\":\"\(name)\",\"length\":\(bytes.count)}", bytes)
    }
    let streamed = try run(input, "--print", "type,confidence,encoding").lines
    let answers = try Command.run(
      ["identify", "--format", "jsonl", "--print", "type,confidence,encoding"] + paths
    ).lines
    #expect(streamed.count == answers.count)
    for (streamed, file) in zip(streamed, answers) {
      #expect(streamed.contains(file.dropFirst()), "\(streamed) \(file)")
    }
  }

  @Test(
    "reports if more bytes could change the verdict",
    arguments: [
      ("PK\u{3}\u{4}", 16_384, 100_080, false), ("PK\u{3}\u{4}", 16_384, 16_384, nil),
      ("#!/bin/sh\n", 16_384, 100_080, nil), ("#!/bin/sh\n", 100, 100_080, false),
      ("#!/bin/sh\n", 100, 50, nil),
    ] as [(String, Int, Int, Bool?)])
  func completeness(row: (start: String, length: Int, size: Int, isComplete: Bool?)) throws {
    let bytes = Array(row.start.utf8)
    let filled = bytes + [UInt8](repeating: 0x20, count: row.length - bytes.count)
    let run = try run(
      record("{\"id\":\"a\",\"length\":\(row.length),\"size\":\(row.size)}", filled))
    #expect(try run.objects().first?["complete"] as? Bool == row.isComplete)
  }

  @Test("skips records that are too long, and ends with 2 inside of a record")
  func faults() throws {
    let long = StreamInput.recordByteLimit + 1
    var input = record(
      "{\"id\":\"long\",\"length\":\(long)}", [UInt8](repeating: 0, count: long))
    input += record(#"{"id":"short","length":12}"#, Self.image)
    input += record(#"{"id":"cut","length":13}"#, Self.image)
    let run = try run(input)
    #expect(run.status == 2)
    let objects = try run.objects()
    #expect(objects.map { $0["error"] is String } == [true, false, true])
    #expect(run.errors.contains("uti: long: a record has at most 16777216 bytes"))
    #expect(run.errors.contains("uti: cut: the input ends inside of the record"))
    let nameless = try self.run(record(#"{"id":"a","length":12}"#, Self.image), "--by", "name")
    #expect(nameless.status == 2)
  }

  @Test(
    "ends with 65 at an invalid header, after the results so far",
    arguments: [
      "[]", "{", "{\"id\":\"a\"}", "{\"length\":1}", "{\"id\":[1],\"length\":1}",
      "{\"id\":{},\"length\":1}",
      "{\"id\":\"a\",\"length\":-1}", "{\"id\":\"a\",\"length\":1.5}",
      "{\"id\":\"a\",\"length\":99999999999999999999}",
      "{\"id\":\"a\",\"length\":1,\"nameBase64\":\"?\"}",
      "{\"id\":\"a\",\"id\":\"b\",\"length\":1}", "{\"id\":\"a\",\"length\":1,\"size\":0}",
      "{\"id\":\"a\",\"length\":1,\"name\":\"a\",\"nameBase64\":\"YQ==\"}",
    ])
  func wrongHeaders(header: String) throws {
    let run = try run(record(#"{"id":"one","length":12}"#, Self.image) + record(header, [1]))
    #expect(run.status == 65)
    #expect(try run.objects().map { $0["id"] as? String } == ["one"])
    #expect(run.errors.hasPrefix("uti: --stream: record 2 at byte "), "\(run.errors)")
    let unended = try self.run(Data("{\"id\"".utf8))
    #expect(unended.status == 65)
  }

  @Test("skips empty lines between records", arguments: ["\n", "\r\n", "\n\n\n"])
  func emptyLines(separator: String) throws {
    let one = record(#"{"id":1,"length":12}"#, Self.image) + Data(separator.utf8)
    let run = try run(Data(separator.utf8) + one + one + one)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(
      try run.objects().map { $0["type"] as? String } == ["public.png", "public.png", "public.png"])
  }

  @Test("repeats an id of any scalar as it was written")
  func scalars() throws {
    let ids =
      ["1.50", "-0", "1E+400", "0.1", "123456789012345678901234567890", "true", "false"]
      + ["null", "\"\"", "\"a\\\\b\\\"c\""]
    let run = try run(
      ids.reduce(Data()) { $0 + record("{\"id\":\($1),\"length\":12}", Self.image) }, "--print",
      "type")
    #expect(run.status == 0)
    #expect(run.lines == ids.map { "{\"id\":\($0),\"type\":\"public.png\"}" })
    let failed = try self.run(record(#"{"id":null,"length":12}"#, []))
    #expect(failed.status == 2)
    #expect(failed.lines.first?.hasPrefix(#"{"id":null,"error":"#) == true)
    let schema = try RecordSchemaCheck(
      Data(try Command.run(["help", "formats", "--format", "json"]).output.utf8))
    for line in try self.run(record(#"{"id":1.5,"length":12}"#, Self.image)).objects() {
      #expect(schema.faults(of: line, command: "identify --stream") == [])
    }
  }

  @Test("repeats an id that is a number as a number")
  func numericIdentifiers() throws {
    let numbers = [0, -7, Int.max]
    let run = try run(
      numbers.reduce(Data()) { $0 + record("{\"id\":\($1),\"length\":12}", Self.image) })
    #expect(run.status == 0)
    #expect(try run.objects().map { $0["id"] as? Int } == numbers)
    #expect(run.lines.first?.hasPrefix("{\"id\":0,") == true)
    let schema = try Command.run(["help", "formats", "--format", "json"])
    let check = try RecordSchemaCheck(Data(schema.output.utf8))
    for object in try run.objects() {
      #expect(check.faults(of: object, command: "identify --stream") == [])
    }
    let failed = try self.run(record("{\"id\":5,\"length\":12}", Self.image), "--by", "name")
    #expect(failed.status == 2)
    #expect(failed.errors.hasPrefix("uti: 5: "))
  }

  @Test("prints a result before it waits for the next record")
  func server() throws {
    let script = """
      coproc "$0" identify --stream --print type
      for ((i = 0; i < 3; i++)); do
        printf '{"id":"%d","length":6}\\nGIF89a' $i >&"${COPROC[1]}"
        read -r -t 60 line <&"${COPROC[0]}" && echo "$line"
      done
      printf '{"id":"part' >&"${COPROC[1]}"; sleep 0.2; printf 'ed","length":6}\\nGIF' >&"${COPROC[1]}"
      sleep 0.2; printf '89a' >&"${COPROC[1]}"
      read -r -t 60 line <&"${COPROC[0]}" && echo "$line"
      """
    let output = String(decoding: try Command.shell(script, ""), as: UTF8.self)
    let type = "\"type\":\"com.compuserve.gif\""
    #expect(
      output.split(separator: "\n").map(String.init)
        == ["0", "1", "2", "parted"].map { "{\"id\":\"\($0)\",\(type)}" })
  }

  @Test("accepts no option that names or selects items")
  func wrongUse() throws {
    for arguments in [
      ["x"], ["-r"], ["-"], ["--name", "x"], ["--conforming-to", "public.data"], ["-q"], ["-0"],
      ["--format", "tsv"], ["--print", "{type}"], ["--is", "public.data"], ["--files-from", "-"],
    ] {
      let run = try Command.run(["identify", "--stream"] + arguments)
      #expect(run.status == 64, "\(arguments)")
    }
  }

  @Test(
    "Base64 is read as specified, and nothing else is",
    arguments: [
      ("", []), ("YQ==", [0x61]), ("YWI=", [0x61, 0x62]), ("YWJj", [0x61, 0x62, 0x63]),
      ("YQ", [0x61]), ("+/8=", [0xFB, 0xFF]), ("Y", nil), ("Y===", nil), ("YQ=", nil),
      ("Y Q=", nil),
      ("YQ==YQ==", nil),
    ] as [(String, [UInt8]?)])
  func base64(row: (text: String, bytes: [UInt8]?)) {
    #expect(Base64.bytes(row.text) == row.bytes)
  }
}
