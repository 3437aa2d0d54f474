import CommandLineInterface
import CommandOutput
import UniformTypes

struct Explain: Command {
  static let name = "explain"
  static let abstract = "Tell why files have the types that identify gives."
  static var discussion: String {
    """
    The story names each rule that was met, its place in the file and who declares it.

    Exit status: 0 every item was answered; 1 no item conforms to what --conforming-to and \
    --not-conforming-to ask for; 2 an item failed, and all others were answered.

    Examples:
      uti explain photo.jpg
      uti explain --by content photo.jpg
      curl -s https://example.com/logo | uti explain - --name logo.png
      uti explain -r --format jsonl --conforming-to public.text . | jq .disagreement
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
    let registry = try registryOptions.load()
    try items.answerEach(in: registry, output) { path, verdict, _ in
      let story = VerdictExplanation(path, verdict, registry: registry, output: output)
      return CommandResult(
        in: output.format, fields: story.fields, columns: story.columns, lines: story.lines)
    }
  }
}
