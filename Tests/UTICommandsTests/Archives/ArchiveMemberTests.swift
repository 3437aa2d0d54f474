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

  @Test(
    "A symbolic link in a ZIP archive is no item",
    arguments: [(0, true), (3, false), (19, false)] as [(UInt8, Bool)])
  func zipLinks(host: UInt8, isItem: Bool) throws {
    var link = Entry("link", "a.pdf")
    (link.host, link.mode) = (host, 0o120777)
    var file = Entry("a.pdf", Self.pdf)
    (file.host, file.mode) = (host, 0o100644)
    let (rows, run) = try run(write("a.zip", ArchiveBytes.zip([link, file])), "path")
    #expect(run.status == 0)
    #expect(rows.dropFirst() == (isItem ? ["a.zip#link", "a.zip#a.pdf"] : ["a.zip#a.pdf"]))
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
    var first = tar
    first[0] ^= 1
    var early = first
    early.replaceSubrange(257..<265, with: [UInt8](repeating: 0, count: 8))
    let zeros = [UInt8](repeating: 0, count: 512)
    let gzip = ArchiveBytes.gzip(Array(pdf.utf8), name: "n")
    var count = zip
    count[zip.count - 12] = 9
    var part = zip
    part[zip.count - 18] = 1
    var pax = ArchiveBytes.pax([("path", "b.pdf")]) + tar
    pax[513] = UInt8(ascii: "9")
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
        testDescription: "a damaged first tar header", name: "a", bytes: first,
        message: "a: the tar header at byte 0 is damaged"),
      Damage(
        testDescription: "a damaged first header of an early tar program", name: "a.tar",
        bytes: early, message: "a.tar: its first bytes are not those of a tar archive"),
      Damage(
        testDescription: "a damaged first tar header in gzip", name: "a.tgz",
        bytes: ArchiveBytes.gzip(early), members: ["a.tgz#a.tar"],
        message: "a.tgz#a.tar: its first bytes are not those of a tar archive"),
      Damage(
        testDescription: "a tar file that ends after a member", name: "a.tar",
        bytes: Array(tar[..<1024]), members: ["a.tar#a.pdf"],
        message: "a.tar: the tar archive has no end after byte 1024; it may be cut off"),
      Damage(
        testDescription: "a block of zeros in a tar file", name: "a.tar",
        bytes: Array(tar[..<1024]) + zeros + Array(tar[1024...]),
        members: ["a.tar#a.pdf", "a.tar#b"],
        message: "a.tar: the tar archive has one block of zeros at byte 1024"),
      Damage(
        testDescription: "a tar file that ends early", name: "a.tar", bytes: Array(tar[..<1538]),
        members: ["a.tar#a.pdf"], message: "a.tar#b: the data end 3 bytes too early"),
      Damage(
        testDescription: "a ZIP directory with fewer entries than stated", name: "a.zip",
        bytes: count, members: ["a.zip#a.pdf", "a.zip#b"],
        message: "a.zip: the ZIP archive states 9 entries, and its directory has 2"),
      Damage(
        testDescription: "a part of a split ZIP archive", name: "a.zip", bytes: part,
        members: ["a.zip#a.pdf", "a.zip#b"],
        message: "a.zip: it is a part of a split ZIP archive"),
      Damage(
        testDescription: "a damaged length of a pax record", name: "a.tar", bytes: pax,
        message: "a.tar: the pax header at byte 512 is damaged"),
      Damage(
        testDescription: "a tar file after another", name: "a.tar", bytes: tar + tar,
        members: ["a.tar#a.pdf", "a.tar#b"],
        message: "a.tar: another tar archive follows its end, at byte 3072"),
      Damage(
        testDescription: "other bytes after a gzip file", name: "a.gz",
        bytes: gzip + [0, 0, 88] + gzip,
        message: "a.gz#n: bytes that are not gzip follow its end"),
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

  /// GNU tar, "Storing Sparse Files": the header of GNU, and the versions of pax.
  @Test(
    "A sparse file in tar is an error under its own name",
    arguments: [
      ("S", []),
      (
        "0",
        [
          ("GNU.sparse.size", "1000000"), ("GNU.sparse.numblocks", "1"),
          ("GNU.sparse.offset", "999991"), ("GNU.sparse.numbytes", "9"),
        ]
      ),
      (
        "0",
        [
          ("GNU.sparse.size", "1000000"), ("GNU.sparse.name", "s.pdf"),
          ("GNU.sparse.map", "999991,9"),
        ]
      ),
      (
        "0",
        [
          ("GNU.sparse.major", "1"), ("GNU.sparse.minor", "0"), ("GNU.sparse.name", "s.pdf"),
          ("path", "GNUSparseFile.7/s.pdf"), ("GNU.sparse.realsize", "1000000"),
        ]
      ),
    ])
  func sparse(_ kind: String, _ records: [(String, String)]) throws {
    let member =
      (records.isEmpty ? [] : ArchiveBytes.pax(records))
      + ArchiveBytes.tarHeader("s.pdf", size: Self.pdf.utf8.count, kind: Character(kind))
      + ArchiveBytes.padded(Array(Self.pdf.utf8))
    let path = try write("a.tar", member + ArchiveBytes.tar([Entry("b.pdf", Self.pdf)]))
    let (rows, run) = try run(path, "path,puid")
    #expect(rows.dropFirst() == ["a.tar#b.pdf,fmt/18"] && run.status == 2)
    #expect(run.errors.contains("a.tar#s.pdf: it is a sparse file, which is not read"))
  }

  @Test("One block of zeros can end a tar archive")
  func shortEnd() throws {
    let tar = ArchiveBytes.tar([Entry("a.pdf", Self.pdf)])
    let (rows, run) = try run(write("a.tar", Array(tar.dropLast(512))))
    #expect(rows.dropFirst() == ["a.tar#a.pdf,fmt/18,9"] && run.status == 0, "\(run.errors)")
  }

  @Test("Names of ZIP entries keep their bytes, and the Unicode field replaces the name it is for")
  func zipNames() throws {
    let pdf = Array(Self.pdf.utf8)
    let unicode = ArchiveBytes.unicodeField("\u{F6}.pdf", of: [0x94, 0x2E, 0x70])
    let path = try write(
      "a.zip",
      ArchiveBytes.zip([
        Entry([0x94, 0x2E, 0x70], pdf), Entry([0x84, 0x2E, 0x70], pdf),
        Entry([0x94, 0x2E, 0x70], pdf, extra: unicode),
        Entry([0x81, 0x2E, 0x70], pdf, extra: unicode),
      ]))
    let run = try fixture.run("identify", "--archives", "--print", "path", path)
    let start = path + "#"
    #expect(
      run.lines.dropFirst() == [
        start + "\\x94.p", start + "\\x84.p", start + "\u{F6}.pdf", start + "\\x81.p",
      ])
    let droid = try fixture.run("identify", "--archives", "--format", "droid-csv", path)
    #expect(droid.lines.dropFirst(2).first?.contains("!/%94.p\"") == true, "\(droid.output)")
  }

  @Test("A NUL in a name of ZIP or WARC ends no record")
  func nul() throws {
    for (name, bytes) in [
      ("a.zip", ArchiveBytes.zip([Entry("a\u{0}b.pdf", Self.pdf)])),
      (
        "a.warc", ArchiveBytes.warc([("resource", "a\u{0}b.pdf", nil, Array(Self.pdf.utf8))])
      ),
    ] {
      let path = try write(name, bytes)
      let list = try fixture.run("identify", "--archives", "--null", "--print", "path", path)
      #expect(list.output.utf8.count { $0 == 0 } == 2)
      #expect(list.output.hasSuffix("a\u{2400}b.pdf\u{0}"), "\(list.output)")
      for format in ["droid-csv", "siegfried-csv", "csv", "jsonl"] {
        let run = try fixture.run("identify", "--archives", "--format", format, path)
        #expect(!run.output.utf8.contains(0) && run.output.contains("a\u{2400}b.pdf"))
      }
    }
  }

  @Test("Patterns of --exclude apply to members and to their folders")
  func exclusion() throws {
    let inner = ArchiveBytes.zip([Entry("x/1.pdf", Self.pdf), Entry("2.txt", "text\n")])
    _ = try write(
      "a.zip",
      ArchiveBytes.zip([
        Entry(".h/1.pdf", Self.pdf), Entry("x/1.pdf", Self.pdf), Entry("2.txt", "text\n"),
        Entry("i.zip", inner), Entry(".git/c", "text\n"), Entry("y/x", "text\n"),
      ]))
    for (options, expected) in [
      (["--exclude", "x"], [".h/1.pdf", "2.txt", "i.zip", "i.zip#2.txt", ".git/c"]),
      (["--exclude", "x/"], [".h/1.pdf", "2.txt", "i.zip", "i.zip#2.txt", ".git/c", "y/x"]),
      (["--exclude", "x/*.pdf", "--hidden", "no"], ["2.txt", "i.zip", "i.zip#2.txt", "y/x"]),
      (
        ["--exclude", "i.zip", "--ignore-vcs"], [".h/1.pdf", "x/1.pdf", "2.txt", "y/x"]
      ),
    ] {
      let run = try fixture.run(
        ["identify", "-r", "--archives", "--print", "path"] + options + [fixture.path + "/files"])
      let start = "\(fixture.path)/files/a.zip"
      #expect(run.lines == [start] + expected.map { "\(start)#\($0)" }, "\(options)")
    }
  }

  @Test(
    "The extension of a gzip file determines the extension of its contents",
    arguments: [
      ("a.svgz", "a.svg"), ("a.TAZ", "a.tar"), ("a.emz", "a.emf"), ("a.tgz", "a.tar"),
      ("a.wmz", "a.wmf"), ("a-gz", "a"), (".gz", ".gz"), ("a.bin", "a.bin"),
    ])
  func gzipNames(_ name: String, _ member: String) throws {
    let path = try write(name, ArchiveBytes.gzip(Array("x\n".utf8)))
    #expect(try run(path, "path").rows.last == "\(name)#\(member)")
  }

  @Test("A response without a path has no file name, and folded fields of a record are joined")
  func warcFields() throws {
    let bytes = ArchiveBytes.warc([
      ("response", "dns:www.example.pdf", nil, Array("20240101 www.example.pdf\n".utf8)),
      ("resource", "http://a.example/\r\n\t x.pdf", nil, Array(Self.pdf.utf8)),
      ("resource", "http://a.example/x:y/z.pdf", nil, Array(Self.pdf.utf8)),
    ])
    let path = try write("a.warc", bytes)
    let droid = try fixture.run(
      "identify", "--archives", "--format", "droid-csv", "--no-header", path)
    let rows = droid.lines.map { $0.dropFirst().dropLast().components(separatedBy: "\",\"") }
    #expect(rows.map { $0[9] } == ["warc", "", "pdf", "pdf"], "\(droid.output)")
    #expect(
      try run(path, "path,puid").rows.dropFirst() == [
        "a.warc#20150214002555/dns:www.example.pdf,x-fmt/111",
        "a.warc#20150214002555/http://a.example/ x.pdf,fmt/18",
        "a.warc#20150214002555/http://a.example/x:y/z.pdf,fmt/18",
      ])
  }

  @Test("In DROID's columns an archive that cannot be read is a container")
  func failedContainers() throws {
    let cut = Array(ArchiveBytes.gzip(Array(Self.pdf.utf8)).dropLast(10))
    let gzip = ArchiveBytes.gzip(cut, name: "b.gz")
    var sum = ArchiveBytes.gzip(gzip, name: "c.gz")
    sum[sum.count - 5] ^= 1
    var locked = Entry("d.zip", "12345")
    locked.isEncrypted = true
    let path = try write(
      "a.zip", ArchiveBytes.zip([Entry("b.gz", gzip), Entry("c.gz", sum), locked]))
    let run = try fixture.run(
      "identify", "--archives", "--format", "droid-csv", "--no-header", path)
    let rows = run.lines.map { $0.dropFirst().dropLast().components(separatedBy: "\",\"") }
    func kind(_ name: String) -> [String] { rows.filter { $0[4] == name }.map { $0[8] } }
    #expect(kind("a.zip") == ["Container"] && kind("c.gz").contains("Container"))
    #expect(kind("d.zip") == ["File"], "\(run.output)")
  }

  @Test("A format of PRONOM that a container signature shows is a document and no archive")
  func documentByFormat() throws {
    // The name of the entry is the signature, and no type has it.
    let bytes = ArchiveBytes.zip([Entry("mimetype", "acme"), Entry("a.pdf", Self.pdf)])
    for (name, print) in [("a.zip", "path"), ("a", "path"), ("b.zip", "path,puid")] {
      let path = try write(name, bytes)
      #expect(try run(path, print).rows.count == 1)
      let outer = try write("outer.zip", ArchiveBytes.zip([Entry(name, bytes)]))
      #expect(try run(outer, print).rows.count == 2)
    }
    let bare = try SignatureFixture(isInstalled: false)
    let path = try bare.directory.write("a.zip", bytes)
    #expect(try bare.run("identify", "--archives", path).lines.count == 3)
  }

  @Test("A name alone does not make a document of an archive")
  func copies() throws {
    let bare = try SignatureFixture(isInstalled: false)
    let packages = try bare.directory.write(
      "mime/packages/copy.xml",
      Array(
        """
        <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
        <mime-type type="application/x-copy"><glob pattern="*.copy"/></mime-type></mime-info>
        """.utf8))
    let path = try bare.directory.write("a.copy", ArchiveBytes.zip([Entry("a.pdf", Self.pdf)]))
    let run = try bare.run("identify", "--archives", "--registry", packages, path)
    #expect(run.lines.count == 2)
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
