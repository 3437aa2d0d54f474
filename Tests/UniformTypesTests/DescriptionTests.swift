import Testing
import UniformTypes

@Suite("The descriptions of the base")
struct DescriptionTests {
  /// Names without a capital letter, as their owners register them.
  private static let smallNames: Set<Substring> = ["muvee", "mynfc"]

  /// Names that begin with a small letter, most of which have a capital one: iPad, glTF, dBASE.
  private static func isSpelledSo(_ word: Substring) -> Bool {
    word.contains(where: \.isUppercase) || word.first == "µ" || smallNames.contains(word)
  }

  @Test("begin with a capital, except for names that are spelled otherwise")
  func capitals() {
    for type in Base.registry.types {
      guard let text = type.localizedDescription, text.first?.isLowercase == true else { continue }
      let word = text.prefix { $0 != " " && $0 != "," }
      #expect(Self.isSpelledSo(word), "\(type): \(text)")
    }
  }

  @Test("describe every type, and differ for all types")
  func uniqueness() {
    var types: [String: UTType] = [:]
    for type in Base.registry.types {
      guard let text = type.localizedDescription, !text.isEmpty else {
        Issue.record("\(type) has no description")
        continue
      }
      if let other = types.updateValue(type, forKey: text.lowercased()) {
        Issue.record("\(type) and \(other) are both \(text)")
      }
    }
  }

  @Test("end without a period")
  func ends() {
    for type in Base.registry.types {
      #expect(type.localizedDescription?.hasSuffix(".") != true, "\(type)")
    }
  }
}
