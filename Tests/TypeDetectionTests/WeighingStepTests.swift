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
    _ findings: [Stated], name: String? = nil, nameBits: Int = 30, isText: Bool = false
  ) throws -> (type: String?, choice: Choice, candidates: [Candidate], reasonCount: Int) {
    let detector = try detector()
    let registry = detector.registry
    var state = detector.emptyState(.merged)
    if isText {
      state.content.material = .text
      state.content.text = registry.plainText(.ascii, in: &state)
    }
    if let name { add(name: name, nameBits, to: &state, of: registry) }
    for finding in findings {
      state.content.append(
        state.finding(
          registry.type(mimeName: finding.type), finding.basis, Strength(finding.bits),
          scope: finding.scope, on: .encoding(.ascii)))
    }
    let weighing = Weighing(registry)
    let choice = weighing.choice(in: state)
    return (
      choice.finding.type.flatMap { detector.image.mimeName(of: $0) }, choice,
      weighing.candidates(in: state).map { $0 },
      weighing.explanation(of: state).finding.grounds.count
    )
  }

  private static func add(
    name: String, _ bits: Int = 30, to state: inout DetectionState, of registry: DetectionRegistry
  ) {
    state.names.candidates.append(
      state.finding(
        registry.type(mimeName: name), .name, Strength(bits), on: .encoding(.ascii)))
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

  @Test(
    "A root element with the strength of a signature shows more than the signature",
    arguments: [
      (Evidence.Basis.rootElement, Evidence.Basis.content), (.content, .rootElement),
    ])
  func otherBytes(kind: Evidence.Basis, wide: Evidence.Basis) throws {
    let result = try Self.choice([
      Stated(type: "application/x-wide", bits: 50, basis: wide),
      Stated(type: "application/x-kind", bits: 50, basis: kind),
    ])
    #expect(result.type == "application/x-kind")
  }

  @Test(
    "A signature does not replace the words of a text unless it is stronger",
    arguments: [(26, "text/x-one"), (27, "text/x-dialect")])
  func words(bits: Int, expected: String) throws {
    let result = try Self.choice(
      [
        Stated(type: "text/x-one", bits: 26, basis: .text, scope: .words),
        Stated(type: "text/x-dialect", bits: bits),
      ], isText: true)
    #expect(result.type == expected)
  }

  @Test(
    "A supertype supports a kind if it is more than text",
    arguments: [("application/x-wide", 18, 1), ("application/x-wide", 19, 2)]
      + [("application/x-rival", 19, 1)])
  func support(type: String, bits: Int, reasons: Int) throws {
    let result = try Self.choice([
      Stated(type: "application/x-kind", bits: 75), Stated(type: type, bits: bits),
    ])
    #expect(result.type == "application/x-kind" && result.reasonCount == reasons)
  }

  @Test("A claimant of the name supports a type of the bytes that is kin to it")
  func supportingName() throws {
    let seen = [Stated(type: "application/x-kind", bits: 90)]
    #expect(try Self.choice(seen, name: "application/x-wide").reasonCount == 2)
    let other = try Self.choice(seen, name: "application/x-rival")
    #expect(other.type == "application/x-kind" && other.reasonCount == 1)
  }

  @Test("That bytes are text supports a text of the name only without other evidence")
  func supportingText() throws {
    #expect(try Self.choice([], name: "text/x-one", isText: true).reasonCount == 2)
    let seen = [Stated(type: "text/x-one", bits: 40)]
    #expect(try Self.choice(seen, name: "text/x-one", isText: true).reasonCount == 2)
  }

  @Test("The specification only guesses among several types of a name without bytes")
  func specification() throws {
    let detector = TypeDetector(
      image: try Fixture.image(
        ["image/x-a", "image/x-b"].map { name in
          Fixture.type(name) { $0.globs = [Fixture.glob("*.a")] }
        }))
    let verdict = detector.verdict(forBytes: [0, 1], name: "x.a", view: .freedesktop)
    #expect(verdict.mimeType == "image/x-a" && verdict.confidence == .guess)
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

  @Test("Only a candidate that nothing in data or prose supports rests on the name")
  func restsOnName() throws {
    let detector = try Self.detector()
    var state = detector.emptyState(.merged)
    let finding = state.finding(
      detector.registry.type(mimeName: "text/x-one"), .name, Strength(30), on: .encoding(.ascii))
    func candidate(_ witness: Finding?) -> Candidate {
      Candidate(
        finding: finding, isClaimed: true, name: Strength(30), material: .none, evidence: .none,
        contradictions: [], witness: witness)
    }
    let rows: [(Candidate?, ContentFindings.Material, ContentFindings.Texture, Bool)] = [
      (nil, .text, .prose, false), (nil, .data(hasZeroByte: true), .other, false),
      (candidate(finding), .text, .prose, false),
      (candidate(finding), .data(hasZeroByte: false), .other, false),
      (candidate(nil), .data(hasZeroByte: false), .other, true),
      (candidate(nil), .text, .prose, true), (candidate(nil), .text, .other, false),
    ]
    for (candidate, material, texture, rests) in rows {
      (state.content.material, state.content.texture) = (material, texture)
      let choice = Choice(finding: finding, candidate: candidate)
      #expect(choice.restsOnName(in: state) == rests, "\(material), \(texture)")
    }
  }

  @Test("Data leave no answer if they show nothing and the name shows too little")
  func leastName() throws {
    let few = Int(Strength.data.bits)
    #expect(
      try Self.choice([Stated(type: "application/x-kind", bits: few)]).type
        == "application/x-kind")
    #expect(
      try Self.choice([], name: "application/x-kind", nameBits: few).type
        != "application/x-kind")
    #expect(
      try Self.choice([], name: "application/x-kind", nameBits: few + 1).type
        == "application/x-kind")
  }

  @Test("That bytes are text does not support a type that is not a text")
  func unsupportedByText() throws {
    let result = try Self.choice([], name: "application/x-rival", nameBits: 90, isText: true)
    #expect(result.type == "application/x-rival" && result.reasonCount == 1)
  }

  /// The types of texts that a rule distinguishes, and one of each kind.
  private static func textDetector(with others: [String] = []) throws -> TypeDetector {
    try Fixture.detector(
      [
        "text/plain", "application/xml", "application/x-text-host", "text/x-host", "text/x-markup",
        "text/x-one", "application/x-rival",
      ] + others,
      parents: [
        "application/xml": "text/plain", "text/x-host": "application/x-text-host",
        "text/x-markup": "application/xml",
      ])
  }

  private static func textState(named name: String, of detector: TypeDetector) -> DetectionState {
    var state = detector.emptyState(.merged)
    state.content.material = .text
    add(name: name, to: &state, of: detector.registry)
    return state
  }

  @Test(
    "An XML declaration is the grammar of markup, and possible in a text that contains others",
    arguments: [
      ("text/x-one", .text, true), ("text/x-host", .text, false), ("text/x-markup", .text, false),
      ("text/plain", .text, false), ("text/x-one", .content, false),
      ("text/x-host", .content, false),
    ] as [(String, Evidence.Basis, Bool)])
  func declaredDocument(name: String, basis: Evidence.Basis, isOther: Bool) throws {
    let detector = try Self.textDetector()
    let registry = detector.registry
    var state = Self.textState(named: name, of: detector)
    state.content.document = .possible
    state.content.hasTagLine = true
    state.content.append(
      state.finding(
        registry.known.document, basis, .documentDeclaration, on: .encoding(.ascii)))
    let named = try #require(Weighing(registry).candidates(in: state).first { $0.isClaimed })
    #expect(named.contradictions.contains(.init(.otherGrammar)) == isOther)
  }

  @Test(
    "The start of a text counts as a text of its own, unless the name is of one that contains it",
    arguments: [
      ("text/html", ["text/html"], true, false), ("text/html", ["text/html"], false, true),
      ("text/x-host", [], false, false), ("application/x-rival", [], true, true),
      ("application/x-rival", ["text/html"], true, true),
    ] as [(String, [String], Bool, Bool)])
  func host(name: String, others: [String], hasTagLine: Bool, isShown: Bool) throws {
    let detector = try Self.textDetector(with: others)
    let registry = detector.registry
    var state = Self.textState(named: name, of: detector)
    state.content.hasTagLine = hasTagLine
    state.content.append(
      state.finding(
        registry.type(mimeName: "text/x-one"), .rootElement, .rootElement, on: .encoding(.ascii)))
    let shown = try #require(Weighing(registry).candidates(in: state).first { !$0.isClaimed })
    #expect((shown.material > .none) == isShown)
  }
}
