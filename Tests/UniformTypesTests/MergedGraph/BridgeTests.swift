import TestSupport
import Testing
import UniformTypes

/// The table of pairs that two registries were compared by, against what is shipped.
@Suite("The bridge", .requires(.corpora))
struct BridgeTests {
  private struct Pair {
    let mimeType: String
    let aliases: [String]
    let identifier: String
    let relation: String
    let isTrusted: Bool
  }

  private static func pairs() throws -> [Pair] {
    try Corpora.rows("bridge.tsv").map { row in
      Pair(
        mimeType: row["mime_type"] ?? "",
        aliases: (row["aliases"] ?? "").split(separator: ",").map(String.init)
          .filter { !$0.hasPrefix("zz-") },
        identifier: (row["uti"] ?? "").lowercased(), relation: row["relation"] ?? "",
        isTrusted: row["confidence"] != "low")
    }
  }

  @Test("makes one node of every equal pair, under all names", arguments: Machine.all)
  func same(_ machine: Machine) throws {
    let registry = try machine.registry()
    let all = try Self.pairs()
    let pairs = all.filter { $0.relation == "same" && $0.isTrusted }
    #expect(pairs.count == 291)
    for pair in pairs {
      // A database says that image/heic is another name of image/heif; the base has a type of it.
      let narrower = all.filter {
        $0.relation == "uti-narrower" && $0.mimeType == pair.mimeType
      }
      for name in [pair.mimeType] + pair.aliases {
        let type = registry.type(canonicalMIMEType: name) ?? registry.type(mimeType: name)
        let allowed = [pair] + (name == pair.mimeType ? [] : narrower)
        #expect(allowed.contains { $0.identifier == type?.identifier }, "\(name) on \(machine)")
      }
    }
  }

  @Test("puts the narrower MIME type below its broader uniform type", arguments: Machine.all)
  func broader(_ machine: Machine) throws {
    let registry = try machine.registry()
    let pairs = try Self.pairs().filter { $0.relation == "uti-broader" && $0.isTrusted }
    #expect(pairs.count == 28)
    for pair in pairs {
      let type =
        registry.type(canonicalMIMEType: pair.mimeType)
        ?? registry.type(mimeType: pair.mimeType)
      let broader = try #require(registry.type(pair.identifier))
      #expect(type?.conforms(to: broader) == true, "\(pair.mimeType) on \(machine)")
    }
  }

  @Test("never makes one node of a directory and a stream", arguments: Machine.all)
  func packages(_ machine: Machine) throws {
    let registry = try machine.registry()
    let directory = try #require(registry.type("public.directory"))
    for pair in try Self.pairs() where pair.relation == "package-form" {
      let type = try #require(registry.type(canonicalMIMEType: pair.mimeType))
      #expect(type.identifier != pair.identifier)
      #expect(!type.conforms(to: directory), "\(pair.mimeType) on \(machine)")
    }
    for type in registry.types where type.declarations.isEmpty {
      guard let name = type.canonicalMIMEType, !name.hasPrefix("inode/") else { continue }
      #expect(!type.conforms(to: directory), "\(type)")
    }
  }

  @Test("leaves weak pairs to a separate folder", arguments: Machine.all)
  func weak(_ machine: Machine) throws {
    let trusted = Set(try Self.pairs().filter(\.isTrusted).map(\.identifier))
    let registry = try machine.registry()
    for pair in try Self.pairs()
    where pair.relation == "same" && !pair.isTrusted && !trusted.contains(pair.identifier) {
      let type = registry.type(canonicalMIMEType: pair.mimeType)
      #expect(type?.identifier != pair.identifier, "\(pair.mimeType) on \(machine)")
    }
  }
}
