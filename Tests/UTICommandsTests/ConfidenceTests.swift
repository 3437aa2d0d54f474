import TestSupport
import Testing
import UTITypeDetection
import UniformTypes

/// The confidence in the type of a name over bytes that show nothing of it, for every extension of
/// the declarations.
struct ConfidenceTests {
  /// Bytes of no format, with bounds of the answers that name a type nevertheless.
  ///
  /// The bounds are the measured figures, rounded up.
  struct Bytes: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    /// The greatest share of the extensions whose type is the answer, in percent.
    let mostPercent: Int

    static let all = [
      Bytes(testDescription: "random", bytes: random(6000), mostPercent: 18),
      Bytes(testDescription: "zeros", bytes: [UInt8](repeating: 0, count: 6000), mostPercent: 1),
      Bytes(
        testDescription: "bytes of 0xFF", bytes: [UInt8](repeating: 0xFF, count: 600),
        mostPercent: 1),
      Bytes(testDescription: "prose", bytes: prose, mostPercent: 14),
    ]

    private static func random(_ count: Int) -> [UInt8] {
      var generator = SeededGenerator(seed: 7)
      return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    private static var prose: [UInt8] {
      let sentences = """
        The morning was cold and the river had a thin skin of ice near the banks. People walked
        along the path with their hands deep in their pockets, and nobody spoke much. When the
        bell of the old church rang, a flock of birds rose from the roof and turned.

        """
      return Array(String(repeating: sentences, count: 12).utf8)
    }
  }

  @Test("Bytes that show nothing of a type make it a guess at most", arguments: Bytes.all)
  func sweep(_ content: Bytes) throws {
    let registry = try TypeRegistry(
      RegistryConfiguration(
        environment: [:], includesInstalledDeclarations: false, usesCache: false))
    let plain: Set<UTType> = [.data, .text, .plainText, .utf8PlainText]
    let extensions = Set(registry.types.flatMap { $0.tags[.filenameExtension] ?? [] }).sorted()
    var likely: [String] = []
    var specificCount = 0
    for name in extensions {
      let verdict = registry.identify(bytes: content.bytes, name: "f.\(name)")
      let type = registry.type(of: verdict)
      guard !type.isDynamic, !plain.contains(type) else { continue }
      specificCount += 1
      if verdict.confidence > .guess { likely.append(name) }
    }
    #expect(likely == [])
    #expect(extensions.count > 3500)
    #expect(specificCount * 100 <= content.mostPercent * extensions.count)
  }

  @Test("An empty file of data is a guess, and an empty text has the type of its name")
  func empty() {
    let registry = TypeRegistry.embedded
    #expect(registry.identify(bytes: [], name: "a.png").confidence == .guess)
    #expect(registry.identify(bytes: [], name: "__init__.py").confidence == .likely)
    #expect(registry.identify(bytes: []).confidence == .certain)
  }
}
