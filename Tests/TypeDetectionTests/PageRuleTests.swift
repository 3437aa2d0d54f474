import TestSupport
import Testing
import UTITypeGraph

@testable import UTITypeDetection

/// The detector against the rules of `Documentation/Detection.md`, over generated names and bytes.
struct PageRuleTests {
  private static func detector(_ patterns: [PageModel.Pattern]) throws -> TypeDetector {
    func type(_ name: String, isBase: Bool) throws -> MIMETypeDeclaration {
      let parent = try PageModel.parents[name].map { try #require(MIMEName($0)) }
      return Fixture.type(name) {
        if !isBase { $0.superclasses = parent.map { [Located($0, at: .none)] } ?? [] }
        $0.globs = patterns.filter { $0.type == name && $0.isBase == isBase }
          .map { Fixture.glob("*\($0.suffix)", weight: $0.weight) }
        $0.magic = PageModel.signatures.filter { $0.type == name && $0.isBase == isBase }
          .map { Fixture.rule([Fixture.match($0.bytes)], priority: $0.priority) }
      }
    }
    let position = SourcePosition(line: 1, column: 1)
    let stored = TypeDeclaration(
      identifier: try #require(TypeIdentifier("org.example.stored")), position: position,
      isExported: true,
      conformsTo: [Located(try #require(TypeIdentifier("public.data")), at: position)],
      tags: [Located(Tag(tagClass: .mimeType, value: PageModel.storedOnly), at: position)])
    return TypeDetector(
      image: try Fixture.image(
        PageModel.types.map { try type($0, isBase: false) },
        base: PageModel.types.map { try type($0, isBase: true) }, declared: [stored]))
  }

  /// Names that several types claim, of different weights within a layer.
  private static func patterns(_ random: inout SeededGenerator) -> [PageModel.Pattern] {
    var patterns: [PageModel.Pattern] = []
    for suffix in [".a", ".b", ".c", ".d"] {
      let types = PageModel.types.filter { $0 != "application/x-nameless" }
        .shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random))
      let weights = [5, 20, 40, 50, 60, 80].shuffled(using: &random)
      for (type, weight) in zip(types, weights) {
        patterns.append(
          PageModel.Pattern(
            type: type, suffix: suffix, weight: weight, isBase: Bool.random(using: &random)))
      }
    }
    return patterns
  }

  @Test("The verdict, every sum and every step agree with the page", arguments: 0..<25)
  func generated(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let model = PageModel(patterns: Self.patterns(&random))
    let detector = try Self.detector(model.patterns)
    for _ in 0..<20 {
      let suffix = [".a", ".b", ".c", ".d", ""].randomElement(using: &random) ?? ""
      let start = PageModel.starts.randomElement(using: &random) ?? []
      let bytes = start + (PageModel.rests.randomElement(using: &random) ?? [])
      let verdict = detector.verdict(forBytes: bytes, name: "name\(suffix)")
      let expected = model.answer("name\(suffix)", bytes)
      func name(_ type: TypeIdentifier) -> String {
        detector.image.type(identifier: type).flatMap { detector.image.mimeName(of: $0) }
          ?? type.rawValue
      }
      let answer = PageModel.Answer(
        type: verdict.mimeType ?? "", confidence: verdict.confidence,
        replaced: verdict.replacements.map { name($0.from) },
        sums: Dictionary(
          uniqueKeysWithValues: verdict.candidates.map { ($0.mimeType ?? "", $0.total) }))
      #expect(
        answer == expected,
        "name\(suffix) \(String(decoding: bytes, as: UTF8.self)): \(model.patterns)")
    }
  }
}
