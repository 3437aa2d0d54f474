/// Writes a source with the selected mutants in addition to the original code.
///
/// The text of a mutant contains no other mutant, so the source grows with their number and not with
/// the depth of their nesting.
struct Rendering {
  private let bytes: [UInt8]
  private let sites: [Site]
  private let selected: [Int: [Mutant]]

  /// Selects mutants of a source.
  init(source: String, sites: [Site], mutants: [Mutant]) {
    bytes = Array(source.utf8)
    self.sites = sites
    selected = Dictionary(grouping: mutants, by: \.site)
  }

  /// The instrumented text.
  func text() -> String {
    var next = 0
    return render(0..<bytes.count, &next)
  }

  /// Renders a range, beginning with the given site.
  private func render(_ range: Range<Int>, _ next: inout Int) -> String {
    var result = ""
    var position = range.lowerBound
    while next < sites.count, sites[next].range.lowerBound < range.upperBound {
      let index = next
      let site = sites[index]
      next += 1
      guard let mutants = selected[index] else { continue }
      result += original(position..<site.range.lowerBound)
      result += render(site, mutants, &next)
      position = site.range.upperBound
    }
    return result + original(position..<range.upperBound)
  }

  private func render(_ site: Site, _ mutants: [Mutant], _ next: inout Int) -> String {
    let inner = render(site.range, &next)
    switch site.form {
    case .statement:
      return "if !UTIMutant.isActive(\(mutants[0].number)) { \(inner) }"
    case .expression:
      let choices = mutants.map {
        "UTIMutant.isActive(\($0.number)) ? (\(site.alternatives[$0.alternative])) : "
      }
      return "(\(choices.joined())(\(inner)))"
    }
  }

  private func original(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}
