import Foundation
import TestSupport
import Testing
import UTITypeGraph

@testable import UTITypeDetection

/// The list of the types of text without a sign, `Registry/unmarked.txt`.
struct UnmarkedTextTests {
  /// The types of the list, each with its reason.
  private static let listed = Result {
    var reasons: [String: String] = [:]
    var reason = ""
    let text = try String(
      contentsOfFile: RepositoryFiles.path("Registry/unmarked.txt"), encoding: .utf8)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        reason = ""
      } else if line.hasPrefix("# ") {
        reason += line.dropFirst(2)
      } else if !line.hasPrefix("//") {
        reasons[String(line)] = reason
      }
    }
    return reasons
  }

  /// The types of text of the base for which no rule looks into the bytes.
  private static func unmarked() throws -> Set<String> {
    let registry = try BaseDeclarations.detector.get().registry
    let image = registry.image
    let languages = LanguageTypes(in: registry)
    let grammars = ["application/xml", "application/json", "application/yaml", "text/plain"]
      .compactMap { image.type(anyMIMEName: $0) }
    var found: Set<String> = []
    for declaration in try BaseDeclarations.files.get().flatMap(\.mimeTypes) {
      guard let type = image.type(mimeName: declaration.name.canonical),
        registry.isTextual(type), !image.hasMagicRule(type), !image.hasRootElement(type),
        !languages.isKnown(type), !grammars.contains(type),
        !grammars.dropLast().contains(where: { registry.refines(type, $0) })
      else { continue }
      found.insert(declaration.name.canonical)
    }
    return found
  }

  @Test("Each type of text declares a sign, or is listed with the reason why it has none")
  func list() throws {
    let listed = try Self.listed.get()
    let unmarked = try Self.unmarked()
    #expect(unmarked.subtracting(listed.keys).sorted() == [], "are not listed")
    #expect(Set(listed.keys).subtracting(unmarked).sorted() == [], "have a sign")
    #expect(listed.values.allSatisfy { $0.count > 20 })
  }
}
