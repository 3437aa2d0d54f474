internal import TypeGraph

/// What was found in one file while it is being read, up to a limit.
struct FindingList {
  private(set) var diagnostics: [Diagnostic] = []
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
    if diagnostics.count < limit {
      diagnostics.append(diagnostic)
      return
    }
    isFull = true
    diagnostics.append(
      Diagnostic(
        .error, rule: "too-many-findings", file: file, position: diagnostic.position,
        message: "more than \(limit) findings; those from here on are not listed"))
  }

  mutating func append(contentsOf other: [Diagnostic]) {
    for diagnostic in other { append(diagnostic) }
  }
}
