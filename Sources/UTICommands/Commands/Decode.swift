import UTICommandLineInterface
import UTICommandOutput
internal import UTIDataFormats
import UTITypeGraph

struct Decode: Command {
  static let name = "decode"
  static let abstract = "Show the tags that a dynamic identifier encodes."
  static var discussion: String {
    """
    The tags are part of the identifier, so no registry is read.

    Exit status: 0 every identifier was decoded; 2 an identifier is invalid, and all others were \
    decoded.

    Examples:
      uti decode dyn.ah62d4rv4ge8wy
      uti decode --format jsonl dyn.ah62d4rv4ge8wy | jq .tags
    """
  }

  private var identifiers: [String] = []
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.arguments(&identifiers, "dyn...", help: "Identifiers that begin with dyn.a.")
    parameters.group(&output)
  }

  func run() throws {
    func name(_ text: String) -> [(key: String, value: JSONValue)] {
      [("identifier", .string(text))]
    }
    try ResultPrinter.printEach(identifiers, output, name: name) { text in
      guard let identifier = TypeIdentifier(text), let decoded = DynamicIdentifier(identifier)
      else {
        throw CommandFailure(
          .someFailed,
          "\(text): not a dynamic identifier, or a truncated one; it begins with dyn.a and "
            + "continues with the letters a-h, k, m, n, p-z and digits")
      }
      return [result(text, decoded)]
    }
  }

  private func result(_ text: String, _ decoded: DynamicIdentifier) -> CommandResult {
    var tags: [(key: String, value: JSONValue)] = []
    for tag in decoded.tags where !tags.contains(where: { $0.key == tag.tagClass.rawValue }) {
      let values = decoded.tags.filter { $0.tagClass == tag.tagClass }.map(\.value)
      tags.append((tag.tagClass.rawValue, .strings(values)))
    }
    let supertypes = decoded.conformsTo.map(\.rawValue)
    let tagText = decoded.tags.map { "\($0.tagClass.rawValue)=\($0.value)" }
    return CommandResult(
      fields: [
        ("identifier", .string(text)), ("tags", .object(tags)),
        ("conformsTo", .strings(supertypes)),
        ("reencoded", .string(decoded.identifier.rawValue)),
      ],
      columns: [text, tagText.joined(separator: " "), supertypes.joined(separator: " ")])
  }
}
