import CommandLineInterface
import CommandOutput

struct OpenWith: Command {
  static let name = "open-with"
  static let abstract = "Tell which application would open a file or a type; nothing is opened."
  static var discussion: String {
    """
    The type of a file is the one that uti identify gives, and the application the one that the \
    desktop has as its default; uti apps lists the others, and uti default sets another.

    Exit status: 0 every input was answered; 1 no application opens one of them; 2 an input failed, \
    and all others were answered.

    Examples:
      uti open-with report.pdf
      uti open-with inode/directory
      uti open-with *.odt --format jsonl
    """
  }

  private var inputs: [TypeArgument] = []
  private var registryOptions = RegistryOptions()
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.arguments(
      &inputs, "path|type", help: "Paths of items, or types.", completion: .typesAndFiles)
    parameters.group(&registryOptions)
    parameters.group(&output)
  }

  func run() throws {
    try ResultPrinter.printApplications(inputs, registryOptions, output) {
      [$0.preferred].compactMap(\.self)
    }
  }
}
