import Foundation
import TestSupport
import Testing

@testable import UTICommands

@Suite("uti identify --resume, --summary and --s3-inventory")
struct ResumedInventoryTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private var output: String { directory.path + "/out" }

  /// Writes files and a list that names each several times, and paths that fail.
  private func makeList(_ count: Int) throws -> String {
    let names = try (0..<20).map { number in
      try directory.write(
        "files/\(number).\(["txt", "png", "json", "zzq"][number % 4])",
        Array(String(repeating: "{\"a\": \(number)}\n", count: number).utf8))
    }
    let lines = (0..<count).map { number in
      number % 17 == 3 ? "\(directory.path)/missing/\(number)" : names[number % names.count]
    }
    return try directory.write("list", Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  private func contents(_ path: String) throws -> Data {
    try Data(contentsOf: URL(filePath: path))
  }

  private func arguments(_ options: [String], _ output: String) -> [String] {
    ["identify", "--resume", output] + options
  }

  /// The state of a run that was killed after it had written a part of its output.
  private func cut(_ path: String, to size: Int, more: String = "") throws {
    let data = try contents(path)
    try (data.prefix(size) + Data(more.utf8)).write(to: URL(filePath: path))
  }

  private static let forms = [
    ["--format", "csv", "--print", "path,type,size,mtime,kind"], ["--format", "jsonl"],
    ["--format", "tsv"], ["--null", "--print", "path,type"], ["--print", "{path} {size}\n--"],
    ["--format", "csv", "--no-header", "--conforming-to", ".txt"],
  ]

  private var progress: String { output + ".uti-progress" }

  /// Kills a run as soon as its output has a size; false if it has removed its progress before, and then
  /// its complete output is removed.
  private func runKilled(
    _ arguments: [String], atSize size: Int, of expected: Data
  ) throws -> Bool {
    let process = try TestProgram.process(
      Command.executable.path, arguments, environment: Command.bare)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    while process.isRunning {
      var status = stat()
      if stat(output, &status) == 0, status.st_size >= size { break }
      usleep(50)
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    if FileManager.default.fileExists(atPath: progress) { return true }
    #expect(try contents(output) == expected)
    try FileManager.default.removeItem(atPath: output)
    return false
  }

  @Test(
    "An inventory killed at any size continues to the output of an undisturbed run",
    arguments: forms)
  func kills(_ form: [String]) throws {
    let options = form + ["--files-from", try makeList(20_000)]
    let plain = try Command.run(["identify"] + options)
    let expected = Data(plain.output.utf8)
    var killCount = 0
    for part in 1...10 {
      let size = expected.count * part / 11
      if try runKilled(arguments(options, output), atSize: size, of: expected) {
        killCount += 1
      }
    }
    let last = try Command.run(arguments(options, output))
    #expect(last.status == plain.status)
    #expect(try contents(output) == expected)
    #expect(killCount > 0, "every run had ended before it was killed")
  }

  @Test("Every prefix of the files that a kill can leave is continued", arguments: forms)
  func prefixes(_ form: [String]) throws {
    let options = form + ["--files-from", try makeList(3_000)]
    let expected = Data(try Command.run(["identify"] + options).output.utf8)
    // A run that is killed leaves a checkpoint, and output of any length after it.
    let size = expected.count / 2
    while try !runKilled(arguments(options, output), atSize: size, of: expected) {}
    let (left, state) = (try contents(output), try contents(progress))
    let checkpoint = try Command.run(arguments(options, output))
    #expect(checkpoint.errors.contains("missing"))
    #expect(try contents(output) == expected)
    for length in stride(from: left.count, through: expected.count, by: 7_919) {
      try expected.prefix(length).write(to: URL(filePath: output))
      try state.write(to: URL(filePath: progress))
      _ = try Command.run(arguments(options, output))
      #expect(try contents(output) == expected, "\(length) bytes")
    }
    // A checkpoint that was written in part leaves the one before it.
    let start = state.count - 512
    for place in [0, 1] where start > 0 {
      var damaged = state
      for offset in 100..<256 { damaged[start + place * 256 + offset] = UInt8(ascii: "x") }
      try expected.write(to: URL(filePath: output))
      try damaged.write(to: URL(filePath: progress))
      _ = try Command.run(arguments(options, output))
      #expect(try contents(output) == expected, "place \(place)")
    }
  }

  /// Leaves the files of a run that was killed after it had written a part of its output.
  private func leaveKilled(_ options: [String]) throws {
    let expected = Data(try Command.run(["identify"] + options).output.utf8)
    let size = expected.count / 2
    while try !runKilled(arguments(options, output), atSize: size, of: expected) {}
  }

  @Test("A complete output stays and cannot be continued, and its progress is removed")
  func complete() throws {
    let options = ["--format", "csv", "--files-from", try makeList(100)]
    #expect(try Command.run(arguments(options, output)).status == 2)
    #expect(!FileManager.default.fileExists(atPath: progress))
    let before = try contents(output)
    let again = try Command.run(arguments(options, output))
    #expect(again.status == 65)
    #expect(again.errors.contains("it is complete, or it was not written with --resume"))
    #expect(!FileManager.default.fileExists(atPath: progress))
    #expect(try contents(output) == before)
    try FileManager.default.removeItem(atPath: output)
    #expect(try Command.run(arguments(options, output)).status == 2)
    #expect(try contents(output) == before)
  }

  @Test(
    "Another output, other options, other items and lost bytes are refused, and nothing changes")
  func refusals() throws {
    let list = try makeList(20_000)
    let options = ["--format", "csv", "--files-from", list]
    func expectRefusal(_ words: String, _ options: [String]) throws {
      let before = try contents(output)
      let run = try Command.run(arguments(options, output))
      #expect(run.status == 65)
      #expect(run.errors.contains(words), "\(run.errors)")
      #expect(try contents(output) == before)
    }
    try directory.write("out", Array("not ours\n".utf8))
    try expectRefusal("was not written with --resume", options)
    try FileManager.default.removeItem(atPath: output)
    try leaveKilled(options)
    try expectRefusal("other values of --format;", ["--format", "tsv", "--files-from", list])
    try expectRefusal(
      "other values of --by, --print;", options + ["--by", "name", "--print", "type"])
    try expectRefusal(
      "the declarations of types", options + ["--registry", Command.fixture("registry")])
    let state = String(decoding: try contents(progress), as: UTF8.self)
    #expect(state.hasPrefix("uti progress 1\n"))
    // Another file with enough bytes, also as a second name.
    let manager = FileManager.default
    let (kept, victim) = (directory.path + "/kept", directory.path + "/victim")
    try manager.moveItem(atPath: output, toPath: kept)
    try directory.write("victim", [UInt8](repeating: 0x61, count: 4_000_000))
    try manager.copyItem(atPath: victim, toPath: output)
    try expectRefusal("it is another file than the one that", options)
    try manager.removeItem(atPath: output)
    #expect(link(victim, output) == 0)
    try expectRefusal("it is another file than the one that", options)
    try manager.removeItem(atPath: output)
    try manager.moveItem(atPath: kept, toPath: output)
    try cut(output, to: 10)
    try expectRefusal("it has lost bytes", options)
  }

  @Test("A symbolic link is not written through, whether it leads to a file or not")
  func links() throws {
    for name in ["victim", "absent"] {
      try directory.write("victim", [])
      try FileManager.default.createSymbolicLink(
        atPath: output, withDestinationPath: directory.path + "/" + name)
      let run = try Command.run(arguments(["--format", "csv", "/dev/null"], output))
      #expect(run.status == 64 && run.errors.contains("--resume needs a file"), "\(run.errors)")
      #expect(try contents(directory.path + "/victim").isEmpty)
      #expect(!FileManager.default.fileExists(atPath: directory.path + "/absent"))
      try FileManager.default.removeItem(atPath: output)
    }
  }

  /// Items that another program can leave under the name of the progress.
  enum Foreign: CaseIterable {
    case link, danglingLink, file, emptyFile, folder, pipe, fileWithTwoNames, fileOfAnotherUser
  }

  @Test("An item that no run has made is neither changed nor removed", arguments: Foreign.allCases)
  func foreignProgress(_ foreign: Foreign) throws {
    let victim = directory.path + "/victim"
    let own = Array("uti progress 1\n{}\n".utf8)
    let manager = FileManager.default
    switch foreign {
    case .link:
      try directory.write("victim", own)
      try manager.createSymbolicLink(atPath: progress, withDestinationPath: victim)
    case .danglingLink:
      try manager.createSymbolicLink(atPath: progress, withDestinationPath: victim)
    case .file: try directory.write("out.uti-progress", Array("precious\n".utf8))
    case .emptyFile: try directory.write("out.uti-progress", [])
    case .folder: try manager.createDirectory(atPath: progress, withIntermediateDirectories: false)
    case .pipe: #expect(mkfifo(progress, 0o600) == 0)
    case .fileWithTwoNames:
      try directory.write("victim", own)
      #expect(link(victim, progress) == 0)
    case .fileOfAnotherUser:
      guard geteuid() == 0 else { return }
      try directory.write("out.uti-progress", own)
      #expect(chown(progress, 65_534, 65_534) == 0)
    }
    var (before, after) = (stat(), stat())
    #expect(lstat(progress, &before) == 0)
    let victimBefore = try? contents(victim)
    let run = try Command.run(arguments(["--format", "csv", "/dev/null"], output))
    #expect(run.status == 65)
    #expect(run.errors.contains("\(progress): --resume did not make this file: it"))
    #expect(run.errors.contains("; name another output, or move the file away"))
    #expect(lstat(progress, &after) == 0)
    #expect(
      before.st_ino == after.st_ino && before.st_size == after.st_size
        && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec)
    #expect(try victimBefore == (manager.fileExists(atPath: victim) ? contents(victim) : nil))
    #expect(!manager.fileExists(atPath: output))
  }

  @Test("A run that cannot begin leaves no file", .requires(.mounting))
  func fullDisk() throws {
    let place = directory.path + "/disk"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    try #require(TestProgram.succeeds(["mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", place]))
    defer { _ = TestProgram.succeeds(["umount", place]) }
    try Data(repeating: 1, count: 4096).write(to: URL(filePath: place + "/full"))
    let run = try Command.run(["identify", "--resume", place + "/out", "/dev/null"])
    #expect(run.status == 74)
    #expect(run.errors.contains("\(place)/out.uti-progress: cannot be written: "))
    #expect(
      try !FileManager.default.contentsOfDirectory(atPath: place).contains("out.uti-progress"))
  }

  @Test("Items that have changed before the place of the kill are refused")
  func changedItems() throws {
    let list = try makeList(20_000)
    let options = ["--format", "jsonl", "--files-from", list]
    let size = try Command.run(["identify"] + options).output.utf8.count
    try leaveKilled(options)
    let paths = try String(contentsOfFile: list, encoding: .utf8)
    try directory.write("list", Array(("/dev/null\n" + paths).utf8))
    let run = try Command.run(arguments(options, output))
    #expect(run.status == 65)
    #expect(run.errors.contains("items are not the ones that it was written for"))
    try directory.write("list", Array(paths.utf8))
    #expect(try Command.run(arguments(options, output)).status == 2)
    #expect(try contents(output).count == size)
  }

  @Test("An output in the walked directory is no item, and options without a record are refused")
  func walk() throws {
    try directory.write("tree/a.txt", Array("hello\n".utf8))
    let path = directory.path + "/tree/out"
    let run = try Command.run(
      ["identify", "-r", "--resume", path, "--print", "path", directory.path + "/tree"])
    #expect(run.status == 0)
    #expect(try contents(path) == Data("\(directory.path)/tree/a.txt\n".utf8))
    for options in [
      ["--format", "json", "x"], ["-q", "x"], ["--is", "public.png", "x"], ["-"], ["--stream"],
    ] {
      #expect(try Command.run(["identify", "--resume", output] + options).status == 64)
    }
    #expect(!FileManager.default.fileExists(atPath: output))
    #expect(try Command.run(["identify", "--resume", "/dev/null", path]).status == 64)
    #expect(try Command.run(["identify", "--resume", "/nonexistent/x", path]).status == 74)
  }

  @Test("The summary counts results, failures and bytes")
  func summary() throws {
    let list = try makeList(170)
    let run = try Command.run(["identify", "--summary", "--files-from", list])
    let line = try #require(run.errors.split(separator: "\n").last)
    #expect(line.hasPrefix("uti: 160 answered, 10 failed, "))
    let words = line.split(separator: " ")
    #expect(try #require(Int(words[5])) > 0)
    #expect(line.hasSuffix(" seconds"))
    let resumed = try Command.run(arguments(["--summary", "--files-from", list], output))
    #expect(resumed.errors.contains("uti: 160 answered, 10 failed, \(words[5]) bytes read, "))
    #expect(!(try Command.run(["identify", "--files-from", list]).errors.contains("answered")))
  }

  @Test(
    "The line of progress has the rate, and the total and the time left once they are known",
    arguments: [
      (1000, nil, 2, 0, "1000 identified, 500 a second"),
      (1000, 4000, 2, 0, "1000 of 4000 identified, 500 a second, 6 s left"),
      (1000, 4000, 2, 900, "1000 of 4000 identified, 50 a second, 1 min 0 s left"),
      (10, 100_000, 10, 0, "10 of 100000 identified, 1 a second, 27 h 46 min left"),
      (5, 4, 1, 0, "5 identified, 5 a second"), (0, 10, 0, 0, "0 of 10 identified, 0 a second"),
    ] as [(Int, Int?, Int, Int, String)])
  func progress(_ items: Int, _ total: Int?, _ seconds: Int, _ earlier: Int, _ text: String) {
    #expect(
      InventoryProgress.text(items, of: total, since: .seconds(seconds), without: earlier) == text)
  }

  @Test("The rows of an inventory of S3 name objects below their bucket")
  func inventory() throws {
    let keys = ["a.txt", "sub dir/b+c.png", "ü/100%.json", "quote\"d.txt"]
    func encoded(_ key: String) -> String {
      var result = ""
      for byte in key.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "/"), UInt8(ascii: "."):
          result.unicodeScalars.append(Unicode.Scalar(byte))
        case UInt8(ascii: " "): result += "+"
        default: result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
      }
      return result
    }
    for key in keys { try directory.write("bucket/\(key)", Array("{\"a\": 1}\n".utf8)) }
    let expected = keys.map { "bucket/\($0)" }
    for (mark, end) in [("\"", "\n"), ("", "\n"), ("\"", "\r\n"), ("", "\r\n")] {
      let rows = keys.map { key in
        ["bucket", encoded(key), "12", "2026-01-01T00:00:00.000Z", "STANDARD"].map {
          mark + $0 + mark
        }.joined(separator: ",")
      }
      try directory.write("rows.csv", Array((rows.joined(separator: end) + end).utf8))
      let run = try Command.shell(
        #"cd "$1" && "$0" identify --s3-inventory rows.csv --null --print path"#, directory.path)
      #expect(
        String(decoding: run, as: UTF8.self).split(separator: "\0").map(String.init) == expected)
    }
    let named = try Command.run(
      ["identify", "--s3-inventory", "-", "--by", "name", "--print", "path,type"],
      input: Data("b,x.png\nb,../../etc/passwd,3\nb,y.json\n".utf8))
    #expect(named.lines == ["b/x.png\tpublic.png", "b/y.json\tpublic.json"])
    #expect(named.status == 2)
    #expect(named.errors.contains("leads out of its bucket"))
    for (rows, words) in [
      ("b,x.png\nonly\n", "-:2: a row begins"), ("\u{1F}\u{8B}", "-:1: a row begins"),
      ("\"b\"x,y\n", "-:1:"), ("b,\n", "-:1:"),
    ] {
      let run = try Command.run(
        ["identify", "--s3-inventory", "-", "--by", "name"], input: Data(rows.utf8))
      #expect(run.status == 66)
      #expect(run.errors.contains(words), "\(run.errors)")
    }
    let compressed = try Command.run(
      ["identify", "--s3-inventory", "-"], input: Data([0x1F, 0x8B, 8, 0, 10]))
    #expect(compressed.errors.contains("compressed"))
    #expect(try Command.run(["identify", "--s3-inventory", "-", "--files-from", "-"]).status == 64)
  }
}
