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

  @Test("A name and the look-up of its extension have one type", arguments: Machine.all)
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

  @Test("A type of the base has one MIME name on every machine", arguments: Machine.all)
  func mimeNames(_ machine: Machine) throws {
    let (base, registry) = (try Machine.bare.registry(), try machine.registry())
    var (differences, count) = ([String](), 0)
    for type in base.types {
      guard let name = type.preferredMIMEType, let here = registry.type(type.identifier) else {
        continue
      }
      // A database can state that two types of the base are one.
      guard here == type || base.type(here.identifier) == nil else { continue }
      count += 1
      let names = [here.preferredMIMEType, here.canonicalMIMEType, type.canonicalMIMEType]
      if here != type || !names.allSatisfy({ $0 == name }) {
        differences.append("\(type.identifier) \(name): \(here.identifier) \(names)")
      }
    }
    #expect(count > 2_500)
    #expect(differences.isEmpty)
  }

  @Test("A name, its verdict and its type have one MIME type", arguments: Machine.all)
  func mimeTypesOfNames(_ machine: Machine) throws {
    let registry = try machine.registry()
    var differences: [String] = []
    for value in Self.extensions(of: registry) {
      let name = "document." + value
      guard let type = registry.type(fileName: name) else { continue }
      let verdict = try registry.identify(path: name, by: .name)
      let answers = [type.canonicalMIMEType, registry.mimeType(fileName: name)]
      let unknown = "application/octet-stream"
      if !answers.allSatisfy({ $0 ?? unknown == verdict.mimeType }) {
        differences.append("\(value): \(answers), \(verdict.mimeType as Any)")
      }
    }
    #expect(differences.isEmpty)
  }

  @Test("A version has the MIME name of its language", arguments: Machine.all)
  func versions(_ machine: Machine) throws {
    let registry = try machine.registry()
    let language = try #require(registry.type("public.python-script"))
    for version in ["2", "3"] {
      let type = try #require(registry.type("mime.text.x-python" + version))
      #expect(type.preferredMIMEType == language.preferredMIMEType)
      #expect(type != language && type.conforms(to: language))
      let script = "#!/usr/bin/env python\(version)\nprint(1)\n"
      let verdict = registry.identify(bytes: Array(script.utf8))
      #expect(verdict.type.rawValue == type.identifier)
      #expect(verdict.mimeType == "text/x-python")
    }
    // The packages of the machine keep their names in their view.
    let view = registry.seen(as: .freedesktop)
    #expect(view.type("mime.text.x-python3")?.canonicalMIMEType == "text/x-python3")
  }
}
