import TestSupport
import Testing
import UTIPlatform
import UTITypeGraph
import UniformTypes

/// The conformance of every type of an image, in the merged and in the freedesktop view.
private struct Answers: Equatable {
  let supertypes: [String: [GraphView: Set<String>]]

  init(_ image: RegistryImage) {
    var supertypes: [String: [GraphView: Set<String>]] = [:]
    for type in image.typeIndices {
      for view in [GraphView.merged, .freedesktop] {
        supertypes[image.identifier(of: type).rawValue, default: [:]][view] = Set(
          image.ancestors(of: type, in: view).map { image.identifier(of: $0).rawValue })
      }
    }
    self.supertypes = supertypes
  }

  /// The types that two sets of answers differ in.
  func differences(to other: Answers) -> [String] {
    Set(supertypes.keys).union(other.supertypes.keys)
      .filter { supertypes[$0] != other.supertypes[$0] }.sorted()
  }
}

/// The order in which sources are found, and how a database is cut into packages, never show.
@Suite("The order of sources")
struct SourceOrderTests {
  /// A thousand shuffles of one database, and of the others one of each small universe.
  private static func shuffleCount(_ machine: Machine, universes: Int) -> Int {
    machine == (Machine.all.contains(.installed) ? .installed : .bare) ? 1_000 : universes
  }

  @Test(
    "changes no result for any type of the database in a thousand shuffles",
    arguments: Machine.all)
  func shuffles(_ machine: Machine) throws {
    let universes = SmallUniverse.covering(try machine.registry().declarationFiles(), typesEach: 20)
    #expect(universes.reduce(0) { $0 + $1.mimeTypes.count } > 500)
    let answers = try universes.map { Answers(try RegistryBuilder(files: $0.whole).image()) }
    var generator = SeededGenerator(seed: 20)
    for round in 0..<Self.shuffleCount(machine, universes: universes.count) {
      let index = round % universes.count
      let files = universes[index].dealt(using: &generator)
      let bytes = try RegistryBuilder(files: files).imageBytes()
      // The same packages in another order give the same bytes; an occasional check is sufficient,
      // because each round below has packages in a different order.
      if round.isMultiple(of: 5) {
        let again = try RegistryBuilder(files: files.shuffled(using: &generator)).imageBytes()
        #expect(fingerprint(bytes) == fingerprint(again), "round \(round)")
      }
      let differences = Answers(try RegistryImage(copying: bytes)).differences(to: answers[index])
      #expect(differences == [], "round \(round)")
    }
  }

  @Test("changes no byte of a whole machine's registry", arguments: Machine.all)
  func whole(_ machine: Machine) throws {
    let files = try machine.registry().declarationFiles()
    let whole = try fingerprint(RegistryBuilder(files: files).imageBytes())
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<3 {
      let bytes = try RegistryBuilder(files: files.shuffled(using: &generator)).imageBytes()
      #expect(fingerprint(bytes) == whole)
    }
  }

  /// A hash of bytes; the bytes of an image are too many for a message.
  private func fingerprint(_ bytes: [UInt8]) -> UInt64 {
    var hash = StableHash()
    bytes.withUnsafeBytes { hash.combine(words: $0) }
    return hash.value
  }
}
