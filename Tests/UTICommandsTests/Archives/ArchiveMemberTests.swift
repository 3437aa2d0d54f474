import Foundation
import TestSupport
import Testing

@testable import UTICommands

@Suite("uti identify --archives")
struct ArchiveMemberTests {
  private typealias Entry = ArchiveBytes.Entry

  private let fixture: SignatureFixture

  init() throws {
    fixture = try SignatureFixture()
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try fixture.directory.write("files/" + name, bytes)
  }

  /// The rows of the members without the path of the folder, and the whole run.
  private func run(
    _ path: String, _ print: String = "path,puid,size", _ more: String...
  ) throws -> (rows: [String], run: CommandRun) {
    let run = try fixture.run(
      ["identify", "--archives", "--format", "csv", "--no-header", "--print", print] + more + [path]
    )
    return (run.lines.map { $0.replacing(fixture.path + "/files/", with: "") }, run)
  }

  private static let pdf = "%PDF-1.4\n"

  @Test("Files of a ZIP archive are items after it, and directories are not")
  func zip() throws {
    var deflated = Entry("b/c.pdf", Self.pdf)
    deflated.method = 8
    let path = try write(
      "a.zip", ArchiveBytes.zip([Entry("a.txt", "text\n"), Entry("b/", ""), deflated]))
    let (rows, run) = try run(path)
    #expect(run.status == 0)
    #expect(
      rows.dropFirst() == ["a.zip#a.txt,x-fmt/111,5", "a.zip#b/c.pdf,fmt/18,9"])
    #expect(rows.first?.hasPrefix("a.zip,x-fmt/263,") == true)
    let (digests, _) = try self.run(path, "path,crc32,mtime,kind,url")
    let sum = String(ArchiveBytes.checksum(Array("text\n".utf8)), radix: 16)
    #expect(digests[1] == "a.zip#a.txt,\(sum),2024-02-29T12:30:10.000Z,file,")
  }

  @Test("A ZIP archive with both kinds of end records is read")
  func wideEnd() throws {
    var bytes = ArchiveBytes.zip([Entry("a.pdf", Self.pdf)])
    let end = bytes.count - 22
    let size = bytes[(end + 12)..<(end + 16)]
    let offset = bytes[(end + 16)..<(end + 20)]
    let zeros = [UInt8](repeating: 0, count: 4)
    let one: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0]
    let record =
      Array("PK\u{6}\u{6}".utf8) + [44, 0, 0, 0] + zeros + [45, 0, 45, 0] + zeros + zeros + one
      + one
      + size + zeros + offset + zeros
    let locator =
      Array("PK\u{6}\u{7}".utf8) + zeros + [UInt8(end & 0xFF), UInt8(end >> 8)]
      + [UInt8](repeating: 0, count: 6) + [1, 0, 0, 0]
    bytes.insert(contentsOf: record + locator, at: end)
    #expect(try run(write("a.zip", bytes)).rows.dropFirst() == ["a.zip#a.pdf,fmt/18,9"])
  }

  @Test("Files of tar archives are items, also with long names")
  func tar() throws {
    let path = try write("a.tar", ArchiveBytes.tar([Entry("x/1.pdf", Self.pdf), Entry("2", "")]))
    #expect(try run(path).rows.dropFirst() == ["a.tar#x/1.pdf,fmt/18,9", "a.tar#2,,0"])
    let name = String(repeating: "long/", count: 60) + "n.pdf"
    let long = try write("long.tar", ArchiveBytes.longTar(name, Self.pdf))
    #expect(try run(long).rows.dropFirst() == ["long.tar#\(name),fmt/18,9"])
  }

  @Test("A gzip file has one member, whose name is in its header or is the one of the file")
  func gzip() throws {
    let pdf = Array(Self.pdf.utf8)
    let path = try write("a.pdf.gz", ArchiveBytes.gzip(pdf))
    #expect(try run(path).rows.dropFirst() == ["a.pdf.gz#a.pdf,fmt/18,9"])
    let named = try write(
      "b.gz", ArchiveBytes.gzip(pdf, name: "dir/n.pdf") + ArchiveBytes.gzip(pdf))
    #expect(try run(named).rows.dropFirst() == ["b.gz#n.pdf,fmt/18,18"])
    let tar = ArchiveBytes.tar([Entry("x.pdf", Self.pdf)])
    let nested = try write("c.tar.gz", ArchiveBytes.gzip(tar))
    #expect(
      try run(nested).rows.dropFirst() == [
        "c.tar.gz#c.tar,,\(tar.count)", "c.tar.gz#c.tar#x.pdf,fmt/18,9",
      ])
  }

  @Test("Bodies of responses in a WARC file are items, without the encodings of HTTP")
  func warc() throws {
    let body = ArchiveBytes.gzip(Array(Self.pdf.utf8))
    let length = String(body.count, radix: 16)
    let chunked = Array("\(length)\r\n".utf8) + body + Array("\r\n0\r\n\r\n".utf8)
    let archive = ArchiveBytes.warc([
      ("warcinfo", "", nil, Array("software".utf8)),
      (
        "response", "http://a.example/x.pdf?q", "HTTP/1.1 200 OK\r\nServer: x", Array(Self.pdf.utf8)
      ),
      ("request", "http://a.example/", nil, Array("GET".utf8)),
      (
        "response", "http://a.example/",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nContent-Encoding: gzip", chunked
      ),
      ("resource", "<file:///t>", nil, Array("text\n".utf8)),
    ])
    let expected = [
      "a.warc#20150214002555/http://a.example/x.pdf?q,fmt/18,9",
      "a.warc#20150214002555/http://a.example/,fmt/18,9",
      "a.warc#20150214002555/file:///t,x-fmt/111,5",
    ]
    let path = try write("a.warc", archive)
    #expect(try run(path).rows.dropFirst() == expected[...])
    let compressed = try write("a.warc.gz", ArchiveBytes.gzip(archive))
    #expect(try run(compressed).rows.dropFirst(2) == expected.map { "a.warc.gz#" + $0 }[...])
  }

  @Test("Archives in archives are read to a depth, and deeper ones have an error")
  func depth() throws {
    var bytes = ArchiveBytes.zip([Entry("in.pdf", Self.pdf)])
    for _ in 0..<7 { bytes = ArchiveBytes.gzip(bytes, name: "z") }
    let path = try write("a.gz", bytes)
    let (rows, run) = try run(path)
    #expect(run.status == 0)
    #expect(rows.last == "a.gz" + String(repeating: "#z", count: 7) + "#in.pdf,fmt/18,9")
    let deeper = try write("b.gz", ArchiveBytes.gzip(bytes, name: "z"))
    let (others, failed) = try self.run(deeper)
    #expect(others.count == 9 && failed.status == 2)
    #expect(
      failed.errors.contains(
        String(repeating: "#z", count: 8) + ": archives are nested more than 8 deep"))
  }

  @Test("A document that is stored in ZIP is one item")
  func document() throws {
    let type = "application/vnd.oasis.opendocument.text"
    let path = try write(
      "a.odt", ArchiveBytes.zip([Entry("mimetype", type), Entry("content.xml", "<a/>")]))
    #expect(try run(path, "path,type").rows == ["a.odt,org.oasis-open.opendocument.text"])
    let outer = try write("b.zip", ArchiveBytes.zip([Entry("a.odt", try contents(path))]))
    #expect(try run(outer, "path,puid").rows == ["b.zip,x-fmt/263", "b.zip#a.odt,fmt/9002"])
  }

  private func contents(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
  }

  @Test("No signatures are needed, and a filter selects members too")
  func types() throws {
    let fixture = try SignatureFixture(isInstalled: false)
    let path = try fixture.directory.write(
      "a.zip", ArchiveBytes.zip([Entry("b.pdf", Self.pdf), Entry("c.txt", "text\n")]))
    let run = try fixture.run("identify", "--archives", path)
    #expect(
      run.lines.map { $0.split(separator: "\t")[1] } == [
        "public.zip-archive", "com.adobe.pdf", "public.plain-text",
      ])
    let some = try fixture.run(
      "identify", "--archives", "-b", "--conforming-to", "com.adobe.pdf", path)
    #expect(some.lines == ["com.adobe.pdf"] && some.status == 0)
    let none = try fixture.run(
      "identify", "--archives", "-q", "--conforming-to", "public.image", path)
    #expect(none.status == 1)
    let records = try fixture.run("identify", "--archives", "--format", "jsonl", path)
    #expect(records.lines.count == 3 && records.lines[1].contains("a.zip#b.pdf"))
  }

  @Test("Reports have the paths of Siegfried, and the URLs, types and parents of DROID")
  func reports() throws {
    let tar = ArchiveBytes.tar([Entry("x y.pdf", Self.pdf)])
    let path = try write("a.tgz", ArchiveBytes.gzip(tar))
    let siegfried = try fixture.run("identify", "--archives", "--format", "siegfried-csv", path)
    #expect(
      siegfried.lines.dropFirst().map { String($0.prefix { $0 != "," }) }
        == ["", "#a.tar", "#a.tar#x y.pdf"].map { path + $0 })
    #expect(siegfried.lines[3].contains(",9,1970-01-02T00:00:00Z,,pronom,fmt/18,"))
    let droid = try fixture.run(
      "identify", "--archives", "--format", "droid-csv", "--no-header", fixture.path, path)
    let rows = droid.lines.map { $0.dropFirst().dropLast().components(separatedBy: "\",\"") }
    #expect(rows.map { $0[0] } == ["1000000", "2000000", "2000001", "2000002"])
    #expect(rows.map { $0[1] } == ["", "", "2000000", "2000001"])
    #expect(
      rows.dropFirst().map { $0[2] } == [
        "file:\(path)", "gz:file:\(path)!/a.tar", "tar:gz:file:\(path)!/a.tar!/x%20y.pdf",
      ])
    #expect(rows.dropFirst().map { $0[4] } == ["a.tgz", "a.tar", "x y.pdf"])
    #expect(rows.map { $0[8] } == ["Folder", "Container", "Container", "File"])
  }

  @Test("Names lead nowhere and stay in their rows")
  func names() throws {
    let path = try write(
      "a.zip", ArchiveBytes.zip([Entry("../../out", "x\n"), Entry("a\nb,c", "x\n")]))
    let (_, run) = try run(path, "path")
    #expect(run.output.hasSuffix("a.zip#../../out\n\"\(path)#a\nb,c\"\n"))
    let text = try fixture.run("identify", "--archives", "--print", "path", path)
    #expect(text.lines.last == path + "#a\\nb,c")
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.path + "/files").count == 1)
  }

  /// A damaged archive, the rows of its members, and a part of the message.
  struct Damage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let name: String
    let bytes: [UInt8]
    var members: [String] = []
    let message: String
  }

  private static var damages: [Damage] {
    var long = Entry("a", "12345")
    long.statedSize = 9
    var short = long
    short.statedSize = 2
    var locked = Entry("a", "12345")
    locked.isEncrypted = true
    var rare = Entry("a", "12345")
    rare.method = 14
    let zip = ArchiveBytes.zip([Entry("a.pdf", pdf), Entry("b", "12345")])
    var changed = zip
    changed[35] ^= 1
    let tar = ArchiveBytes.tar([Entry("a.pdf", pdf), Entry("b", "12345")])
    var header = tar
    header[1024] ^= 1
    let gzip = ArchiveBytes.gzip(Array(pdf.utf8), name: "n")
    var sum = gzip
    sum[gzip.count - 5] ^= 1
    return [
      Damage(
        testDescription: "a ZIP entry that is shorter than stated", name: "a.zip",
        bytes: ArchiveBytes.zip([long]), message: "a.zip#a: it has 5 bytes, and the directory"),
      Damage(
        testDescription: "a ZIP entry that is longer than stated", name: "a.zip",
        bytes: ArchiveBytes.zip([short]), message: "a.zip#a: it has more bytes, and the directory"),
      Damage(
        testDescription: "an encrypted ZIP entry", name: "a.zip", bytes: ArchiveBytes.zip([locked]),
        message: "a.zip#a: it is encrypted"),
      Damage(
        testDescription: "an unknown compression", name: "a.zip", bytes: ArchiveBytes.zip([rare]),
        message: "a.zip#a: it is compressed by method 14"),
      Damage(
        testDescription: "a ZIP entry with another checksum", name: "a.zip", bytes: changed,
        members: ["a.zip#b"], message: "a.zip#a.pdf: it has another checksum"),
      Damage(
        testDescription: "a ZIP file without its end", name: "a.zip",
        bytes: Array(zip.dropLast(30)),
        message: "a.zip: the directory of the ZIP archive is damaged or missing"),
      Damage(
        testDescription: "a damaged tar header", name: "a.tar", bytes: header,
        members: ["a.tar#a.pdf"], message: "a.tar: the tar header at byte 1024 is damaged"),
      Damage(
        testDescription: "a tar file that ends early", name: "a.tar", bytes: Array(tar[..<1538]),
        members: ["a.tar#a.pdf"], message: "a.tar#b: the data end 3 bytes too early"),
      Damage(
        testDescription: "a gzip file that ends early", name: "a.gz",
        bytes: Array(gzip.dropLast(10)),
        message: "a.gz#n: the compressed data end too early"),
      Damage(
        testDescription: "a gzip file with another checksum", name: "a.gz", bytes: sum,
        message: "a.gz#n: the gzip stream has another checksum"),
      Damage(
        testDescription: "a WARC record that is longer than the file", name: "a.warc",
        bytes: ArchiveBytes.warc([("resource", "u:x", nil, Array("12345".utf8))]).dropLast(6),
        message: "a.warc#20150214002555/u:x: the data end 2 bytes too early"),
    ]
  }

  @Test("A damaged archive has an error at its place", arguments: damages)
  func damage(_ damage: Damage) throws {
    let path = try write(damage.name, damage.bytes)
    let (rows, run) = try run(path, "path")
    #expect(run.status == 2)
    #expect(rows == [damage.name] + damage.members)
    #expect(run.errors.contains(damage.message), "\(run.errors)")
    let report = try fixture.run("identify", "--archives", "--format", "siegfried-csv", path)
    let place = damage.message.split(separator: ": ", maxSplits: 1)
    #expect(
      report.lines.contains { $0.contains("/\(place[0]),") && $0.contains(place[1]) },
      "\(report.output)")
  }

  @Test("Small files with many bytes or members end with an error", .timeLimit(.minutes(2)))
  func bombs() throws {
    let bomb = try write("a.gz", ArchiveBytes.gzip(zeros: ArchiveReading.leastByteLimit + 1 << 20))
    let (_, run) = try run(bomb)
    #expect(run.status == 2 && run.errors.contains("a.gz: its members have more than 1073741824"))
    let many = try write(
      "b.zip", ArchiveBytes.zip(repeating: "n", count: ArchiveReading.greatestCount + 1))
    let (rows, other) = try self.run(many, "path,size")
    #expect(other.status == 2 && rows.count == ArchiveReading.greatestCount + 1)
    #expect(other.errors.contains("b.zip: it has more than 250000 members"))
    let allowed = try write("c.zip", ArchiveBytes.zip(repeating: "n", count: 100_000))
    let (all, last) = try self.run(allowed, "path,size", "--summary")
    #expect(last.status == 0 && all.count == 100_001 && last.errors.contains("100001 answered"))
  }

  @Test("An inventory with members can be resumed")
  func resuming() throws {
    for number in 0..<40 {
      _ = try write(
        "\(number).zip", ArchiveBytes.zip([Entry("a.pdf", Self.pdf), Entry("b.txt", "text\n")]))
    }
    let output = fixture.path + "/report.csv"
    let arguments = [
      "identify", "-r", "--archives", "--format", "droid-csv", "--resume", output,
      fixture.path + "/files",
    ]
    let run = try fixture.run(arguments)
    #expect(run.status == 0, "\(run.errors)")
    let lines = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 121)
    #expect(Set(lines.map { $0.prefix { $0 != "," } }).count == 121)
  }

  @Test(
    "Options that contradict --archives are errors",
    arguments: [
      (["--by", "name", "a"], "--archives reads contents"), (["-"], "--archives needs a file"),
      (["--is", "public.data", "a"], "--archives has many"), (["--stream"], "--stream"),
    ])
  func contradictions(_ options: [String], _ message: String) throws {
    let run = try fixture.run(["identify", "--archives"] + options)
    #expect(run.status == 64 && run.errors.contains(message))
  }
}
