import UTICommandLineInterface
import UTICommandOutput
internal import UTIDataFormats
import UniformTypes

struct Tree: Command {
  static let name = "tree"
  static let abstract = "Draw the supertypes or subtypes of a type."
  static var discussion: String {
    """
    Examples:
      uti tree public.jpeg
      uti tree --down public.image
      uti tree --format tsv --down public.archive | cut -f 2
    """
  }

  private var type = TypeArgument()
  private var drawsUp = false
  private var drawsDown = false
  private var registryOptions = RegistryOptions()
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.argument(&type, "type", help: "The type to start from.")
    parameters.flag(&drawsUp, "--up", help: "Draw the supertypes (the default).")
    parameters.flag(&drawsDown, "--down", help: "Draw the subtypes.")
    parameters.group(&registryOptions)
    parameters.group(&output)
  }

  var fault: String? {
    drawsUp && drawsDown ? "--up and --down exclude each other" : nil
  }

  func run() throws {
    let registry = try registryOptions.load()
    try registryOptions.sandbox.enter()
    let root = try type.type(in: registry)
    var drawing = TypeTree(next: drawsDown ? registry.subtypes() : { $0.parents }, output: output)
    let results: [CommandResult]
    switch output.format {
    case .text:
      drawing.draw(root)
      results = [CommandResult(lines: drawing.lines)]
    case .tsv, .csv, .droidCSV, .siegfriedCSV:
      results = drawing.rows(root).map { depth, type in
        CommandResult(columns: [String(depth), type.identifier])
      }
    case .json, .jsonl: results = [CommandResult(fields: drawing.fields(root))]
    }
    ResultPrinter.print(results, output)
  }
}

/// The tree of the supertypes or subtypes of a type.
///
/// Each type is expanded once and later only named, so that the drawing is as long as the graph.
private struct TypeTree {
  /// A registry with a damaged file may have longer chains, and the drawing is recursive.
  private static let greatestDepth = 500

  let next: (UTType) -> [UTType]
  let output: OutputOptions
  var lines: [String] = []
  var seen: Set<UTType> = []
  /// The expanded types that no type follows.
  var leaves: Set<UTType> = []

  mutating func draw(
    _ type: UTType, prefix: String = "", connector: String = "", rest: String = "", depth: Int = 0
  ) {
    let description = type.localizedDescription(in: output.languages)
    let isNew = depth < Self.greatestDepth && seen.insert(type).inserted
    let following = isNew ? next(type) : []
    let isLeaf = isNew ? following.isEmpty : isLeaf(type)
    if isNew, isLeaf { leaves.insert(type) }
    let tail = description.map { "  " + output.dimmed($0) } ?? ""
    let mark = isNew || isLeaf ? "" : " ..."
    lines.append(prefix + connector + type.identifier + mark + tail)
    guard isNew else { return }
    for (index, child) in following.enumerated() {
      let isLast = index == following.count - 1
      draw(
        child, prefix: prefix + rest, connector: isLast ? "└─ " : "├─ ",
        rest: isLast ? "   " : "│  ", depth: depth + 1)
    }
  }

  /// No type follows the type, which is not expanded.
  private func isLeaf(_ type: UTType) -> Bool {
    leaves.contains(type) || !seen.contains(type) && next(type).isEmpty
  }

  func rows(_ root: UTType) -> [(depth: Int, type: UTType)] {
    var rows: [(depth: Int, type: UTType)] = []
    var seen: Set<UTType> = []
    func visit(_ type: UTType, depth: Int) {
      rows.append((depth, type))
      guard depth < Self.greatestDepth, seen.insert(type).inserted else { return }
      for child in next(type) { visit(child, depth: depth + 1) }
    }
    visit(root, depth: 0)
    return rows
  }

  func fields(_ root: UTType) -> [(key: String, value: JSONValue)] {
    var seen: Set<UTType> = []
    func visit(_ type: UTType, depth: Int) -> [(key: String, value: JSONValue)] {
      let isNew = depth < Self.greatestDepth && seen.insert(type).inserted
      let following = isNew ? next(type).map { JSONValue.object(visit($0, depth: depth + 1)) } : []
      return [("type", .string(type.identifier)), ("next", .array(following))]
    }
    return visit(root, depth: 0)
  }
}
