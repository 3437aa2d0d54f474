import UTICommandOutput
import UTIDataFormats

extension ResultPrinter {
  /// Prints the result for each of several arguments, which are `query` in a record; see
  /// ``printEach(_:_:name:answers:)``.
  @discardableResult
  static func printEach(
    queries: [TypeArgument], _ output: OutputOptions,
    answers: (TypeArgument) throws -> [CommandResult]
  ) throws -> Bool {
    try printEach(
      queries, output, name: { [("query", .string($0.text))] }, answers: answers)
  }
}
