import Measure

/// The comparisons of one subject.
///
/// They are created one after another during the run, because some need much memory.
protocol Suite {
  /// Runs the comparisons with the selected names.
  func run(_ options: Options, into report: inout Report) throws
}

extension Suite {
  func measure(
    _ options: Options, into report: inout Report, _ name: String,
    _ comparison: (String) throws -> Comparison
  ) throws {
    guard options.selects(name) else { return }
    report.add(try comparison(name).measure())
  }
}
