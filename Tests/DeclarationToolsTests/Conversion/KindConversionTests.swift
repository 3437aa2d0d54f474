import DeclarationTestSupport
import Testing
import UTIDeclarationTools
import UTITypeDeclarations
import UTITypeGraph

@Suite("Kinds in conversions")
struct KindConversionTests {
  private func file() throws -> DeclarationFile {
    try readPropertyList(
      """
      <key>UTKindDeclarations</key><array>
      <dict><key>UTTypeIdentifier</key><string>public.disk-image</string>
      <key>UTKindReason</key><string>Sectors of a disk.</string>
      <key>UTKindMIMETypes</key><array><string>application/x-disk</string></array>
      <key>UTKindGenericIcons</key><string>media-optical</string>
      <key>UTKindExceptions</key><array><string>text/plain</string></array></dict></array>
      """)
  }

  @Test("are written as they are read")
  func writing() throws {
    let file = try file()
    let again = try DeclarationReader().read(PropertyListWriter.bytes(of: file), from: file.source)
    let kind = try #require(again.kinds.first)
    #expect(kind.mimeTypes.map(\.value) == file.kinds.first?.mimeTypes.map(\.value))
    #expect(kind.genericIcons.map(\.value) == file.kinds.first?.genericIcons.map(\.value))
    #expect(kind.exceptions.map(\.value) == file.kinds.first?.exceptions.map(\.value))
    #expect(kind.reason == "Sectors of a disk.")
  }

  @Test("are reported as lost in a shared-mime-info package, and kept in a property list")
  func conversion() throws {
    let file = try file()
    let package = DeclarationConverter().sharedMIMEInfo(from: [file])
    #expect(package.losses.map(\.statement) == [.kind])
    #expect(DeclarationConverter().propertyList(from: [file]).file.kinds == file.kinds)
  }
}
