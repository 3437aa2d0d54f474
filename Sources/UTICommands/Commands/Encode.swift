import ArgumentParser
import TypeGraph

struct Encode: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "encode",
    abstract: "Compute the dynamic identifier of tags.",
    discussion: """
      Without --conforming-to the type conforms to public.data, as the types of \
      UTType(filenameExtension:) do. No registry is asked: a declared type may have the tag too.

      Examples:
        uti encode .xyz
        uti encode --no-supertype ostype=ABCD
        uti encode --combined .xyz application/x-xyz
      """)

  @Argument(
    help: ArgumentHelp(
      "An extension with its dot, a MIME type, or a tag class and a value.",
      valueName: ".ext|media/type|class=value"))
  var tags: [TypeArgument]

  @Option(
    help: ArgumentHelp("The supertype written into the identifier.", valueName: "identifier"))
  var conformingTo: [String] = []

  @Flag(help: "Write no supertype, as UTType(tag:tagClass:conformingTo: nil) does.")
  var noSupertype = false

  @Flag(help: "Put all tags into one identifier instead of one each.")
  var combined = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    for tag in tags where tag.tag == nil {
      throw ValidationError("\(tag.text) is no tag; write .ext, media/type or class=value")
    }
    for supertype in conformingTo where TypeIdentifier(supertype) == nil {
      throw ValidationError("\(supertype) is not an identifier")
    }
    if noSupertype, !conformingTo.isEmpty {
      throw ValidationError("--no-supertype and --conforming-to exclude each other")
    }
  }

  func run() throws {
    let supertypes =
      noSupertype
      ? []
      : conformingTo.isEmpty ? [TypeIdentifier.data] : conformingTo.compactMap(TypeIdentifier.init)
    let all = tags.compactMap(\.tag)
    for tag in tags { try tag.tag.map(tag.checkTagClass) }
    let texts = tags.map(\.text)
    let groups =
      combined ? [(texts.joined(separator: " "), all)] : zip(texts, all.map { [$0] }).map { $0 }
    var printer = ResultPrinter(output)
    for (query, group) in groups {
      let dynamic = DynamicIdentifier(tags: group, conformsTo: supertypes)
      let identifier = dynamic.identifier.rawValue
      printer.print(
        CommandResult(
          fields: [
            ("query", .string(query)), ("identifier", .string(identifier)),
            ("decoded", .string(dynamic.description)),
          ],
          columns: [query, identifier, dynamic.description]))
    }
    printer.finish()
  }
}
