package import DataFormats
import TypeDetection

extension ResultPrinter {
  /// Prints the answer about each of several inputs, in text form with an empty line between them.
  ///
  /// One that fails is named on standard error, and is a record with `error` in JSON.
  ///
  /// - Parameters:
  ///   - inputs: the inputs, asked for one after the other.
  ///   - name: the fields that name an input in a record.
  ///   - answers: the answers; none when they are not wanted.
  /// - Returns: whether anything was printed.
  /// - Throws: ``CommandFailure``, after everything that can be answered has been.
  @discardableResult
  package static func printEach<Input>(
    _ inputs: some Sequence<Input>, _ output: OutputOptions,
    name: (Input) -> [(key: String, value: JSONValue)],
    answers: (Input) throws -> [CommandResult]
  ) throws -> Bool {
    var printer = ResultPrinter(output)
    var hasFailed = false
    var hasAnswered = false
    for input in inputs {
      do {
        for var result in try answers(input) {
          if hasAnswered, output.format == .text { result.lines = result.lines.map { [""] + $0 } }
          hasAnswered = true
          printer.print(result)
        }
      } catch {
        hasFailed = true
        let failure = CommandFailure(input: error)
        failure.report()
        printer.printFailure(of: name(input), failure.messages.joined(separator: "; "))
      }
    }
    printer.finish()
    if hasFailed { throw CommandFailure(.someFailed) }
    return hasAnswered
  }
}
