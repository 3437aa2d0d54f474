import Measure

/// The comparisons of one subject.
///
/// They are made one after another when they are run, because some need much memory.
protocol Suite {
  /// Runs the comparisons whose names are wanted.
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
