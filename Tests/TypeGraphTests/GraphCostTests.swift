import Testing

@testable import UTITypeGraph

@Suite("A graph of large size")
struct GraphCostTests {
  /// Types of which each is below those that a rule names, by their numbers.
  private func file(_ count: Int, parents: (Int) -> [Int]) -> DeclarationFile {
    var file = Sample.plist("costly.plist", layer: .program)
    file.types = (0..<count).map { number in
      Sample.type(
        "org.example.t\(number)", parents(number).map { "org.example.t\($0)" }, line: number + 1)
    }
    return file
  }

  /// The lists of supertypes, and what is left of the graph.
  private func lists(
    of file: DeclarationFile, _ limits: RegistryLimits = RegistryLimits()
  ) throws -> AncestorLists {
    var files = [file]
    let catalog = MIMECatalog(taking: &files)
    var edges = EdgeBuilder(
      NodeTable(files: files, catalog: catalog), findings: BoundedFindings(limits))
    edges.addEdges()
    var table = edges.table
    return try AncestorLists(
      &table, view: .merged, rank: table.nodes.indices.map { UInt32($0) }, limits: limits,
      sizeLimit: Int(UInt32.max))
  }

  @Test("in which every type lists all its supertypes needs one pass for each type")
  func dense() throws {
    let count = 200
    let lists = try lists(of: file(count) { Array(0..<$0) })
    #expect(lists.mergedCount == count - 1)
    #expect(lists[count - 1].count == count - 1)
    #expect(lists.diagnostics.isEmpty)
  }

  @Test("in layers needs one pass for each statement, and keeps to the limit")
  func layers() throws {
    var limits = RegistryLimits()
    limits.supertypeCount = 64
    let width = 8
    let file = file(400) { number in
      let below = number / width * width
      return number < width ? [] : Array(below - width..<below)
    }
    let lists = try lists(of: file, limits)
    #expect(lists.mergedCount <= 400 * width)
    #expect((0..<400).allSatisfy { lists[$0].count <= 64 })
    #expect(!lists.diagnostics.isEmpty)
  }

  @Test("with an endless chain is cut at the limit of supertypes")
  func chain() throws {
    let count = 1_000
    let image = try Sample.image(file(count) { $0 == 0 ? [] : [$0 - 1] })
    let limit = RegistryLimits().supertypeCount
    #expect(try image.conforms("org.example.t\(limit)", "org.example.t0"))
    #expect(try !image.conforms("org.example.t\(limit + 1)", "org.example.t0"))
    #expect(try image.conforms("org.example.t\(limit + 2)", "org.example.t\(limit + 1)"))
    let finding = try #require(image.diagnostics.first)
    #expect(finding.rule == "too-many-supertypes")
    #expect(finding.severity == .warning)
    #expect(finding.position.line == limit + 2, "the finding stands where the statement does")
    #expect(image.diagnostics.count == count / (limit + 1))
    // The direct parents are those that the lists speak of.
    let cut = try image.find("org.example.t\(limit + 1)")
    #expect(image.parents(of: cut, in: .merged).isEmpty)
    try image.checkIntegrity()
  }

  @Test("keeps a limited number of findings of a file, and reports that there are more")
  func findings() throws {
    var builder = RegistryBuilder(files: [file(50) { [$0 + 1_000] }])
    builder.limits.findingCount = 10
    let image = try builder.image()
    #expect(image.diagnostics.count == 11)
    #expect(image.diagnostics.last?.rule == "too-many-findings")
    #expect(image.diagnostics.dropLast().allSatisfy { $0.rule == "unknown-parent" })
  }
}
