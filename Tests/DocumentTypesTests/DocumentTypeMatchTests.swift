import Foundation
import Testing
import UTIDocumentTypes
import UniformTypes

/// A registry of the base and one Info.plist, which lives as long as the test.
private struct DeclaredTypes {
  let catalog: DocumentTypeCatalog

  init(_ entries: [[String: Any]], exported: [[String: Any]] = []) throws {
    let directory = FileManager.default.temporaryDirectory.appending(
      path: "document-types-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appending(path: "Info.plist")
    let root: [String: Any] = [
      "CFBundleIdentifier": "org.example.notes", "CFBundleDocumentTypes": entries,
      "UTExportedTypeDeclarations": exported,
    ]
    try PropertyListSerialization.data(fromPropertyList: root, format: .xml, options: 0)
      .write(to: file)
    catalog = DocumentTypeCatalog(
      registry: try TypeRegistry(
        RegistryConfiguration(
          environment: [:], includesInstalledDeclarations: false, files: [file.path],
          usesCache: false)))
  }

  func classes(for identifier: String) throws -> [String] {
    let type = try #require(catalog.registry.type(identifier, allowUndeclared: true))
    return catalog.matches(for: type).compactMap(\.documentType.className)
  }
}

private func entry(
  _ className: String?, _ types: [String], role: String? = "Editor", rank: String? = nil,
  key: String = "UIDocumentClass"
) -> [String: Any] {
  var entry: [String: Any] = ["CFBundleTypeName": "Kind", "LSItemContentTypes": types]
  entry[key] = className
  entry["CFBundleTypeRole"] = role
  entry["LSHandlerRank"] = rank
  return entry
}

@Suite struct DocumentTypeMatches {
  @Test func `B2: the exact type comes before its supertypes, the nearest of those first`() throws {
    let types = try DeclaredTypes([
      entry("Data", ["public.data"], rank: "Owner"), entry("Text", ["public.plain-text"]),
      entry("Swift", ["public.swift-source"], role: "Viewer", rank: "Alternate"),
    ])
    #expect(try types.classes(for: "public.swift-source") == ["Swift", "Text", "Data"])
    #expect(try types.classes(for: "public.png") == ["Data"])
    #expect(try types.classes(for: "public.folder") == [])
  }

  @Test func `B2: at one distance the role decides, then the rank, then the order`() throws {
    let png = ["public.png"]
    let types = try DeclaredTypes([
      entry("Shell", png, role: "Shell", rank: "Owner"),
      entry("Viewer", png, role: "viewer", rank: "Owner"),
      entry("Alternate", png, rank: "Alternate"),
      entry("First", png), entry("Second", png, rank: "default"),
      entry("Owner", png, rank: "OWNER"),
    ])
    #expect(
      try types.classes(for: "public.png")
        == ["Owner", "First", "Second", "Alternate", "Viewer", "Shell"])
  }

  @Test(
    arguments: [
      ("None", nil, "role None"), ("QLGenerator", nil, "role QLGenerator"),
      ("Importer", nil, "role is none"), ("Editor", "None", "rank None"),
      ("Editor", "Sometimes", "rank is none"),
    ] as [(String, String?, String)])
  func `B3: entries that do not open documents are skipped with a reason`(
    role: String, rank: String?, reason: String
  ) throws {
    let types = try DeclaredTypes([entry("Note", ["public.png"], role: role, rank: rank)])
    #expect(try types.classes(for: "public.png") == [])
    let png = try #require(types.catalog.registry.type("public.png"))
    let obstacle = try #require(
      types.catalog.obstructedMatches(for: png).first?.documentType.obstacle)
    #expect(obstacle.contains(reason))
  }

  @Test func `B4: legacy lists count only without content types`() throws {
    var both = entry("Both", ["public.png"])
    both["CFBundleTypeExtensions"] = ["jpg"]
    let legacy: [String: Any] = [
      "CFBundleTypeRole": "Editor", "NSDocumentClass": "Legacy",
      "CFBundleTypeExtensions": ["jpg", "zzunknown"], "CFBundleTypeMIMETypes": ["image/gif"],
    ]
    let types = try DeclaredTypes([both, legacy])
    #expect(try types.classes(for: "public.jpeg") == ["Legacy"])
    #expect(try types.classes(for: "com.compuserve.gif") == ["Legacy"])
    let unknown = try #require(types.catalog.registry.type(filenameExtension: "zzunknown"))
    #expect(try types.classes(for: unknown.identifier) == ["Legacy"])
  }

  @Test func `A legacy wildcard means all data, or all packages if the entry is for packages`()
    throws
  {
    func wildcard(_ name: String, isPackage: Bool) -> [String: Any] {
      [
        "CFBundleTypeRole": "Viewer", "NSDocumentClass": name, "CFBundleTypeExtensions": ["*"],
        "LSTypeIsPackage": isPackage,
      ]
    }
    let types = try DeclaredTypes([
      wildcard("Anything", isPackage: false), wildcard("Packages", isPackage: true),
    ])
    #expect(try types.classes(for: "public.png") == ["Anything"])
    #expect(try types.classes(for: "com.apple.rtfd") == ["Packages"])
  }

  @Test func `B5: UIDocumentClass comes before NSDocumentClass, and an empty name is none`() throws
  {
    var both = entry("Notes.Phone", ["public.png"])
    both["NSDocumentClass"] = "Notes.Desktop"
    let types = try DeclaredTypes([both, entry("", ["public.jpeg"])])
    #expect(types.catalog.documentTypes[0].classNames == ["Notes.Phone", "Notes.Desktop"])
    #expect(types.catalog.documentTypes[1].obstacle == "it names no class")
  }

  @Test func `B7: the default type is the first that an editor with a class declares`() throws {
    let types = try DeclaredTypes([
      entry("Viewer", ["public.png"], role: "Viewer"), entry(nil, ["public.gif"]),
      entry("Editor", ["public.jpeg", "public.tiff"]), entry("Later", ["public.rtf"]),
    ])
    #expect(types.catalog.defaultType?.identifier == "public.jpeg")
    #expect(try DeclaredTypes([]).catalog.defaultType == nil)
  }

  @Test func `B8: a class reads the types of all its entries and writes those it edits`() throws {
    var exporting = entry("Note", ["public.rtf"])
    exporting["NSExportableTypes"] = ["com.adobe.pdf"]
    let catalog = try DeclaredTypes([
      exporting, entry("Note", ["public.html"], role: "Viewer"), entry("Other", ["public.png"]),
    ]).catalog
    let isNote = { (name: String) in name == "Note" }
    #expect(
      catalog.readableTypes(where: isNote).map(\.identifier) == ["public.rtf", "public.html"])
    #expect(catalog.writableTypes(where: isNote).map(\.identifier) == ["public.rtf"])
    #expect(catalog.exportableTypes(where: isNote).map(\.identifier) == ["com.adobe.pdf"])
  }

  @Test func `B12: classes that only their order distinguishes are tied`() throws {
    let catalog = try DeclaredTypes([
      entry("A", ["public.png"]), entry("B", ["public.png"]), entry("C", ["public.image"]),
    ]).catalog
    let png = try #require(catalog.registry.type("public.png"))
    let matches = catalog.matches(for: png)
    #expect(matches.compactMap(\.documentType.className) == ["A", "B", "C"])
    #expect(matches[0].isTied(with: matches[1]))
    #expect(!matches[1].isTied(with: matches[2]))
  }
}
