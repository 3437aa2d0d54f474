import DeclarationTestSupport
import Foundation
import TestSupport
import Testing
import UTIDeclarationTools
import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph

@Suite("Writers")
struct WriterTests {
  @Test("the shipped property lists are written unchanged, except comments")
  func registryLayout() throws {
    for path in try RegistryFiles.paths("types", suffix: ".plist") {
      let written = PropertyListWriter.bytes(of: try RegistryFiles.read(path))
      let text = try String(contentsOfFile: path, encoding: .utf8)
        .replacing(/[ \t]*<!--(?s:.*?)-->\n/, with: "")
      // Identifiers are written in lower case.
      let lines = zip(
        String(decoding: written, as: UTF8.self).lowercased().split(separator: "\n"),
        text.lowercased().split(separator: "\n"))
      let difference = lines.enumerated().first { $0.element.0 != $0.element.1 }
      #expect(difference == nil, "\(path)")
      #expect(written.count == text.utf8.count, "\(path)")
    }
  }

  @Test(
    "a property list reads back as the same declarations",
    arguments: ["editor.plist", "values.plist"])
  func propertyListReadsBack(name: String) throws {
    let file = try DeclarationReader().read(
      try fixture(name), from: source(.propertyList, path: name))
    let again = try readPropertyList(bytes: PropertyListWriter.bytes(of: file))
    #expect(again.types.map(unplaced) == file.types.map(unplaced))
    #expect(again.documentTypes.map(unplaced) == file.documentTypes.map(unplaced))
    #expect(again.source.bundleIdentifier == file.source.bundleIdentifier)
    #expect(PropertyListWriter.bytes(of: again) == PropertyListWriter.bytes(of: file))
  }

  @Test("a package reads back as the same declarations, without findings")
  func packageReadsBack() throws {
    var files = try RegistryFiles.detection()
    files.append(
      try DeclarationReader().read(try fixture("package.xml"), from: source(.sharedMIMEInfo)))
    if let corpora = Corpora.directory {
      files.append(
        try DeclarationReader().read(
          source(.sharedMIMEInfo, path: corpora + "/xdg/mime/packages/freedesktop.org.xml")))
    }
    for file in files {
      let bytes = SharedMIMEInfoWriter.bytes(of: file)
      let again = try readPackage(bytes: bytes)
      #expect(again.mimeTypes.map(unplaced) == file.mimeTypes.map(unplaced), "\(file.source.path)")
      #expect(again.diagnostics.map(\.description) == [])
      #expect(SharedMIMEInfoWriter.bytes(of: again) == bytes)
    }
  }

  @Test("hostile text stays text in both formats")
  func hostileText() throws {
    let text = "a < b & \"c\" ]]> 'd'\té 🜨 <!-- -->\r\nnext"
    let file = try readType(
      """
      <key>UTTypeIdentifier</key><string>com.example.x</string>
      <key>UTTypeTagSpecification</key><dict><key>com.example."class" &lt;</key><string>v</string></dict>
      """)
    var type = try #require(file.types.first)
    type.description = text
    type.referenceURL = text
    type.iconFiles = [text]
    type.tags.append(Located(Tag(tagClass: .pasteboardType, value: text), at: type.position))
    let plist = DeclarationFile(source: source(.propertyList), types: [type])
    let again = try readPropertyList(bytes: PropertyListWriter.bytes(of: plist))
    #expect(again.types.map(unplaced) == [unplaced(type)])

    let package = DeclarationConverter().sharedMIMEInfo(from: [plist])
    #expect(package.losses == [])
    let read = try readPackage(bytes: SharedMIMEInfoWriter.bytes(of: package.file))
    #expect(read.diagnostics.map(\.description) == [])
    let back = DeclarationConverter().propertyList(from: [read])
    #expect(back.file.types.map(unplaced) == [unplaced(type)])
  }

  @Test(
    "an element of another vocabulary keeps its namespaces inside of a package",
    arguments: [
      "<plain xmlns=''/>", "<plain xmlns=''><a>b</a></plain>", "<x:a><plain xmlns=''/></x:a>",
      "<a xmlns='urn:a'><b xmlns=''/></a>", "<x:a y='&gt; xmlns=&quot;'><b xmlns=''/> &lt;c </x:a>",
      "<x:a><b xmlns='urn:b'/></x:a>",
    ])
  func foreignElements(element: String) throws {
    let file = try readMIMEType(element)
    let again = try readPackage(bytes: SharedMIMEInfoWriter.bytes(of: file))
    #expect(file.mimeTypes.flatMap(\.foreignElements).count == 1)
    #expect(again.mimeTypes.map(unplaced) == file.mimeTypes.map(unplaced))
    #expect(again.diagnostics.map(\.description) == [])
  }

  @Test("every byte, width and order of a magic value survives")
  func magicValues() throws {
    let place = SourcePosition(line: 1, column: 1)
    let all = Array(UInt8.min...UInt8.max)
    var matches = [
      MagicMatch(type: .string, offsets: 0...0, value: all, position: place),
      // Digits after an escape, a final backslash, quotes and leading blanks.
      MagicMatch(
        type: .string, offsets: 3...9, value: [0x01] + Array("8f\" <&'\t\\".utf8),
        mask: [0xFF, 0x0F] + Array(repeating: 0, count: 8), position: place),
      MagicMatch(type: .string, offsets: 0...0, value: Array("  x ".utf8), position: place),
      // A number that is wider than its type says.
      MagicMatch(type: .big16, offsets: 0...0, value: [1, 2, 3], position: place),
    ]
    for type in MagicMatch.ValueType.allCases where type != .string {
      let width = type == .byte ? 1 : type.rawValue.hasSuffix("16") ? 2 : 4
      let value = [UInt8]([0x12, 0xAB, 0x00, 0xFE].prefix(width))
      matches.append(
        MagicMatch(
          type: type, offsets: 5...70000, value: value,
          mask: Array([0xF0, 0x0F, 0xFF, 0x01].prefix(width)),
          children: [MagicMatch(type: type, offsets: 1...1, value: value, position: place)],
          position: place))
    }
    var type = MIMETypeDeclaration(name: try #require(MIMEName("a/b")), position: place)
    type.magic = matches.map { MagicRule(priority: 0, matches: [$0], position: place) }
    let file = DeclarationFile(source: source(.sharedMIMEInfo), mimeTypes: [type])
    let again = try readPackage(bytes: SharedMIMEInfoWriter.bytes(of: file))
    matches[3].type = .string
    #expect(again.mimeTypes.flatMap(\.magic).flatMap(\.matches).map(unplaced) == matches)
    #expect(again.mimeTypes.flatMap(\.magic).allSatisfy { $0.priority == 0 })
  }
}
