import Testing
import UTITypeDetection
import UTITypeGraph

@testable import UniformTypes

/// The questions about one name, which have one answer.
@Suite("The questions about one name")
struct NameAgreementTests {
  /// The extensions of all types, in lower case.
  private static func extensions(of registry: TypeRegistry) -> [String] {
    var found: Set<String> = []
    for type in registry.types {
      for value in type.tags[.filenameExtension] ?? [] { found.insert(value.lowercased()) }
    }
    return found.sorted()
  }

  @Test(
    "A name and the look-up of its extension have one type",
    arguments: Machine.all)
  func extensions(_ machine: Machine) throws {
    let registry = try machine.registry()
    let extensions = Self.extensions(of: registry)
    #expect(extensions.count > 3_000)
    var differences: [String] = []
    for value in extensions {
      let tag = Tag(tagClass: .filenameExtension, value: value)
      let candidates = registry.candidates(for: tag)
      let first = candidates.types.first ?? candidates.dynamic
      let named = registry.type(fileName: "document." + value)
      let path = try registry.identify(path: "document." + value, by: .name)
      if first?.identifier != path.type.rawValue || (named ?? first) != first {
        differences.append("\(value): \(first as Any), \(named as Any), \(path.type)")
      }
    }
    #expect(differences.isEmpty)
  }
}
