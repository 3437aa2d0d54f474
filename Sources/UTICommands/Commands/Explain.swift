import UTICommandLineInterface
import UTICommandOutput

struct Explain: Command {
  static let name = "explain"
  static let abstract = "Explain the types that identify prints for files."
  static var discussion: String {
    """
    The explanation lists each matching rule, its offset in the file, and its origin.

    Exit status: 0 every item was explained; 1 no item passes --conforming-to and \
    --not-conforming-to; 2 an item failed, and all others were explained.

    Examples:
      uti explain photo.jpg
      uti explain --by content photo.jpg
      curl -s https://example.com/logo | uti explain - --name logo.png
      uti explain -r --format jsonl Downloads | jq .disagreement
    """
  }

  private var items = ItemSelection()
  private var registryOptions = RegistryOptions()
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.group(&items)
    parameters.group(&registryOptions)
    parameters.group(&output)
  }

  var fault: String? { items.fault }

  func run() throws {
    let registry = try registryOptions.load(isForMany: items.mayBeLong)
    try registryOptions.sandbox.enter()
    try items.answerEach(in: registry, registryOptions, output) { path, verdict, _ in
      let story = VerdictExplanation(
        path: path, verdict: verdict, registry: registry, output: output)
      return CommandResult(
        in: output.format, fields: story.fields, columns: story.columns, lines: story.lines)
    }
  }
}
