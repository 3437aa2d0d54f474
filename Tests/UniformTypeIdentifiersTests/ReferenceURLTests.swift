import Foundation
import TestSupport
import Testing
import UniformTypeIdentifiers

@Suite("The reference URL of a type")
struct ReferenceURLTests {
  @Test(
    "comes from its declaration",
    arguments: [
      ("https://example.org/format", "https://example.org/format"), ("http://[", nil), ("", nil),
    ])
  func referenceURL(declared: String, expected: String?) throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>UTExportedTypeDeclarations</key><array><dict>
        <key>UTTypeIdentifier</key><string>org.example.described</string>
        <key>UTTypeReferenceURL</key><string>\(declared)</string>
      </dict></array></dict></plist>
      """
    let file = try directory.write("described.plist", Array(text.utf8))
    let configuration = RegistryConfiguration(
      environment: [:], includesInstalledDeclarations: false, usesCache: false)
    let registry = try TypeRegistry(configuration).adding(file: file)
    let type = try #require(registry.type("org.example.described"))
    #expect(type.referenceURL == expected.flatMap { URL(string: $0) })
    #expect(UTTypeReference(type).referenceURL == type.referenceURL)
  }
}
