/// The maximum ratio of each comparison to its floor.
public struct Thresholds: Sendable {
  private var limits: [String: Double] = [:]

  /// Reads lines of a name, a tab and a number.
  ///
  /// Text after another tab is the reason, and lines that begin with `#` are ignored.
  ///
  /// - Throws: ``Malformed`` at the first other line.
  public init(_ text: String) throws(Malformed) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty && !line.hasPrefix("#") {
      let fields = line.split(separator: "\t")
      guard fields.count >= 2, let limit = Double(fields[1]) else {
        throw Malformed(line: index + 1)
      }
      limits[String(fields[0])] = limit
    }
  }

  /// The maximum ratio; nil if it is not set.
  public func limit(of name: String) -> Double? { limits[name] }

  /// A line that is not a threshold.
  public struct Malformed: Error, CustomStringConvertible {
    let line: Int

    /// The line and the remedy.
    public var description: String {
      "thresholds.tsv:\(line): error: expected NAME, a tab and a number"
    }
  }
}
