import Foundation
import Testing
import UniformTypeIdentifiers

@Suite("The address that describes a type")
struct ReferenceURLTests {
  @Test(
    "is the declaration's when it is one",
    arguments: [
      ("https://example.org/format", "https://example.org/format"), ("http://[", nil), ("", nil),
    ])
  func referenceURL(declared: String, expected: String?) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString + ".plist")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>UTExportedTypeDeclarations</key><array><dict>
        <key>UTTypeIdentifier</key><string>org.example.described</string>
        <key>UTTypeReferenceURL</key><string>\(declared)</string>
      </dict></array></dict></plist>
      """.utf8
    ).write(to: file)
    let configuration = RegistryConfiguration(
      environment: [:], includesInstalledDeclarations: false, usesCache: false)
    let registry = try TypeRegistry(configuration).adding(file: file.path)
    let type = try #require(registry.type("org.example.described"))
    #expect(type.referenceURL == expected.flatMap { URL(string: $0) })
    #expect(UTTypeReference(type).referenceURL == type.referenceURL)
  }
}
