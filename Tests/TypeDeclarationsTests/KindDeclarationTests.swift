import Testing
import UTITypeDeclarations
import UTITypeGraph

@Suite("Kinds in property lists")
struct KindDeclarationTests {
  private func read(_ dictionary: String) throws -> DeclarationFile {
    let text =
      "<plist><dict><key>UTKindDeclarations</key><array>\(dictionary)</array></dict></plist>"
    return try DeclarationReader().read(
      Array(text.utf8),
      from: DeclarationSource(path: "kinds.plist", format: .propertyList, layer: .base))
  }

  private let whole = """
    <dict><key>UTTypeIdentifier</key><string>public.disk-image</string>
    <key>UTKindReason</key><string>Sectors of a disk.</string>
    <key>UTKindMIMETypes</key><array><string>application/x-disk</string></array>
    <key>UTKindGenericIcons</key><string>media-optical</string>
    <key>UTKindExceptions</key><array><string>text/plain</string></array></dict>
    """

  @Test("are read with all their statements")
  func reading() throws {
    let file = try read(whole)
    let kind = try #require(file.kinds.first)
    #expect(file.diagnostics.isEmpty && file.kinds.count == 1)
    #expect(kind.identifier.rawValue == "public.disk-image")
    #expect(kind.reason == "Sectors of a disk.")
    #expect(kind.mimeTypes.map(\.value.spelling) == ["application/x-disk"])
    #expect(kind.genericIcons.map(\.value) == ["media-optical"])
    #expect(kind.exceptions.map(\.value.spelling) == ["text/plain"])
  }

  @Test(
    "drop only wrong statements",
    arguments: [
      ("<dict><key>UTKindReason</key><string>x</string></dict>", "missing-identifier", 0),
      (
        "<dict><key>UTTypeIdentifier</key><string>public.a</string><key>UTKindMIMETypes</key>"
          + "<array><string>no name</string><string>a/b</string></array></dict>",
        "invalid-mime-name", 1
      ),
      (
        "<dict><key>UTTypeIdentifier</key><string>public.a</string><key>UTKindMIMETypez</key>"
          + "<string>a/b</string></dict>", "unknown-key", 1
      ),
    ])
  func faults(_ dictionary: String, rule: String, count: Int) throws {
    let file = try read(dictionary)
    #expect(file.diagnostics.map(\.rule) == [rule])
    #expect(file.kinds.count == count)
  }
}
