import Foundation
import Testing
import UniformTypes

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

@Suite struct SavingNames {
  struct Row: Sendable, CustomTestStringConvertible {
    let rule: String
    let name: String
    let expected: String
    var filenameExtension = "txt"
    var saving: String? = "public.plain-text"
    var old: String? = "public.plain-text"
    var testDescription: String { "\(rule): \(name) -> \(expected)" }
  }

  static let rtf = "public.rtf"
  static let rtfd = "com.apple.rtfd"
  /// Its only extension is `tgz`; `*.tar.gz` is a pattern.
  static let tarGzip = "org.gnu.gnu-zip-tar-archive"
  static let rows = [
    Row(rule: "E4", name: "a", expected: "a.txt"),
    Row(rule: "E3", name: "a.txt", expected: "a.txt"),
    Row(rule: "E3", name: "a.TEXT", expected: "a.TEXT"),
    Row(rule: "E3", name: "v1.2", expected: "v1.2.txt"),
    Row(rule: "E3", name: ".profile", expected: ".profile.txt"),
    Row(rule: "E3", name: "a.", expected: "a..txt"),
    Row(rule: "E2", name: "a", expected: "a.note", filenameExtension: "note"),
    Row(rule: "E2", name: "a.NOTE", expected: "a.NOTE", filenameExtension: "note"),
    Row(rule: "E5", name: "a", expected: "a", filenameExtension: ""),
    Row(
      rule: "E3", name: "a.rtf", expected: "a.rtfd", filenameExtension: "rtfd", saving: rtfd,
      old: rtf),
    Row(
      rule: "E3", name: "v1.2.rtf", expected: "v1.2.rtfd", filenameExtension: "rtfd",
      saving: rtfd, old: rtf),
    Row(
      rule: "E3", name: "a.rtfd", expected: "a.rtfd", filenameExtension: "rtfd", saving: rtfd,
      old: rtf),
    Row(
      rule: "E3", name: "a.md", expected: "a.md.rtfd", filenameExtension: "rtfd", saving: rtfd,
      old: rtf),
    Row(
      rule: "E11", name: "a.tar.gz", expected: "a.tar.gz", filenameExtension: "tar.gz",
      saving: nil, old: nil),
    Row(
      rule: "E11", name: "a.tar", expected: "a.tar.tar.gz", filenameExtension: "tar.gz",
      saving: nil, old: nil),
    Row(
      rule: "E11", name: "a.tar.gz", expected: "a.tar.gz", filenameExtension: "tgz",
      saving: tarGzip, old: tarGzip),
    Row(
      rule: "E3", name: "a.TAR.GZ", expected: "a.TAR.GZ", filenameExtension: "tgz",
      saving: tarGzip, old: nil),
    Row(
      rule: "E3", name: "a.gz", expected: "a.gz.tgz", filenameExtension: "tgz", saving: tarGzip,
      old: tarGzip),
    Row(
      rule: "E3", name: "v1.2.tar.gz", expected: "v1.2.zip", filenameExtension: "zip",
      saving: "public.zip-archive", old: tarGzip),
    Row(
      rule: "E3", name: "a.tar.gz", expected: "a.tar.gz", filenameExtension: "archive",
      saving: "public.archive", old: nil),
    Row(rule: "E4", name: "Makefile", expected: "Makefile.txt"),
    Row(
      rule: "E12", name: String(repeating: "x", count: 255),
      expected: String(repeating: "x", count: 251) + ".txt"),
    Row(
      rule: "E12", name: String(repeating: "ü", count: 126),
      expected: String(repeating: "ü", count: 125) + ".txt"),
  ]

  @Test("The extension follows the saving type", arguments: rows)
  func rules(_ row: Row) {
    let naming = SavingName(
      filenameExtension: row.filenameExtension, savingType: row.saving, oldType: row.old,
      types: ItemTypes(registry: .current))
    #expect(naming.name(for: row.name) == row.expected)
  }

  @Test(
    "E11: an extension of two parts is one extension, also if it is a pattern",
    arguments: [
      ("a.tar.gz", tarGzip, "tar.gz"), ("a.TAR.gz", tarGzip, "TAR.gz"), ("a.tgz", tarGzip, "tgz"),
      ("v1.2.txt", "public.plain-text", "txt"), ("v1.2", "public.plain-text", "2"), ("a", rtf, ""),
    ])
  func extensions(_ name: String, _ type: String, _ expected: String) {
    let types = ItemTypes(registry: .current)
    #expect(types.filenameExtension(of: URL(filePath: "/d/" + name), ofType: type) == expected)
  }

  @Test("E7: an existing name gets a number before its extension, and stays short enough")
  func numbers() {
    #expect(SavingName.numbered("a.rtfd", 2, filenameExtension: "rtfd") == "a 2.rtfd")
    #expect(SavingName.numbered("a.tar.GZ", 3, filenameExtension: "tar.gz") == "a 3.tar.GZ")
    #expect(SavingName.numbered("a", 2, filenameExtension: "") == "a 2")
    let long = String(repeating: "x", count: 251) + ".txt"
    let numbered = SavingName.numbered(long, 12, filenameExtension: "txt")
    #expect(numbered.utf8.count == 255 && numbered.hasSuffix("x 12.txt"))
  }
}
