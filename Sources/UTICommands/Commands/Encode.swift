import UTICommandLineInterface
import UTICommandOutput
internal import UTIDataFormats
import UTITypeGraph

struct Encode: Command {
  static let name = "encode"
  static let abstract = "Compute the dynamic identifier of tags."
  static var discussion: String {
    """
    Without --conforming-to the type conforms to public.data, as the types of \
    UTType(filenameExtension:) do. No registry is read, so a declared type may have the tag too.

    Examples:
      uti encode .xyz
      uti encode --no-supertype ostype=ABCD
      uti encode --combined .xyz application/x-xyz
    """
  }

  private var tags: [TypeArgument] = []
  private var supertypes: [String] = []
  private var hasNoSupertype = false
  private var isCombined = false
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.arguments(
      &tags, ".ext|media/type|class=value",
      help: "An extension with its dot, a MIME type, or a tag class and a value.")
    parameters.option(
      &supertypes, "--conforming-to", value: "identifier",
      help: "The supertype in the identifier.", completion: .types)
    parameters.flag(
      &hasNoSupertype, "--no-supertype",
      help: "Write no supertype, as UTType(tag:tagClass:conformingTo: nil) does.")
    parameters.flag(
      &isCombined, "--combined", help: "Encode all tags in one identifier instead of one for each.")
    parameters.group(&output)
  }

  var fault: String? {
    for tag in tags where tag.tag == nil {
      return "\(tag.text) is not a tag; write .ext, media/type or class=value"
    }
    for supertype in supertypes where TypeIdentifier(supertype) == nil {
      return "\(supertype) is not an identifier"
    }
    return hasNoSupertype && !supertypes.isEmpty
      ? "--no-supertype and --conforming-to exclude each other" : nil
  }

  func run() throws {
    let supertypes =
      hasNoSupertype
      ? []
      : self.supertypes.isEmpty
        ? [TypeIdentifier.data] : self.supertypes.compactMap(TypeIdentifier.init)
    let all = tags.compactMap(\.tag)
    for tag in tags { try tag.tag.map(tag.checkTagClass) }
    let texts = tags.map(\.text)
    let groups =
      isCombined ? [(texts.joined(separator: " "), all)] : zip(texts, all.map { [$0] }).map { $0 }
    let results = groups.map { query, group in
      let dynamic = DynamicIdentifier(tags: group, conformsTo: supertypes)
      return CommandResult(
        [
          ("query", .string(query)), ("identifier", .string(dynamic.identifier.rawValue)),
          ("decoded", .string(dynamic.description)),
        ], columns: ["query", "identifier", "decoded"])
    }
    ResultPrinter.print(results, output)
  }
}
