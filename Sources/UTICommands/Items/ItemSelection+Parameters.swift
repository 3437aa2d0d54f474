import UTICommandLineInterface
import UTITypeDetection

/// The options that select the items of a command.
extension ItemSelection: ParameterGroup {
  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.arguments(
      &paths, "path", isRequired: false,
      help: "The items: paths or file:// URLs; - is standard input.", completion: .files)
    parameters.option(
      &by, "--by", value: "by",
      help: "The evidence to use: name, content or both. With name the item need not exist.")
    parameters.flag(
      &isRecursive, "-r", "--recursive",
      help: "Walk into directories; packages are one item each.")
    parameters.group(&walk)
    parameters.flag(
      &followsLinks, "--no-dereference", sets: false,
      help: "Identify symbolic links themselves, not their destinations.")
    parameters.option(
      &lineList, "--files-from", value: "file",
      help: """
        Read paths, one a line, from a file, or from standard input for -. If the first line ends in \
        CR and LF, so do all.
        """,
      completion: .files)
    parameters.option(
      &nulList, "--files0-from", value: "file",
      help: "Read paths that end in NUL from a file, or from standard input for -.",
      completion: .files)
    parameters.option(
      &inventory, "--s3-inventory", value: "file",
      help: """
        Read rows of an S3 inventory in CSV from a file, or from standard input for -: the bucket, \
        the encoded key, and other columns. The path is BUCKET/KEY; --by name needs no file there.
        """,
      completion: .files)
    parameters.option(
      &name, "--name", value: "name", help: "The name of standard input.")
    parameters.option(
      &supertypes, "--conforming-to", value: "type",
      help: "Only items of a type that conforms to this one; given again, to any of them.",
      completion: .types)
    parameters.option(
      &excludedSupertypes, "--not-conforming-to", value: "type",
      help: "Only items of a type that does not conform to this one; may be given again.",
      completion: .types)
  }
}
