/// The greatest ratio to its floor that each comparison may have.
public struct Thresholds: Sendable {
  private var limits: [String: Double] = [:]

  /// Reads lines of a name, a tab and a number; what follows another tab says why, and lines that
  /// begin with `#` are passed over.
  ///
  /// - Throws: ``Malformed`` at the first line that is something else.
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

  /// The greatest ratio allowed; nil when nobody has set one.
  public func limit(of name: String) -> Double? { limits[name] }

  /// A line that is no threshold.
  public struct Malformed: Error, CustomStringConvertible {
    let line: Int

    /// The line and the remedy.
    public var description: String {
      "thresholds.tsv:\(line): error: expected NAME, a tab and a number"
    }
  }
}
