public import ArgumentParser
public import TypeDetection

extension DetectionBasis: ExpressibleByArgument {}

/// The options that say which items a command is asked about, and which of them count.
struct ItemOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The items: paths or file:// URLs; - is standard input.", valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @Option(help: "What to look at: name, content or both. With name the item need not exist.")
  var by: DetectionBasis = .both

  @Flag(name: .shortAndLong, help: "Walk into directories; packages are one item each.")
  var recursive = false

  @Flag(help: "Look at symbolic links themselves, not at what they lead to.")
  var noDereference = false

  @Option(
    help: ArgumentHelp(
      "Read paths, one a line, from a file, or from standard input for -.", valueName: "file"),
    completion: .file())
  var filesFrom: String?

  @Option(
    name: .customLong("files0-from"),
    help: ArgumentHelp(
      "Read paths that end in NUL from a file, or from standard input for -.", valueName: "file"),
    completion: .file())
  var filesEndedByNULFrom: String?

  @Option(help: ArgumentHelp("The name that standard input goes by.", valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Only items of a type that conforms to this one; given again, to any of them.",
      valueName: "type"),
    completion: TypeArgument.defaultCompletionKind)
  var conformingTo: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only items of a type that does not conform to this one; may be given again.",
      valueName: "type"),
    completion: TypeArgument.defaultCompletionKind)
  var notConformingTo: [String] = []

  /// What is asked for, without the means of the argument parser.
  var selection: ItemSelection {
    ItemSelection(
      paths: paths, by: by, isRecursive: recursive, followsLinks: !noDereference,
      lineList: filesFrom, nulList: filesEndedByNULFrom, name: name, supertypes: conformingTo,
      excludedSupertypes: notConformingTo)
  }
}
