import TestSupport
import Testing
import UTIPlatform
import UTITypeGraph

@testable import UTIDeclarationTools

@Suite("The cost of lint")
struct LintCostTests {
  private let names: [MIMEName]

  init() {
    names = (0..<2_000).compactMap { MIMEName("application/x-t\($0)") }
  }

  private func name(_ number: Int) -> MIMEName { names[number] }

  private func file(_ path: String, _ types: [MIMETypeDeclaration]) -> DeclarationFile {
    DeclarationFile(
      source: DeclarationSource(path: path, format: .sharedMIMEInfo, layer: .program),
      mimeTypes: types)
  }

  private func statements(
    _ count: Int, others: [(type: Int, parent: Int)] = [], parents: (Int) -> [Int]
  ) -> (SuperclassStatements, [(type: MIMEName, parent: MIMEName)]) {
    let place = SourcePosition(line: 1, column: 1)
    func declaration(_ number: Int, _ parents: [Int]) -> MIMETypeDeclaration {
      var declaration = MIMETypeDeclaration(name: name(number), position: place)
      declaration.superclasses = parents.map { Located(name($0), at: place) }
      return declaration
    }
    let own = (0..<count).map { declaration($0, parents($0)) }
    let foreign = others.map { declaration($0.type, [$0.parent]) }
    let statements = SuperclassStatements([
      file("own", own), file("other", foreign),
    ])
    let questions = own.flatMap { type in type.superclasses.map { (type.name, $0.value) } }
    return (statements, questions)
  }

  @Test("follows no statement of a file whose types form all possible chains")
  func dense() {
    var (statements, questions) = statements(60) { Array(0..<$0) }
    for (type, parent) in questions {
      #expect(statements.foreignStatement(onWayFrom: parent, to: type, outside: "own") == nil)
    }
    #expect(statements.stepCount == 0)
  }

  @Test("follows no statement of a cycle inside the file")
  func ownCircle() {
    var (statements, questions) = statements(60) { [($0 + 1) % 60] }
    for (type, parent) in questions {
      #expect(statements.foreignStatement(onWayFrom: parent, to: type, outside: "own") == nil)
    }
    #expect(statements.stepCount == 0)
  }

  @Test("finds the statement of another file that closes a cycle, and no other")
  func foreignCircle() {
    var (statements, questions) = statements(60, others: [(40, 50)]) { $0 == 0 ? [] : [$0 - 1] }
    for (type, parent) in questions {
      let other = statements.foreignStatement(onWayFrom: parent, to: type, outside: "own")
      let isOnCircle = (41...50).contains { name($0) == type }
      #expect((other != nil) == isOnCircle, "\(type)")
      #expect(other.map { $0.type == name(40) && $0.superclass == name(50) } ?? true)
    }
    #expect(statements.stepCount <= 10 * 11)
  }

  @Test("stays below a limit for all checks of cycles together")
  func limit() {
    let count = 2_000
    var (statements, questions) = statements(count, others: [(0, count - 1)]) {
      $0 == 0 ? [] : [$0 - 1]
    }
    for (type, parent) in questions {
      _ = statements.foreignStatement(onWayFrom: parent, to: type, outside: "own")
    }
    #expect(statements.stepCount <= SuperclassStatements.greatestStepCount)
  }

  @Test("of files that are checked against each other includes one merge")
  func oneMerge() throws {
    let place = SourcePosition(line: 1, column: 1)
    let files = (0..<3).map {
      file("\($0)", [MIMETypeDeclaration(name: name($0), position: place)])
    }
    let others = ReferenceFiles(files, nameSearchCount: 1)
    let merged = try files.map { try others.merged(with: $0) }
    #expect(merged.allSatisfy { $0 === merged[0] })
    #expect(try others.merged(with: file("0", [])) !== merged[0])
  }

  /// The number of bytes to insert, remove, replace or swap, by the whole table.
  private func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var table = (0...left.count).map { row in
      (0...right.count).map { row == 0 ? $0 : $0 == 0 ? row : 0 }
    }
    for row in 0..<left.count {
      for column in 0..<right.count {
        var best = table[row][column] + (left[row] == right[column] ? 0 : 1)
        best = min(best, table[row][column + 1] + 1, table[row + 1][column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, table[row - 1][column - 1] + 1)
        }
        table[row + 1][column + 1] = best
      }
    }
    return table[left.count][right.count]
  }

  @Test(
    "of the search for a misspelt name skips only names that the whole table would",
    arguments: 0..<20)
  func editDistance(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func word() -> String {
      let letters = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        "abc".randomElement(using: &random) ?? "a"
      }
      return String(letters)
    }
    for _ in 0..<40 {
      let candidates = (0..<15).map { _ in word() }
      let wanted = word()
      let limit = max(2, wanted.utf8.count / 4)
      var best: (candidate: String, distance: Int)?
      for candidate in candidates {
        let found = distance(Array(wanted.utf8), Array(candidate.utf8))
        if found <= limit, found < best?.distance ?? .max { best = (candidate, found) }
      }
      #expect(EditDistance.nearest(to: wanted, among: candidates) == best?.candidate)
    }
  }
}
