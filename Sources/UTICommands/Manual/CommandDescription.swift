import TypeDeclarations

/// A command as it describes itself to the argument parser, and so in its help.
struct CommandDescription {
  /// An argument, an option or a flag.
  struct Argument {
    /// `-r, --recursive`, or nothing for a positional argument.
    let names: [String]
    let valueName: String
    let abstract: String
    let takesValue: Bool
    let isOptional: Bool
    let isRepeating: Bool
    let defaultValue: String?
    let values: [String]
  }

  let name: String
  let abstract: String
  let discussion: String
  let arguments: [Argument]
  let subcommands: [CommandDescription]

  /// Reads the description that the argument parser gives of a command with `_dumpHelp`.
  ///
  /// - Parameter json: the document.
  /// - Throws: `DeclarationError` when it is none.
  init(json: String) throws(DeclarationError) {
    let document = try JSONParser.parse(Array(json.utf8), file: "description")
    self.init(document["command"])
  }

  private init(_ node: JSONNode?) {
    name = node?["commandName"]?.text ?? ""
    abstract = node?["abstract"]?.text ?? ""
    discussion = node?["discussion"]?.text ?? ""
    arguments = node?["arguments"]?.elements.compactMap(Argument.init) ?? []
    subcommands =
      node?["subcommands"]?.elements.map(CommandDescription.init)
      .filter { $0.name != "help" } ?? []
  }
}

extension CommandDescription.Argument {
  fileprivate init?(_ node: JSONNode) {
    guard node["shouldDisplay"]?.isTrue ?? true else { return nil }
    names = (node["names"]?.elements ?? []).map { name in
      (name["kind"]?.text == "short" ? "-" : "--") + (name["name"]?.text ?? "")
    }
    valueName = node["valueName"]?.text ?? ""
    abstract = node["abstract"]?.text ?? ""
    takesValue = node["kind"]?.text != "flag"
    isOptional = node["isOptional"]?.isTrue ?? false
    isRepeating = node["isRepeating"]?.isTrue ?? false
    defaultValue = node["defaultValue"]?.text
    values = node["allValues"]?.elements.compactMap(\.text) ?? []
  }
}

extension JSONNode {
  /// The member of an object.
  fileprivate subscript(name: String) -> JSONNode? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.name == name }?.value
  }

  fileprivate var text: String? {
    if case .string(let text) = content { text } else { nil }
  }

  fileprivate var isTrue: Bool {
    if case .boolean(let value) = content { value } else { false }
  }

  fileprivate var elements: [JSONNode] {
    if case .array(let elements) = content { elements } else { [] }
  }
}
