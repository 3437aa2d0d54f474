import Testing
import UTIDataFormats
import UTIPlatform

@Suite("The budget of reading")
struct ReadingBudgetTests {
  private static let position = SourcePosition(line: 3, column: 4)

  private static func budget() -> ReadingBudget {
    var limits = ReadingLimits()
    limits.spareStepCount = 5
    limits.textRepetition = 3
    return ReadingBudget(documentSize: 10, limits: limits)
  }

  @Test("allows one step for each byte, and the spare ones")
  func steps() throws {
    var budget = Self.budget()
    for _ in 0..<5 { try budget.spend(steps: 3, at: Self.position) }
    let error = #expect(throws: FormatError.self) { try budget.spend(at: Self.position) }
    #expect(error?.code == .limitExceeded)
    #expect(error?.position == Self.position)
    #expect(error?.message == "the values, elements and attributes are more than 15")
  }

  @Test("allows texts of several times the size of the document")
  func bytes() throws {
    var budget = Self.budget()
    try budget.spend(bytes: 35, at: Self.position)
    let error = #expect(throws: FormatError.self) {
      try budget.spend(steps: 0, bytes: 1, at: Self.position)
    }
    #expect(error?.message == "the bytes of all texts and data are more than 35")
  }

  @Test("never ends the reading of JSON, which states every value once")
  func json() throws {
    var limits = ReadingLimits()
    limits.spareStepCount = 0
    for text in ["1", "[1]", "[[],[],{}]", #"{"a":1,"b":[1,2,3,4]}"#] {
      _ = try JSONReader.read(Array(text.utf8), limits: limits)
    }
  }
}
