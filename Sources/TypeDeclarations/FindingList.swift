internal import TypeGraph

/// The findings about one file while it is being read, up to a limit.
struct FindingList {
  private var found: [Diagnostic] = []
  let file: String
  private let limit: Int
  private var isFull = false

  init(file: String, limits: DeclarationLimits) {
    self.file = file
    limit = limits.findingCount
  }

  mutating func report(
    _ severity: Diagnostic.Severity, _ rule: String, at position: SourcePosition,
    _ message: String, remedy: String = ""
  ) {
    append(
      Diagnostic(
        severity, rule: rule, file: file, position: position, message: message, remedy: remedy))
  }

  mutating func append(_ diagnostic: Diagnostic) {
    guard !isFull else { return }
    if found.count < limit {
      found.append(diagnostic)
      return
    }
    isFull = true
    found.append(
      Diagnostic(
        .error, rule: "too-many-findings", file: file, position: diagnostic.position,
        message: "more than \(limit) findings; further ones are not listed"))
  }

  /// The findings in the order of their places; at one place, in the order of discovery.
  var diagnostics: [Diagnostic] {
    found.enumerated()
      .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
      .map(\.element)
  }

  mutating func append(contentsOf other: [Diagnostic]) {
    for diagnostic in other { append(diagnostic) }
  }
}
