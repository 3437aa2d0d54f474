import Foundation
import TestSupport
import Testing
import UTITypeDeclarations
import UTITypeDetection
import UniformTypeIdentifiers

@Suite("Types of files, and declarations of bundles")
struct ContentTests {
  @Test("come from the content if it is more specific than the name")
  func contents() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let url = directory.url.appendingPathComponent("picture")
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    try Data(signature + [0, 0, 0, 0x0D] + Array("IHDR".utf8) + Array(repeating: 0, count: 17))
      .write(to: url)
    #expect(try UTType(contentsOf: url) == .png)
    let verdict = try TypeRegistry.current.identify(url)
    #expect(verdict.contentType == .png && verdict.contentType.conforms(to: .image))
    #expect(try TypeRegistry.current.identify(url, by: .name).contentType == .data)
    #expect(throws: DetectionError.self) {
      try UTType(contentsOf: directory.url.appendingPathComponent("missing"))
    }
    #expect(throws: CocoaError.self) {
      try UTType(contentsOf: #require(URL(string: "https://example.org/a.png")))
    }
  }

  @Test("belong to the registry that found them")
  func registry() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let registry = try TypeRegistry.current.adding(bundle: try bundle(in: directory))
    let url = directory.url.appendingPathComponent("a.sketch-of-ours")
    let verdict = try registry.identify(url, by: .name)
    #expect(registry.type(of: verdict).identifier == "org.example.sketch")
    #expect(registry.type(of: verdict).isDeclared)
  }

  @Test("of a bundle are found among its property lists, and missing ones are an error")
  func bundles() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let registry = try TypeRegistry.current.adding(bundle: try bundle(in: directory))
    #expect(registry.type("org.example.sketch")?.isDeclared == true)
    let empty = directory.url.appendingPathComponent("empty.resources", isDirectory: true)
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
    let error = #expect(throws: DeclarationError.self) {
      try TypeRegistry.current.adding(bundle: try #require(Bundle(url: empty)))
    }
    #expect(error?.remedy.contains("resources:") == true)
  }

  private func bundle(in directory: TemporaryDirectory) throws -> Bundle {
    let url = directory.url.appendingPathComponent("App_Sketch.resources", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let declarations: [String: Any] = [
      "UTExportedTypeDeclarations": [
        [
          "UTTypeIdentifier": "org.example.sketch", "UTTypeConformsTo": ["public.data"],
          "UTTypeTagSpecification": ["public.filename-extension": ["sketch-of-ours"]],
        ]
      ]
    ]
    for (name, list) in [("Types.plist", declarations), ("Settings.plist", ["Size": 12])] {
      try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        .write(to: url.appendingPathComponent(name))
    }
    return try #require(Bundle(url: url))
  }

  @Test("need no permission of a sandbox and are in no cloud")
  func sandbox() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let url = directory.url
    #expect(url.startAccessingSecurityScopedResource())
    url.stopAccessingSecurityScopedResource()
    let manager = FileManager.default
    #expect(manager.ubiquityIdentityToken == nil)
    #expect(manager.url(forUbiquityContainerIdentifier: nil) == nil)
    #expect(!manager.isUbiquitousItem(at: url))
    #expect(throws: CocoaError.self) {
      try manager.setUbiquitous(true, itemAt: url, destinationURL: url)
    }
    #expect(throws: CocoaError.self) { try manager.startDownloadingUbiquitousItem(at: url) }
    #expect(throws: CocoaError.self) { try manager.evictUbiquitousItem(at: url) }
    let values = try url.promisedItemResourceValues(forKeys: [.isDirectoryKey])
    #expect(values.isDirectory == true && values.ubiquitousItemDownloadingStatus == nil)
    for name in ["", "..", "a/b", "a\0b"] {
      #expect(manager.containerURL(forSecurityApplicationGroupIdentifier: name) == nil)
    }
  }
}
