import ArgumentParser

struct Identify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify",
    abstract: "Tell what type files are.",
    discussion: """
      Each item is answered in its turn, and one that fails is named on standard error. A path that \
      holds tabs, line feeds or other control characters is printed with escapes (\\t, \\n, \\x1B); \
      --null prints it as it is.

      Exit status: 0 every item was answered; 1 --is says no, or no item conforms to what \
      --conforming-to and --not-conforming-to ask for; 2 an item failed, and all others were answered; \
      65 a header of --stream cannot be read.

      Examples:
        uti identify photo.jpg notes.md
        uti identify -r0 --conforming-to public.image --print path . | xargs -0 ls
        uti identify -b --mime-type photo.jpg
        uti identify --is public.image upload.bin && echo an image
        uti identify -r --print '{path} is {type}, by its {basis}' .
        uti identify --stream < records
        find . -newer stamp -print0 | uti identify --files0-from - --format jsonl
      """)

  @OptionGroup var items: ItemOptions

  @Flag(name: .shortAndLong, help: "Print no path, and of the answer the identifier alone.")
  var brief = false

  @Flag(help: "Print the MIME type.")
  var mimeType = false

  @Flag(help: "Print the encoding of a text, and binary for what is no text.")
  var mimeEncoding = false

  @Flag(name: .customLong("extension"), help: "Print the extension that such files should have.")
  var filenameExtension = false

  @Option(
    name: .customLong("print"),
    help: ArgumentHelp(
      """
      Print these fields: a list, as in path,type, or a template, as in '{path} is {type}'. \
      uti help formats names them all.
      """, valueName: "fields"))
  var layout: String?

  @Option(
    name: .customLong("is"),
    help: ArgumentHelp(
      "Tell whether the one item is of a type that conforms to this one: yes or no.",
      valueName: "type"),
    completion: TypeArgument.defaultCompletionKind)
  var question: String?

  @Flag(
    name: .shortAndLong,
    help: """
      Print nothing: the exit status answers. With --conforming-to or --not-conforming-to the first \
      item that counts ends the search.
      """)
  var quiet = false

  @Flag(
    help: """
      Answer bytes instead of files: standard input has records of a line of JSON with id and length \
      (and name or nameBase64, and size when the bytes are only the beginning), then so many bytes. \
      Each answer is a line of JSON with the id, written before the next record is waited for.
      """)
  var stream = false

  @Flag(
    name: [.customShort("0"), .long],
    help: "End each field and each record with NUL instead of tab and line feed, without escapes.")
  var null = false

  @OptionGroup var registryOptions: RegistryOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let fault = request.fault { throw ValidationError(fault) }
  }

  func run() throws {
    try request.run()
  }

  /// What is asked for, without the means of the argument parser.
  var request: IdentifyRequest {
    IdentifyRequest(
      items: items.selection, isBrief: brief, showsMIMEType: mimeType, showsEncoding: mimeEncoding,
      showsExtension: filenameExtension, layout: layout, question: question, isQuiet: quiet,
      isStream: stream, endsWithNUL: null, view: registryOptions.view,
      directories: registryOptions.directories,
      format: output.format, color: output.color, language: output.language)
  }
}
