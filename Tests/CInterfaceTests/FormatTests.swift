import CUniformTypes
import TestSupport
import Testing

@testable import UTICInterface

@Suite("Formats in the C interface") struct FormatTests {
  private static let folder = RepositoryFiles.path("Tests/CLibrary")

  @Test("Signature files of DROID are read, and a container decides by its entries")
  func signatureFiles() throws {
    let signatures = try #require(
      utype_open_signatures(
        Self.folder + "/signatures.xml", Self.folder + "/containers.xml", nil))
    let bytes = Array("ACME..\u{11}".utf8)
    let formats = try #require(
      utype_formats_of_bytes(signatures, bytes, bytes.count, UInt64(bytes.count), "a.txt", -1, nil))
    utype_signatures_free(signatures)
    #expect(utype_formats_count(formats) == 2)
    #expect(utype_formats_extension_mismatch(formats) == 1)
    #expect(utype_formats_is_bounded(formats) == 0)
    var format = utype_format()
    #expect(utype_formats_item(formats, 1, &format) == 1)
    #expect(String(cString: format.puid) == "fmt/9002")
    #expect(String(cString: format.version) == "2")
    #expect(utype_formats_item(formats, 2, &format) == 0)
    #expect(utype_formats_item(formats, 1, nil) == 0)
    utype_formats_free(formats)
  }

  @Test(
    "A file of another kind is refused with its name",
    arguments: [
      ("/containers.xml", nil, "has no formats"),
      ("/signatures.xml", "/signatures.xml", "not a container signature file"),
      ("/note.plist", nil, "FFSignatureFile"), ("/absent", nil, "cannot be read"),
    ] as [(String, String?, String)])
  func otherFiles(path: String, containers: String?, message: String) {
    var error = utype_error()
    let opened = utype_open_signatures(
      Self.folder + path, containers.map { Self.folder + $0 }, &error)
    #expect(opened == nil)
    let text = withUnsafeBytes(of: error) { bytes in
      String(decoding: bytes.dropFirst(8).prefix { $0 != 0 }, as: UTF8.self)
    }
    #expect(text.contains(message))
    #expect(text.hasPrefix(Self.folder))
  }
}
