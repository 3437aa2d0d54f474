import UTICommandLineInterface
import UTICommandOutput

struct OpenWith: Command {
  static let name = "open-with"
  static let abstract = "Show the application that would open a file or a type; nothing is opened."
  static var discussion: String {
    """
    The type of a file is the result of uti identify, and the application is the default of the \
    desktop. uti apps lists the other applications, and uti default sets another default.

    Exit status: 0 every input has an application; 1 no application opens one of them; 2 an input \
    failed, and all others have a result.

    Examples:
      uti open-with report.pdf
      uti open-with inode/directory
      uti open-with *.odt --format jsonl
    """
  }

  private var inputs: [TypeArgument] = []
  private var sandbox = SandboxOptions()
  private var registryOptions = RegistryOptions()
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.arguments(
      &inputs, "path|type", help: "Paths of items, or types.", completion: .typesAndFiles)
    parameters.group(&sandbox)
    parameters.group(&registryOptions)
    parameters.group(&output)
  }

  func run() throws {
    try ResultPrinter.printApplications(inputs, sandbox, registryOptions, output) {
      [$0.preferred].compactMap(\.self)
    }
  }
}
