import Foundation
import TestSupport
import Testing
import UTITypeDetection
import UniformTypes

/// The support of bytes for the type of a name, for every extension of the declarations and bytes of
/// every kind.
struct ByteSupportTests {
  /// Bytes with the identifier of the type that they are of; nil for bytes of no type.
  struct Content: Sendable {
    let name: String
    let type: String?
    let bytes: [UInt8]

    static let all = [
      Content(name: "random", type: nil, bytes: UploadBytes.random),
      Content(name: "zeros", type: nil, bytes: [UInt8](repeating: 0, count: 4096)),
      Content(name: "text", type: "public.plain-text", bytes: text("some words of a letter\n")),
      Content(name: "PDF", type: "com.adobe.pdf", bytes: text("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n")),
      Content(name: "ZIP", type: "public.zip-archive", bytes: UploadBytes.archive),
      Content(
        name: "PDF in front of a ZIP", type: "com.adobe.pdf",
        bytes: text("%PDF-1.7\n") + UploadBytes.archive),
      Content(
        name: "ELF", type: "mime.application.x-sharedlib",
        bytes: text("\u{7F}ELF") + [2, 1, 1] + [UInt8](repeating: 0, count: 9) + [3, 0, 0x3E, 0]
          + [UInt8](repeating: 0, count: 200)),
      Content(
        name: "HTML", type: "public.html",
        bytes: text("<!DOCTYPE html>\n<html><head><title>a</title></head><p>b</p></html>\n")),
      Content(name: "PNG", type: "public.png", bytes: UploadBytes.png),
    ]

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
  }

  private static let registry = Result {
    try TypeRegistry(
      RegistryConfiguration(
        environment: [:], includesInstalledDeclarations: false, usesCache: false))
  }

  /// The answer to `--is` with the type of an extension, for bytes with that extension.
  private static func answer(
    _ support: ByteSupport, to type: UTType, named name: String, _ bytes: [UInt8],
    in registry: TypeRegistry
  ) -> Bool {
    registry.identify(bytes: bytes, name: name).conforms(to: type, atLeast: support)
  }

  /// Every extension of the declarations of this repository, with its type.
  private static func extensions(of registry: TypeRegistry) -> [(name: String, type: UTType)] {
    Set(registry.types.flatMap { $0.tags[.filenameExtension] ?? [] }).sorted().compactMap { name in
      registry.type(filenameExtension: name).flatMap {
        $0.conforms(to: .directory) ? nil : (name, $0)
      }
    }
  }

  @Test("Every supertype is a yes at each level that the verdict has", arguments: Content.all)
  func oneVerdict(content: Content) throws {
    let registry = try Self.registry.get()
    var (contradictions, count) = ([String](), 0)
    for (name, _) in Self.extensions(of: registry) {
      let verdict = registry.identify(bytes: content.bytes, name: "a.\(name)")
      let type = registry.type(of: verdict)
      for supertype in type.supertypes.union([type, .data, .item]) {
        for level in ByteSupport.allCases {
          let expected = verdict.support >= level || UTType.data.conforms(to: supertype)
          count += 1
          if verdict.conforms(to: supertype, atLeast: level) != expected {
            contradictions.append("\(name) \(type.identifier) \(supertype.identifier) \(level)")
          }
        }
      }
    }
    #expect(count > 10_000)
    #expect(contradictions.isEmpty)
  }

  @Test("A sign is in bytes of the type only", arguments: Content.all)
  func signs(content: Content) throws {
    let registry = try Self.registry.get()
    let own = try content.type.map { try #require(registry.type($0)) }
    let wrong = Self.extensions(of: registry).filter { name, type in
      Self.answer(.sign, to: type, named: "a.\(name)", content.bytes, in: registry)
        && !(own.map { $0.conforms(to: type) } ?? (type == .data))
    }
    #expect(wrong.isEmpty, "\(content.name): \(wrong.map { "\($0) \($1.identifier)" })")
  }

  /// The extensions for which a yes is no more than agreement, for contents.
  private static func agreeing(_ content: Content) throws -> Set<String> {
    let registry = try registry.get()
    let own = try content.type.map { try #require(registry.type($0)) }
    let found = extensions(of: registry).filter { name, type in
      answer(.agreement, to: type, named: "a.\(name)", content.bytes, in: registry)
        && !(own.map { $0.conforms(to: type) } ?? (type == .data))
    }
    return Set(found.map(\.name))
  }

  /// The words of a block of the manual.
  private static func listed(after heading: String) throws -> [String] {
    let page = try RepositoryFiles.text("Documentation/UploadChecks.md")
    let section = try #require(page.range(of: heading)).upperBound
    let block = try #require(page[section...].split(separator: "```text\n").dropFirst().first)
    return try #require(block.split(separator: "```").first).split(whereSeparator: \.isWhitespace)
      .map(String.init)
  }

  @Test("The manual lists the extensions whose types agree with bytes without a sign")
  func agreements() throws {
    var (unmarked, stored) = (Set<String>(), Set<String>())
    for content in Content.all {
      let agreeing = try Self.agreeing(content)
      switch content.type {
      case nil: unmarked.formUnion(agreeing)
      case "public.plain-text":
        let registry = try Self.registry.get()
        let data = agreeing.filter { name in
          registry.type(filenameExtension: name).map { !$0.conforms(to: .text) } ?? false
        }
        #expect(data.isEmpty, "\(data.sorted())")
      default: stored.formUnion(agreeing)
      }
    }
    let both = [unmarked.sorted(), stored.subtracting(unmarked).sorted()]
    let headings = ["## Formats without a signature", "## Formats in a container"]
    for (found, heading) in zip(both, headings) {
      let listed = try Self.listed(after: heading)
      #expect(listed == found, "\(heading)\n\(found.joined(separator: " "))")
    }
  }
}
