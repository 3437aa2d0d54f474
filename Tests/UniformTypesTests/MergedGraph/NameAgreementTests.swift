import Testing
import TypeDetection
import TypeGraph

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
    "A file without bytes, its name and the look-up of its extension have one type",
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

  @Test(
    "A database does not replace a type of the base by a wider one", arguments: Machine.all)
  func moreExact(_ machine: Machine) throws {
    let (bare, registry) = (try Machine.bare.registry(), try machine.registry())
    var wider: [String] = []
    for value in Self.extensions(of: bare) {
      guard let exact = bare.type(fileName: "a." + value),
        let type = registry.type(fileName: "a." + value),
        let same = registry.type(exact.identifier), same != type
      else { continue }
      // Programs that know MIME types only see one type.
      if same.conforms(to: type), same.canonicalMIMEType == type.canonicalMIMEType {
        wider.append("\(value): \(type) for \(exact)")
      }
    }
    #expect(wider.isEmpty)
  }

  @Test(
    "A narrower type of the base keeps the name that a database has as an alias",
    arguments: Machine.all)
  func aliases(_ machine: Machine) throws {
    let registry = try machine.registry()
    for (name, expected) in [
      ("image/heic", "public.heic"), ("image/heif", "public.heif"),
      ("image/heic-sequence", "public.heics"), ("audio/x-m4a", "com.apple.m4a-audio"),
      ("video/x-m4v", "com.apple.m4v-video"), ("text/x-vcalendar", "com.apple.ical.vcs"),
    ] {
      let candidates = registry.candidates(for: Tag(tagClass: .mimeType, value: name))
      #expect(candidates.types.first?.identifier == expected, "\(name)")
      #expect(registry.type(canonicalMIMEType: name)?.identifier == expected, "\(name)")
    }
  }
}
