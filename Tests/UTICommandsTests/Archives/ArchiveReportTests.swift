import Foundation
import TestSupport
import Testing

@Suite("Reports in the columns of DROID and Siegfried")
struct ArchiveReportTests {
  /// A reader of comma-separated values by the names of their columns, as programs have them.
  private struct Table {
    let columns: [String]
    let rows: [[String: String]]

    init(_ text: String) throws {
      var records: [[String]] = []
      var record: [String] = []
      var field = ""
      var isQuoted = false
      var rest = Array(text.unicodeScalars)[...]
      while let scalar = rest.popFirst() {
        switch scalar {
        case "\"" where isQuoted && rest.first == "\"":
          field.unicodeScalars.append(rest.removeFirst())
        case "\"": isQuoted.toggle()
        case "," where !isQuoted:
          record.append(field)
          field = ""
        case "\n" where !isQuoted:
          records.append(record + [field])
          (record, field) = ([], "")
        default: field.unicodeScalars.append(scalar)
        }
      }
      #expect(field.isEmpty && record.isEmpty && !isQuoted)
      let columns = try #require(records.first)
      self.columns = columns
      rows = records.dropFirst().map { record in
        #expect(record.count == columns.count, "\(record)")
        return Dictionary(uniqueKeysWithValues: zip(columns, record))
      }
    }
  }

  private let fixture: SignatureFixture

  init() throws {
    fixture = try SignatureFixture()
    try fixture.directory.write("files/a, \"b\".pdf", Array("%PDF-1.4\n".utf8))
    try fixture.directory.write("files/c.acm", Array("ACME".utf8))
    try fixture.directory.write("files/d.app/note", Array("text\n".utf8))
    try fixture.directory.write("files/e.pdf", [0, 1, 2])
    try fixture.directory.write("files/f.wek", [0, 1, 2])
    try fixture.directory.write("files/g.txt", Array("%PDF-1.3".utf8))
  }

  private func table(_ format: String, _ arguments: String...) throws -> Table {
    let run = try Command.run(
      ["identify", "-r", "--format", format] + arguments
        + [fixture.path + "/files", fixture.path + "/missing"],
      environment: fixture.environment)
    #expect(run.status == 2)
    return try Table(run.output)
  }

  @Test("A report of DROID has its columns, a number for each item and a row for each format")
  func droid() throws {
    let table = try table("droid-csv")
    #expect(
      table.columns.joined(separator: ",")
        == "ID,PARENT_ID,URI,FILE_PATH,NAME,METHOD,STATUS,SIZE,TYPE,EXT,LAST_MODIFIED,"
        + "EXTENSION_MISMATCH,HASH,FORMAT_COUNT,PUID,MIME_TYPE,FORMAT_NAME,FORMAT_VERSION")
    func values(_ column: String) -> [String?] { table.rows.map { $0[column] } }
    #expect(values("ID") == ["1", "2", "2", "3", "4", "5", "6", "7"])
    #expect(
      values("PUID") == [
        "fmt/18", "fmt/9001", "fmt/9002", "x-fmt/111", "", "fmt/9003", "fmt/17", "",
      ])
    #expect(
      values("METHOD") == [
        "Signature", "Signature", "Signature", "Text", "", "Extension", "Signature", "",
      ])
    #expect(values("FORMAT_COUNT") == ["1", "2", "2", "1", "0", "1", "1", "0"])
    #expect(values("STATUS") == Array(repeating: "Done", count: 7) + ["Not found"])
    let first = table.rows[0]
    #expect(first["NAME"] == "a, \"b\".pdf")
    #expect(first["FILE_PATH"] == fixture.path + "/files/a, \"b\".pdf")
    #expect(first["URI"] == "file:" + fixture.path + "/files/a,%20%22b%22.pdf")
    #expect(first["SIZE"] == "9" && first["TYPE"] == "File" && first["EXT"] == "pdf")
    #expect(first["MIME_TYPE"] == "application/pdf" && first["FORMAT_VERSION"] == "1.4")
    #expect(table.rows[1]["FORMAT_NAME"] == "Acme, \"A\"")
    // A name without an extension is no mismatch there.
    #expect(
      values("EXTENSION_MISMATCH") == [
        "false", "false", "false", "false", "false", "false", "true", "false",
      ])
    #expect(first["LAST_MODIFIED"]?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) != nil)
  }

  @Test("DROID writes all fields in quotation marks, and Siegfried the fields that need them")
  func quotationMarks() throws {
    let path = try fixture.directory.write("files/ h.pdf", Array("%PDF-1.4\n".utf8))
    let droid = try fixture.run("identify", "--format", "droid-csv", "--no-header", path).lines
    #expect(droid[0].hasPrefix("\"1\",\"\",\"file:/"))
    #expect(droid[0].hasSuffix(",\"1\",\"fmt/18\",\"application/pdf\",\"Acrobat PDF 1.4\",\"1.4\""))
    let siegfried = try fixture.run("identify", "--format", "siegfried-csv", path).lines
    #expect(siegfried[1].hasPrefix(path + ",9,"))
    #expect(siegfried[1].hasSuffix(",\"extension match pdf; byte match at 0, 8\","))
  }

  @Test("A report of Siegfried has its columns and warnings")
  func siegfried() throws {
    let table = try table("siegfried-csv")
    #expect(
      table.columns.joined(separator: ",")
        == "filename,filesize,modified,errors,namespace,id,format,version,mime,class,basis,warning")
    func values(_ column: String) -> [String?] { table.rows.map { $0[column] } }
    #expect(
      values("id") == [
        "fmt/18", "fmt/9001", "fmt/9002", "x-fmt/111", "UNKNOWN", "fmt/9003", "fmt/17", "",
      ])
    #expect(
      values("warning") == [
        "", "", "", "match on text only; extension mismatch",
        "no match; possibilities based on extension are fmt/17, fmt/18", "match on extension only",
        "extension mismatch", "",
      ])
    #expect(table.rows[0]["basis"] == "extension match pdf; byte match at 0, 8")
    #expect(table.rows[7]["errors"]?.contains("No such file") == true)
    #expect(table.rows[0]["modified"]?.hasSuffix("Z") == true)
  }

  @Test("A digest has a column with the name that these programs use")
  func digests() throws {
    let sum = "9a0364b9e99bb480dd25e1f0284c8555"
    let path = try fixture.directory.write("abc", Array("content".utf8))
    let droid = try Table(
      try fixture.run("identify", "--format", "droid-csv", "--print", "md5", path).output)
    #expect(droid.rows[0]["MD5_HASH"] == sum)
    let siegfried = try Table(
      try fixture.run("identify", "--format", "siegfried-csv", "--print", "md5", path).output)
    #expect(siegfried.rows[0]["md5"] == sum)
    #expect(siegfried.columns[4] == "md5")
    let crc = try Table(
      try fixture.run("identify", "--format", "siegfried-csv", "--print", "crc32", path).output)
    #expect(crc.columns[4] == "crc")
  }

  @Test(
    "A field that begins a formula is defused on request only",
    arguments: [("droid-csv", "NAME"), ("siegfried-csv", "filename")])
  func formulas(format: String, column: String) throws {
    let path = try fixture.directory.write("=1+1", Array("content".utf8))
    for (options, start) in [([], "="), (["--no-formulas"], "'=")] {
      let script = #"cd "$1" && shift && "$0" identify "$@" =1+1"#
      let run = try TestProgram.run(
        ["bash", "-c", script, Command.executable.path, fixture.path, "--format", format] + options,
        environment: fixture.environment)
      let table = try Table(run.output + "\n")
      #expect(table.rows[0][column] == start + "1+1", "\(path)")
    }
  }

  @Test(
    "Other columns are refused",
    arguments: [
      ["--print", "path"], ["--print", "md5,sha1"], ["--print", "crc32"], ["--brief"],
      ["--mime-type"], ["--provenance"], ["--by", "name"], ["-0"],
    ])
  func faults(arguments: [String]) throws {
    let run = try Command.run(
      ["identify", "--format", "droid-csv"] + arguments + ["a"], environment: fixture.environment)
    #expect(run.status == 64)
  }

  @Test(
    "A list of paths and --resume give the same rows",
    arguments: ["droid-csv", "siegfried-csv"])
  func resuming(format: String) throws {
    let names = ["c.acm", "e.pdf", "g.txt", "missing"]
    let lines = (0..<3000).map { fixture.path + "/files/" + names[$0 % names.count] }
    let list = try fixture.directory.write(
      "list", Array((lines.joined(separator: "\n") + "\n").utf8))
    let whole = try fixture.run("identify", "--files-from", list, "--format", format)
    #expect(whole.status == 2)
    let output = fixture.path + "/report.csv"
    let first = try fixture.run(
      "identify", "--resume", output, "--files-from", list, "--format", format)
    #expect(first.status == 2)
    #expect(try String(contentsOfFile: output, encoding: .utf8) == whole.output)
    #expect(try Table(whole.output).rows.count == 3750)
  }

  @Test("Without signatures a report is an error with a remedy")
  func missing() throws {
    let bare = try SignatureFixture(isInstalled: false)
    let run = try bare.run("identify", "--format", "siegfried-csv", bare.path)
    #expect(run.status == 66)
    #expect(run.output.isEmpty && run.errors.contains("uti install"))
  }
}
