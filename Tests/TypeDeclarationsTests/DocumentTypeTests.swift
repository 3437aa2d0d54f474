import DeclarationTestSupport
import Testing
import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph

private func readDocumentType(
  _ content: String, variables: [String: String] = [:]
) throws -> DeclarationFile {
  try readPropertyList(
    "<key>CFBundleDocumentTypes</key><array><dict>\(content)</dict></array>", variables: variables)
}

@Suite("Document types")
struct DocumentTypeTests {
  @Test("are read with every key")
  func everyKey() throws {
    let file = try DeclarationReader(buildVariables: ["PRODUCT_MODULE_NAME": "Editor"]).read(
      try fixture("editor.plist"), from: source(.propertyList))
    let note = try #require(file.documentTypes.first)
    #expect(file.documentTypes.count == 2)
    #expect(note.name == "Note")
    #expect(note.position.line == 52)
    #expect(note.role == "Editor")
    #expect(note.handlerRank == "Owner")
    #expect(note.contentTypes.map(\.value.rawValue) == ["com.example.editor.note"])
    #expect(note.documentClass == "Editor.NoteDocument")
    #expect(note.userInterfaceDocumentClass == "Editor.NoteDocument")
    #expect(note.exportableTypes.map(\.value.rawValue) == ["public.plain-text"])
    #expect(note.iconFiles == ["note.icns"])
    #expect(
      note.otherValues == ["NSPersistentStoreTypeKey": "SQLite", "NSIsRelatedItemType": "true"])
    #expect(!note.isPackage)
    #expect(!note.isDefault)
    let album = try #require(file.documentTypes.last)
    #expect(
      album.tags.map(\.value) == [
        Tag(tagClass: .filenameExtension, value: "album"),
        Tag(tagClass: .filenameExtension, value: "*"),
        Tag(tagClass: .mimeType, value: "application/x-example-album"),
        Tag(tagClass: .osType, value: "****"),
      ])
    #expect(album.isPackage)
    #expect(album.isDefault)
    #expect(album.role == nil)
    #expect(album.handlerRank == nil)
  }

  @Test("ignore extensions beside content types, and report it")
  func legacyTags() throws {
    let file = try readDocumentType(
      "<key>LSItemContentTypes</key><array><string>public.text</string></array>"
        + "<key>CFBundleTypeExtensions</key><array><string>txt</string></array>")
    #expect(file.documentTypes.first?.tags == [])
    #expect(findings(file) == ["note ignored-tags 5"])
    let empty = try readDocumentType(
      "<key>LSItemContentTypes</key><array/>"
        + "<key>CFBundleTypeExtensions</key><array><string>txt</string></array>")
    #expect(empty.documentTypes.first?.tags.map(\.value.value) == ["txt"])
    #expect(empty.diagnostics.isEmpty)
  }

  @Test(
    "take booleans as integers and as texts",
    arguments: [
      ("<true/>", true, 0), ("<false/>", false, 0), ("<integer>1</integer>", true, 0),
      ("<integer>0</integer>", false, 0), ("<string>YES</string>", true, 0),
      ("<string>no</string>", false, 0), ("<string>True</string>", true, 0),
      ("<string>maybe</string>", false, 1), ("<integer>5</integer>", false, 1),
      ("<dict/>", false, 1),
    ])
  func booleans(value: String, expected: Bool, findingCount: Int) throws {
    let file = try readDocumentType("<key>LSTypeIsPackage</key>" + value)
    #expect(file.documentTypes.first?.isPackage == expected)
    #expect(file.diagnostics.count == findingCount)
  }

  @Test(
    "report unknown keys and keep the rest",
    arguments: [
      ("<key>CFBundleTypeRole</key><string>editor</string>", []),
      ("<key>CFBundleTypeRole</key><string>Reader</string>", ["warning unknown-word 5"]),
      ("<key>LSHandlerRank</key><string>First</string>", ["warning unknown-word 5"]),
      ("<key>LSHandlerRank</key><integer>1</integer>", ["error wrong-value-type 5"]),
      ("<key>LSItemContentType</key><string>public.text</string>", ["warning unknown-key 5"]),
      ("<key>CFBundleTypeExtension</key><string>txt</string>", ["warning unknown-key 5"]),
      (
        "<key>CFBundleTypeExtensions</key><array><string>.txt</string></array>",
        ["warning extension-with-dot 5"]
      ),
      (
        "<key>LSItemContentTypes</key><array><string>a_b</string></array>",
        ["error invalid-identifier 5"]
      ),
      ("<key>LSItemContentTypes</key><string>dyn.ah62d4rv4ge80k5pwsu</string>", []),
      ("<key>NSDocumentClass</key><string/>", []),
      ("<key>CFBundleTypeIconSystemGenerated</key><integer>1</integer>", []),
      ("<key>MyOwnKey</key><dict/>", []),
    ])
  func oneByOne(content: String, expected: [String]) throws {
    let file = try readDocumentType("<key>CFBundleTypeName</key><string>Text</string>" + content)
    #expect(file.documentTypes.map(\.name) == ["Text"])
    #expect(findings(file) == expected)
  }
}

@Suite("Build variables")
struct BuildVariableTests {
  private static let variables = [
    "NAME": "Paint Box", "EMPTY": "", "MODULE": "PaintBox", "SELF": "$(NAME)",
  ]

  @Test(
    "are replaced if they have a value",
    arguments: [
      ("$(MODULE).Document", "PaintBox.Document"),
      ("${MODULE}.Document", "PaintBox.Document"),
      ("$(MODULE)$(MODULE)", "PaintBoxPaintBox"),
      ("$(NAME:rfc1034identifier)", "Paint-Box"),
      ("$(NAME:c99extidentifier)", "Paint_Box"),
      ("$(NAME:identifier)", "Paint_Box"),
      ("$(NAME:lower)", "paint box"),
      ("$(NAME:upper:rfc1034identifier)", "PAINT-BOX"),
      ("$(GONE:default=Draw)", "Draw"),
      ("$(EMPTY:default=Draw)", "Draw"),
      ("$(EMPTY).x", ".x"),
      ("$(SELF)", "$(NAME)"),
      ("$(GONE).Document", "$(GONE).Document"),
      ("$(NAME:sparkle)", "$(NAME:sparkle)"),
      ("$(MODULE", "$(MODULE"),
      ("$MODULE", "$MODULE"),
      ("100 $", "100 $"),
      ("$$(MODULE)", "$PaintBox"),
      ("$()", "$()"),
    ])
  func substitution(text: String, expected: String) throws {
    let file = try readDocumentType(
      "<key>NSDocumentClass</key><string>\(text)</string>", variables: Self.variables)
    #expect(file.documentTypes.first?.documentClass == expected)
    #expect(file.diagnostics.isEmpty)
  }

  @Test("make identifiers")
  func identifiers() throws {
    let file = try readType(
      "<key>UTTypeIdentifier</key><string>com.example.$(NAME:rfc1034identifier)</string>",
      variables: Self.variables)
    #expect(file.types.map(\.identifier.rawValue) == ["com.example.paint-box"])
  }

  @Test(
    "determine the owner of the declarations",
    arguments: [
      ("com.example.$(MODULE)", "com.example.PaintBox"), ("com.example.$(GONE)", nil), ("", nil),
      (" com.example.a ", "com.example.a"),
    ])
  func bundleIdentifier(text: String, expected: String?) throws {
    let file = try readPropertyList(
      "<key>CFBundleIdentifier</key><string>\(text)</string>", variables: Self.variables)
    #expect(file.source.bundleIdentifier == expected)
  }

  @Test("keep a bundle identifier that the caller passes")
  func givenBundleIdentifier() throws {
    let given = DeclarationSource(
      path: "Info.plist", format: .propertyList, layer: .program, bundleIdentifier: "org.given")
    let file = try DeclarationReader().read(try fixture("editor.plist"), from: given)
    #expect(file.source.bundleIdentifier == "org.given")
  }
}
