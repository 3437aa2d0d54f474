import ArgumentParser

struct OpenWith: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open-with",
    abstract: "Tell which application would open a file or a type; nothing is opened.",
    discussion: """
      The type of a file is the one that uti identify gives, and the application the one that the \
      desktop has as its default; uti apps lists the others, and uti default sets another.

      Exit status: 0 every input was answered; 1 no application opens one of them; 2 an input failed, \
      and all others were answered.

      Examples:
        uti open-with report.pdf
        uti open-with inode/directory
        uti open-with *.odt --format jsonl
      """)

  @Argument(help: ArgumentHelp("Paths of items, or types.", valueName: "path|type"))
  var inputs: [TypeArgument]

  @OptionGroup var registryOptions: RegistryOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try ResultPrinter.printApplications(inputs, registryOptions, output) {
      [$0.preferred].compactMap(\.self)
    }
  }
}
