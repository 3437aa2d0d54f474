import Testing

@testable import UTITypeGraph

@Suite("The statement of a cycle that is dropped")
struct CycleBreakerTests {
  struct Statement: Sendable, CustomTestStringConvertible {
    let kind: EdgeKind
    /// A place in ``CycleBreakerTests/sources``; nil if a rule implies the statement.
    let file: Int?
    var line = 1
    var column = 1
    var isExported = true

    var testDescription: String {
      "\(kind) in file \(file.map(String.init) ?? "none"), \(line):\(column)"
        + (isExported ? "" : ", imported")
    }
  }

  private static let (base, system, otherSystem, user, program) = (0, 1, 2, 3, 4)

  private static let sources = [
    DeclarationSource.Layer.base, .system, .system, .user, .program,
  ].enumerated().map { number, layer in
    DeclarationSource(path: "\(number)", format: .propertyList, layer: layer)
  }

  /// From the lowest precedence to the highest.
  static let statements = [
    Statement(kind: .inferred, file: nil),
    Statement(kind: .inferred, file: system),
    Statement(kind: .inferred, file: otherSystem),
    Statement(kind: .inferred, file: user),
    Statement(kind: .inferred, file: program),
    Statement(kind: .inferred, file: base),
    Statement(kind: .tag, file: system),
    Statement(kind: .tag, file: base),
    Statement(kind: .implicit, file: nil),
    Statement(kind: .explicit, file: system, line: 9),
    Statement(kind: .explicit, file: system, line: 2, column: 9),
    Statement(kind: .explicit, file: system, line: 2),
    Statement(kind: .explicit, file: otherSystem, line: 9),
    Statement(kind: .explicit, file: user, line: 9),
    Statement(kind: .explicit, file: base, line: 9),
    Statement(kind: .declared, file: system, isExported: false),
    Statement(kind: .declared, file: program, isExported: false),
    Statement(kind: .declared, file: system),
    Statement(kind: .declared, file: program),
    Statement(kind: .declared, file: base, isExported: false),
    Statement(kind: .declared, file: base),
  ]

  @Test("has a lower precedence than all others", arguments: statements.indices)
  func precedence(place: Int) {
    for higher in Self.statements[(place + 1)...] {
      let lower = Self.statements[place]
      #expect(holding(lower, higher) == [false, true], "\(higher.testDescription)")
      #expect(holding(higher, lower) == [true, false], "\(higher.testDescription)")
    }
  }

  @Test("has the smaller name if the statements are equal")
  func equalStatements() {
    let statement = Statement(kind: .implicit, file: nil)
    #expect(holding(statement, statement) == [false, true])
    #expect(holding(statement, statement, names: ["org.b", "org.a"]) == [true, false])
  }

  /// Whether the statements of two types about each other hold after the cycle is broken.
  private func holding(
    _ first: Statement, _ second: Statement, names: [String] = ["org.a", "org.b"]
  ) -> [Bool] {
    var files = Self.sources.map { DeclarationFile(source: $0) }
    files[0].types = zip(names, [first, second]).map { name, statement in
      Sample.type(name, exported: statement.isExported)
    }
    let catalog = MIMECatalog(taking: &files)
    var table = NodeTable(files: files, catalog: catalog)
    for (node, statement) in [first, second].enumerated() {
      let edge = GraphEdge(
        to: 1 - node, statement.kind, GraphView.merged.bit, file: statement.file,
        at: SourcePosition(line: statement.line, column: statement.column))
      table.setEdges([edge], of: node)
    }
    var breaker = CycleBreaker(
      table, view: .merged, findings: BoundedFindings(RegistryLimits()))
    breaker.breakCycles()
    return breaker.table.nodes.map { $0.edges.contains { $0.holds(in: .merged) } }
  }
}
