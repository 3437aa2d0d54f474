package import UTIPlatform

extension FormatFinding {
  /// Represents all findings beyond a limit.
  package static func tooMany(_ limit: Int, at position: SourcePosition) -> FormatFinding {
    FormatFinding(
      .error, rule: "too-many-findings", at: position,
      message: "more than \(limit) findings; further ones are not listed")
  }
}

/// The findings about one document, up to a limit.
package struct FindingList {
  private var found: [FormatFinding] = []
  private let limit: Int
  private var isFull = false

  package init(limits: ReadingLimits) {
    limit = limits.findingCount
  }

  package mutating func report(
    _ severity: FormatFinding.Severity, _ rule: String, at position: SourcePosition,
    _ message: String, remedy: String = ""
  ) {
    append(FormatFinding(severity, rule: rule, at: position, message: message, remedy: remedy))
  }

  /// The first one beyond the limit is replaced by a finding that says so.
  package mutating func append(_ finding: FormatFinding) {
    guard !isFull else { return }
    if found.count < limit {
      found.append(finding)
      return
    }
    isFull = true
    found.append(.tooMany(limit, at: finding.position))
  }

  package mutating func append(contentsOf other: [FormatFinding]) {
    for finding in other { append(finding) }
  }

  /// The order is by position; findings at one position are in the order of addition.
  package var sorted: [FormatFinding] {
    found.enumerated()
      .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
      .map(\.element)
  }
}

/// A finding about one statement of a document, which affects at most this statement.
package struct FormatFinding: Hashable, Sendable {
  /// The importance of a finding.
  package enum Severity: String, Sendable {
    /// The statement was dropped.
    case error
    /// The statement is kept, but probably differs from the author's intention.
    case warning
    case note
  }

  package let severity: Severity
  /// The stable name, such as `duplicate-key`.
  package let rule: String
  package let position: SourcePosition
  /// The reason, in one sentence.
  package let message: String
  /// Empty if the message implies it.
  package let remedy: String

  package init(
    _ severity: Severity, rule: String, at position: SourcePosition, message: String,
    remedy: String = ""
  ) {
    self.severity = severity
    self.rule = rule
    self.position = position
    self.message = message
    self.remedy = remedy
  }
}
