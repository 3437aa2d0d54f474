import Foundation
import TestSupport
import Testing

@Suite("Two releases of signatures in uti diff, and signature files in uti convert")
struct ReleaseComparisonTests {
  private let fixture: SignatureFixture
  private let old: String
  private let new: String

  /// The later release lacks fmt/17, has fmt/1000, and changes fmt/18 and the signature of x-fmt/263.
  init() throws {
    fixture = try SignatureFixture(isInstalled: false)
    old = fixture.path + "/signatures.xml"
    let text = SignatureFixture.binary(release: 8)
      .replacingOccurrences(of: "PUID=\"fmt/17\"", with: "PUID=\"fmt/1000\"")
      .replacingOccurrences(of: "Acrobat PDF 1.4\"", with: "PDF 1.4\"")
      .replacingOccurrences(of: "<Sequence>504B0304<", with: "<Sequence>504B[03:05]{2-*}04<")
    new = try fixture.directory.write("new.xml", Array(text.utf8))
  }

  @Test("Added, removed and changed formats are listed, with the statements that differ")
  func formats() throws {
    let run = try fixture.run("diff", old, new)
    #expect(run.status == 1, "\(run.errors)")
    #expect(
      run.lines == [
        "- fmt/17  Acrobat PDF 1.3 1.3", "~ fmt/18  PDF 1.4 1.4", "    name",
        "      - Acrobat PDF 1.4", "      + PDF 1.4", "+ fmt/1000  Acrobat PDF 1.3 1.3",
        "~ x-fmt/263  ZIP Format", "    signatures", "      - BOF 504B0304",
        "      + BOF 504B[03:05]{2-*}04",
      ])
    let table = try fixture.run("diff", "--format", "tsv", old, new).lines
    #expect(table.contains("added\tfmt/1000\textensions\t+\tpdf"))
    #expect(table.contains("removed\tfmt/17\tversion\t-\t1.3"))
    #expect(table.contains("changed\tx-fmt/263\tsignatures\t+\tBOF 504B[03:05]{2-*}04"))
    let records = try fixture.run("diff", "--format", "jsonl", old, new).objects()
    #expect(
      records.map { $0["format"] as? String } == ["fmt/17", "fmt/18", "fmt/1000", "x-fmt/263"])
    #expect(records.map { $0["change"] as? String } == ["removed", "changed", "added", "changed"])
    #expect(records[3]["version"] is NSNull && records[0]["version"] as? String == "1.3")
    let same = try fixture.run("diff", old, old)
    #expect(same.status == 0 && same.output.isEmpty)
  }

  @Test("Container signature files are compared by their entries")
  func containers() throws {
    let text = SignatureFixture.containers.replacingOccurrences(
      of: "<Path>mimetype</Path>", with: "<Path>content.xml</Path>")
    let path = try fixture.directory.write("later.xml", Array(text.utf8))
    let run = try fixture.run("diff", fixture.path + "/containers.xml", path)
    #expect(
      run.lines == [
        "~ fmt/9002  A document", "    signatures", "      - ZIP mimetype",
        "      + ZIP content.xml",
      ])
  }

  @Test("Other inputs are refused, with the place of an error")
  func errors() throws {
    let cut = try fixture.directory.write(
      "cut.xml", Array(SignatureFixture.binary(release: 8).dropLast(40).utf8))
    let broken = try fixture.run("diff", old, cut)
    #expect(broken.status == 65)
    #expect(
      broken.errors.firstMatch(of: /cut\.xml:\d+:\d+: error:/) != nil, "\(broken.errors)")
    let mixed = try fixture.run("diff", old, fixture.path + "/containers.xml")
    #expect(mixed.status == 65)
    #expect(mixed.errors.contains("compare two of one kind"))
    let other = try fixture.directory.write("other.plist", Array("{}".utf8))
    let plist = try fixture.run("diff", old, other)
    #expect(plist.status == 65)
    #expect(plist.errors.contains("other.plist: not a signature file of PRONOM"))
  }

  @Test("A signature file cannot be converted, because it declares no types")
  func conversion() throws {
    let run = try fixture.run("convert", "--to", "plist", old)
    #expect(run.status == 65 && run.output.isEmpty)
    #expect(run.errors.contains("declares no types; uti diff compares two"))
  }
}
