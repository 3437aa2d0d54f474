import Testing
import UTITypeGraph

@testable import UTITypeDetection

/// The bounds of the rules after the sum, from findings that the tests state.
struct WeighingStepTests {
  private static func detector() throws -> TypeDetector {
    try Fixture.detector(
      [
        "text/plain", "text/x-one", "text/x-dialect", "application/x-wide", "application/x-kind",
        "application/x-rival",
      ],
      parents: [
        "text/x-one": "text/plain", "text/x-dialect": "text/x-one",
        "application/x-kind": "application/x-wide",
      ])
  }

  private struct Stated {
    let type: String
    let bits: Int
    var basis = Evidence.Basis.content
    var scope = Finding.Scope.kin
  }

  /// The choice among findings of bytes that are data, or a text.
  private static func choice(
    _ findings: [Stated], name: String? = nil, isText: Bool = false
  ) throws -> (type: String?, choice: Choice, candidates: [Candidate]) {
    let detector = try detector()
    let registry = detector.registry
    var state = detector.emptyState()
    if isText {
      state.content.material = .text
      state.content.text = registry.plainText(.ascii, in: &state)
    }
    if let name {
      state.names.candidates.append(
        state.finding(registry.type(mimeName: name), .name, Strength(30)))
    }
    for finding in findings {
      state.content.append(
        state.finding(
          registry.type(mimeName: finding.type), finding.basis, Strength(finding.bits),
          scope: finding.scope, on: .encoding(.ascii)))
    }
    let weighing = Weighing(registry)
    let choice = weighing.choice(in: state)
    return (
      choice.finding.type.flatMap(detector.image.mimeName), choice,
      weighing.candidates(in: state).map { $0 }
    )
  }

  @Test(
    "A subtype replaces a supertype that the bytes show if it is weaker by less than 15",
    arguments: [(36, "application/x-kind"), (35, "application/x-wide"), (34, "application/x-wide")])
  func kind(bits: Int, expected: String) throws {
    let wide = Stated(type: "application/x-wide", bits: 50)
    let result = try Self.choice([wide, Stated(type: "application/x-kind", bits: bits)])
    #expect(result.type == expected)
    #expect(result.choice.steps.isEmpty == (expected == "application/x-wide"))
  }

  @Test("A signature of a subtype with the same strength is based on the same bytes")
  func sameBytes() throws {
    let wide = Stated(type: "application/x-wide", bits: 50)
    #expect(
      try Self.choice([wide, Stated(type: "application/x-kind", bits: 50)]).type
        == "application/x-wide")
    // A look inside rests on other bytes, however weak it is.
    let inside = Stated(type: "application/x-kind", bits: 20, basis: .container)
    #expect(try Self.choice([wide, inside]).type == "application/x-kind")
  }

  @Test("The strongest evidence against a type counts", arguments: [[-20, -5], [-5, -20]])
  func against(bits: [Int]) throws {
    let findings = zip(["text/x-one", "text/x-dialect"], bits).map {
      Stated(type: $0, bits: $1, basis: .text, scope: .dialects)
    }
    let result = try Self.choice(findings, name: "text/x-dialect", isText: true)
    let dialect = try #require(result.candidates.first { $0.isClaimed })
    #expect(dialect.evidence == Strength(-20))
    #expect(dialect.total == Strength(30 + 18 - 20))
  }

  @Test(
    "Any other finding of the bytes lowers the confidence",
    arguments: [
      (40, .certain), (50, .certain), (51, .likely), (62, .likely), (63, .guess),
    ] as [(Int, Verdict.Confidence)])
  func rival(bits: Int, confidence: Verdict.Confidence) throws {
    let result = try Self.choice([
      Stated(type: "application/x-wide", bits: 75), Stated(type: "application/x-rival", bits: bits),
    ])
    #expect(result.type == "application/x-wide")
    #expect(
      Verdict.Confidence(total: result.choice.total, margin: result.choice.margin) == confidence)
  }

  @Test("A subtype is no rival")
  func kin() throws {
    let result = try Self.choice([
      Stated(type: "application/x-kind", bits: 75), Stated(type: "application/x-wide", bits: 70),
    ])
    #expect(result.choice.margin == Strength(75))
  }

  @Test(
    "Claimants of a text give their common type if they are less than 7 apart",
    arguments: [(40, "text/plain"), (39, "text/x-first"), (37, "text/x-first")])
  func lead(weight: Int, expected: String) throws {
    // Weights of 40, 39 and 37 count 24, 23 and 22, which is 6, 7 and 8 less than 30.
    let detector = TypeDetector(
      image: try Fixture.image([
        Fixture.type("text/plain"),
        Fixture.type("text/x-first") { $0.globs = [Fixture.glob("*.a")] },
        Fixture.type("text/x-second") { $0.globs = [Fixture.glob("*.a", weight: weight)] },
      ]))
    #expect(detector.verdict(forBytes: Array("a\n".utf8), name: "x.a").mimeType == expected)
  }

  @Test("A name alone is likely from 30 bits", arguments: [(50, true), (49, false)])
  func nameAlone(weight: Int, isLikely: Bool) throws {
    let detector = TypeDetector(
      image: try Fixture.image([
        Fixture.type("image/x-a") { $0.globs = [Fixture.glob("*.a", weight: weight)] }
      ]))
    #expect((detector.verdict(forName: "x.a").confidence == .likely) == isLikely)
  }
}
