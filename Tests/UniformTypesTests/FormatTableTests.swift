import Testing
import UTITypeGraph
import UniformTypes

@Suite("The table of PRONOM's formats")
struct FormatTableTests {
  private static let puid = UTTagClass(rawValue: "org.nationalarchives.puid")

  @Test("A type can be made from a format, and has the format as a tag")
  func types() throws {
    let type = try #require(UTType(tag: "fmt/18", tagClass: Self.puid, conformingTo: nil))
    #expect(type.identifier == "com.adobe.pdf")
    #expect(type.tags[Self.puid]?.contains("fmt/18") == true)
    let tiff = UTType.types(tag: "fmt/353", tagClass: Self.puid, conformingTo: .image)
    #expect(tiff.map(\.identifier) == ["public.tiff"])
    #expect(UTType(tag: "fmt/353", tagClass: Self.puid, conformingTo: .audio)?.isDynamic == true)
    #expect(UTType(tag: "fmt/1", tagClass: Self.puid, conformingTo: nil)?.isDynamic == true)
    #expect(UTType.png.tags[Self.puid] == nil)
  }

  @Test("A format is its type or a version of it")
  func relations() {
    #expect(FormatTable.type(ofFormat: "fmt/353")?.relation == .same)
    #expect(FormatTable.type(ofFormat: "fmt/18")?.relation == .version)
    let pdf = FormatTable.formats(of: TypeIdentifier(canonical: "com.adobe.pdf"))
    #expect(pdf.contains { $0.puid == "fmt/18" && $0.relation == .version })
  }

  @Test("Each type of the table is in the package's registry")
  func registry() throws {
    let registry = try TypeRegistry.base()
    let numbers = (1...2100).flatMap { ["fmt/\($0)", "x-fmt/\($0)"] }
    let rows = numbers.compactMap { FormatTable.type(ofFormat: $0) }
    #expect(rows.count > 300)
    for row in rows {
      let type = try #require(registry.type(row.identifier.rawValue), "\(row.identifier)")
      #expect(type.identifier == row.identifier.rawValue)
      #expect(!FormatTable.formats(of: row.identifier).isEmpty)
    }
  }
}
