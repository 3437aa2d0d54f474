import CUniformTypes
import Glibc
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

  @Test("A descriptor that cannot be read is an error, and so is a call without signatures")
  func unreadable() throws {
    let signatures = try #require(utype_open_signatures(Self.folder + "/signatures.xml", nil, nil))
    defer { utype_signatures_free(signatures) }
    let path = Self.folder + "/signatures.xml"
    for flags in [O_WRONLY, 0o10_000_000] {
      let folder = try TemporaryDirectory()
      let copy = try folder.write("a.xml", [65, 66])
      let descriptor = open(copy, flags)
      #expect(descriptor >= 0)
      defer { close(descriptor) }
      var error = utype_error()
      #expect(utype_formats_of_descriptor(signatures, descriptor, nil, 0, &error) == nil)
      #expect(error.system_error == EBADF)
    }
    var error = utype_error()
    #expect(utype_formats_of_path(nil, path, 0, &error) == nil)
    #expect(Self.message(error).hasPrefix("the argument signatures is NULL"))
  }

  private static func message(_ error: utype_error) -> String {
    withUnsafeBytes(of: error) { bytes in
      String(decoding: bytes.dropFirst(8).prefix { $0 != 0 }, as: UTF8.self)
    }
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
    let text = Self.message(error)
    #expect(text.contains(message))
    #expect(text.hasPrefix(Self.folder))
  }
}
