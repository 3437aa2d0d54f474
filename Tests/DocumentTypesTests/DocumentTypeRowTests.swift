import Foundation
import Testing
import UniformTypes

@testable import UTIDocumentTypes

/// Details of the catalog that decide among entries of one class or type.
@Suite struct DocumentTypeRows {
  private func catalog(_ entries: [[String: Any]]) throws -> DocumentTypeCatalog {
    let directory = FileManager.default.temporaryDirectory.appending(
      path: "document-rows-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appending(path: "Info.plist")
    let root: [String: Any] = [
      "CFBundleIdentifier": "org.example.rows", "CFBundleDocumentTypes": entries,
    ]
    try PropertyListSerialization.data(fromPropertyList: root, format: .xml, options: 0)
      .write(to: file)
    return DocumentTypeCatalog(
      registry: try TypeRegistry(
        RegistryConfiguration(
          environment: [:], includesInstalledDeclarations: false, files: [file.path],
          usesCache: false)))
  }

  private func entry(
    _ className: String, _ types: [String], role: String = "Editor", exports: [String] = []
  ) -> [String: Any] {
    [
      "CFBundleTypeName": "Kind", "LSItemContentTypes": types, "UIDocumentClass": className,
      "CFBundleTypeRole": role, "NSExportableTypes": exports,
    ]
  }

  @Test func `Of two entries with one name the first is found, and entries are numbered`() throws {
    let catalog = try catalog([
      entry("A", ["public.png"]), entry("B", ["public.png"]), entry("C", ["public.png"]),
    ])
    #expect(catalog.documentType(named: "Kind")?.className == "A")
    #expect(catalog.documentType(named: "None") == nil)
    #expect(catalog.documentTypes.map(\.entryIndex) == [0, 1, 2])
  }

  @Test(arguments: [["public.png", "public.data"], ["public.data", "public.png"]])
  func `An entry opens a document as the nearest of its types, at its distance`(
    types: [String]
  ) throws {
    let catalog = try catalog([entry("A", types)])
    let png = try #require(catalog.registry.type("public.png"))
    let match = try #require(catalog.matches(for: png).first)
    #expect(match.contentType == png && match.distance == 0)
    let image = try #require(catalog.registry.type("public.jpeg"))
    let other = try #require(catalog.matches(for: image).first)
    #expect(other.contentType.identifier == "public.data" && other.distance > 1)
  }

  @Test func `Types that nothing declares are types of an entry too`() throws {
    let catalog = try catalog([entry("A", ["org.example.none"], exports: ["org.example.other"])])
    let entry = try #require(catalog.documentTypes.first)
    #expect(entry.contentTypes.map(\.identifier) == ["org.example.none"])
    #expect(entry.exportableTypes.map(\.identifier) == ["org.example.other"])
  }

  @Test func `A class exports no types of other classes, nor of entries that open nothing`() throws
  {
    let catalog = try catalog([
      entry("A", ["public.png"], exports: ["com.adobe.pdf"]),
      entry("A", ["public.png"], role: "None", exports: ["public.rtf"]),
      entry("B", ["public.png"], exports: ["public.html"]),
      entry("A", ["public.png"], exports: ["com.adobe.pdf", "public.jpeg"]),
    ])
    #expect(
      catalog.exportableTypes { $0 == "A" }.map(\.identifier) == ["com.adobe.pdf", "public.jpeg"])
  }

  @Test(arguments: [("rtfd", 1), ("png", 0), ("no-such-extension", 0)] as [(String, Int32)])
  func `Only extensions of declared packages are packages for coordination`(
    name: String, answer: Int32
  ) {
    let bytes = Array(name.utf8)
    #expect(isPackageExtension(bytes, bytes.count) == answer)
  }
}
