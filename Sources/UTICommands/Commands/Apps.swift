import ArgumentParser

struct Apps: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apps",
    abstract: "List the applications that open a type or a file, the default marked, and say why.",
    discussion: """
      The answer is the desktop's own: from mimeapps.list in the folders of settings and of data, from \
      gnome-mimeapps.list and the like for the desktop of XDG_CURRENT_DESKTOP, and from what desktop \
      files say of themselves. The last column names the line that decides. A type that no application \
      opens is opened by those of the types above it. A statement about an application that is not \
      installed is told on standard error.

      Exit status: 0 every input was answered; 1 no application opens one of them; 2 an input failed, \
      and all others were answered.

      Examples:
        uti apps application/pdf
        uti apps .odt report.pdf
        uti apps x-scheme-handler/https --format jsonl
      """)

  @Argument(help: ArgumentHelp("Types, or paths of items.", valueName: "type|path"))
  var inputs: [TypeArgument]

  @OptionGroup var registryOptions: RegistryOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try ResultPrinter.printApplications(inputs, registryOptions, output) { $0.all }
  }
}
