package import UTIDataFormats

extension ResultPrinter {
  /// Prints the result of each of several inputs, in text form with an empty line between them.
  ///
  /// A failed input is reported on standard error, and is a record with `error` in JSON.
  ///
  /// - Parameters:
  ///   - inputs: the inputs, which are requested one after the other.
  ///   - name: returns the fields that name an input in a record.
  ///   - answers: returns the results; none for inputs to omit.
  /// - Returns: whether a result was printed.
  /// - Throws: ``CommandFailure``, after all other inputs have been processed.
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
