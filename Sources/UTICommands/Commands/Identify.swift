struct Identify: Command {
  static let name = "identify"
  static let abstract = "Tell what type files are."
  static var discussion: String {
    """
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
    """
  }

  private(set) var request = IdentifyRequest()

  mutating func declare(_ parameters: inout Parameters) {
    parameters.group(&request.items)
    parameters.flag(
      &request.isBrief, "-b", "--brief",
      help: "Print no path, and of the answer the identifier alone.")
    parameters.flag(&request.showsMIMEType, "--mime-type", help: "Print the MIME type.")
    parameters.flag(
      &request.showsEncoding, "--mime-encoding",
      help: "Print the encoding of a text, and binary for what is no text.")
    parameters.flag(
      &request.showsExtension, "--extension",
      help: "Print the extension that such files should have.")
    parameters.option(
      &request.layout, "--print", value: "fields",
      help: """
        Print these fields: a list, as in path,type, or a template, as in '{path} is {type}'. uti \
        help formats names them all.
        """,
      completion: Completion(words: ItemLayout.completions))
    parameters.option(
      &request.question, "--is", value: "type",
      help: "Tell whether the one item is of a type that conforms to this one: yes or no.",
      completion: .types)
    parameters.flag(
      &request.isQuiet, "-q", "--quiet",
      help: """
        Print nothing: the exit status answers. With --conforming-to or --not-conforming-to the \
        first item that counts ends the search.
        """)
    parameters.flag(
      &request.isStream, "--stream",
      help: """
        Answer bytes instead of files: standard input has records of a line of JSON with id and \
        length (and name or nameBase64, and size when the bytes are only the beginning), then so \
        many bytes. Each answer is a line of JSON with the id, written before the next record is \
        waited for.
        """)
    parameters.flag(
      &request.endsWithNUL, "-0", "--null",
      help: "End each field and each record with NUL instead of tab and line feed, without escapes."
    )
    parameters.group(&request.registryOptions)
    parameters.group(&request.output)
  }

  var fault: String? { request.fault }

  func run() throws {
    try request.run()
  }
}
