import Testing
import UTITypeGraph
import UniformTypes

/// A family of types that a naive union moves to an unexpected place.
private struct Disaster: Sendable, CustomTestStringConvertible {
  let machine: Machine
  /// The supertype that many types would have.
  let supertype: String
  /// The minimum number; with fewer, the union would no longer be naive.
  let count: Int
  /// Some of them.
  let examples: [String]

  var testDescription: String { "\(supertype) on a machine that is \(machine)" }

  static let all = rows.filter { Machine.all.contains($0.machine) }

  private static let archives = [
    "org.openxmlformats.wordprocessingml.document", "org.openxmlformats.spreadsheetml.sheet",
    "org.openxmlformats.presentationml.presentation", "org.oasis-open.opendocument.text",
    "org.oasis-open.opendocument.spreadsheet", "org.oasis-open.opendocument.presentation",
    "org.idpf.epub-container",
  ]
  private static let texts = [
    "public.html", "public.xml", "public.json", "public.svg-image", "public.rtf", "public.vcard",
    "com.adobe.postscript",
  ]

  private static let rows = [
    Disaster(machine: .bare, supertype: "public.archive", count: 46, examples: archives),
    Disaster(machine: .bare, supertype: "public.plain-text", count: 33, examples: texts),
    Disaster(machine: .installed, supertype: "public.archive", count: 20, examples: archives),
    Disaster(machine: .installed, supertype: "public.plain-text", count: 20, examples: texts),
    Disaster(
      machine: .installed, supertype: "public.executable", count: 1, examples: ["public.json"]),
    Disaster(machine: .newest, supertype: "public.archive", count: 46, examples: archives),
    Disaster(machine: .newest, supertype: "public.plain-text", count: 33, examples: texts),
    Disaster(machine: .newest, supertype: "public.executable", count: 1, examples: ["public.json"]),
    Disaster(
      machine: .newest, supertype: "mime.application.x-executable", count: 13,
      examples: ["public.json", "com.netscape.javascript-source", "public.shell-script"]),
  ]
}

@Suite("The merged graph against a naive union")
struct NaiveUnionTests {
  @Test("no type gets a supertype that only the union has", arguments: Disaster.all)
  private func disaster(_ row: Disaster) throws {
    let registry = try row.machine.registry()
    let supertype = try #require(registry.type(row.supertype))
    let union = NaiveUnion(registry)
    let moved = registry.types.filter {
      !$0.declarations.isEmpty && union.supertypes(of: $0).contains(supertype)
        && !$0.isDeclaredBelow(supertype, in: registry)
    }
    #expect(moved.count >= row.count, "the union moves \(moved.count)")
    for type in moved { #expect(!type.conforms(to: supertype), "\(type)") }
    for example in row.examples {
      #expect(moved.contains { $0.identifier == example }, "\(example)")
    }
  }

  @Test(
    "every declared type conforms to its declared supertypes and to no others",
    arguments: Machine.all)
  func declarationsAlone(_ machine: Machine) throws {
    let registry = try machine.registry()
    let declared = registry.seen(as: .declared)
    let types = registry.types.filter { !$0.declarations.isEmpty }
    #expect(types.count > 1_000)
    for type in types {
      let stated = try #require(declared.type(type.identifier)).supertypes
      #expect(type.supertypes == stated, "\(type)")
    }
  }

  @Test(
    "an undeclared type has at least the supertypes that shared-mime-info states",
    arguments: Machine.all)
  func undeclared(_ machine: Machine) throws {
    let registry = try machine.registry()
    let freedesktop = registry.seen(as: .freedesktop)
    let types = registry.types.filter { $0.declarations.isEmpty }
    #expect(types.count > 100)
    for type in types {
      let stated = try #require(freedesktop.type(type.identifier)).parents
      for parent in stated where type.isStream || parent.identifier != "public.data" {
        #expect(type.conforms(to: parent), "\(type) \(parent)")
      }
    }
  }
}

extension UTType {
  /// True if declarations alone say so.
  fileprivate func isDeclaredBelow(_ supertype: UTType, in registry: TypeRegistry) -> Bool {
    registry.seen(as: .declared).type(identifier)?.supertypes.contains(supertype) ?? false
  }

  /// Returns true if the type is stored as bytes; volumes and schemes are streams to GLib only.
  fileprivate var isStream: Bool {
    let media = canonicalMIMEType?.prefix { $0 != "/" } ?? ""
    return !["x-content", "x-scheme-handler", "inode"].contains(media)
  }
}
