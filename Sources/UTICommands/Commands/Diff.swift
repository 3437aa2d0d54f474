import SystemPackage
import UTICommandLineInterface
import UTICommandOutput
internal import UTIDataFormats
internal import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph

struct Diff: Command {
  static let name = "diff"
  static let abstract = "List the differences of two registries, inventories or signature files."
  static var discussion: String {
    """
    Each side is a directory of declarations, a declaration file of any format, or an image that \
    uti compile wrote; it is compared alone, without installed declarations.

    If both sides are inventories, as uti identify writes them with --format csv or jsonl, the \
    differing items are listed: added, removed, with another type, or with other contents. Contents \
    are compared by a digest that both inventories have, or else by the size. A difference between \
    the lines of --provenance is reported on standard error.

    If both sides are signature files of PRONOM of one kind, the formats that were added, removed or \
    changed are listed, with the changed names, versions, MIME names, extensions, priorities and \
    signatures.

    Exit status: 0 the same; 1 they differ; 65 a side cannot be read as declarations; 66 a side \
    cannot be opened.

    Examples:
      uti diff Before After
      uti diff --format tsv old.plist new.plist
      uti diff monday.csv tuesday.csv
      uti diff DROID_SignatureFile_V117.xml DROID_SignatureFile_V118.xml
    """
  }

  private var before = ""
  private var after = ""
  private var sandbox = SandboxOptions()
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.argument(&before, "a", help: "The earlier registry.", completion: .files)
    parameters.argument(&after, "b", help: "The later registry.", completion: .files)
    parameters.group(&sandbox)
    parameters.group(&output)
  }

  func run() throws {
    try sandbox.enter()
    for path in [before, after] { try Self.checkIsReadable(path) }
    switch (try ComparedInventory(before), try ComparedInventory(after)) {
    case (let old?, let new?): return try compare(old, new)
    case (nil, nil): break
    case (let old, _):
      throw CommandFailure(
        .badDeclarations,
        "\(old == nil ? before : after): not an inventory of uti identify, as the other side is")
    }
    if try compareSignatures() { return }
    let before = TypeFacts(try ComparedRegistry.read(before))
    let after = TypeFacts(try ComparedRegistry.read(after))
    let differences = before.differences(to: after)
    ResultPrinter.print(differences.flatMap(results), output)
    if !differences.isEmpty { throw CommandFailure(.negative) }
  }

  /// Otherwise the other side would be blamed, for its format.
  private static func checkIsReadable(_ path: String) throws(CommandFailure) {
    guard path != "-" else { return }
    do {
      let status = try FileStatus(of: FilePath(text: path), followsLinks: true)
      guard status.kind == .regular else { return }
      try FileDescriptor.open(FilePath(text: path), .readOnly, options: .closeOnExec).close()
    } catch {
      throw CommandFailure(.inputMissing, "\(path): cannot be opened: \(error)")
    }
  }

  private func compare(_ old: ComparedInventory, _ new: ComparedInventory) throws {
    if let provenance = old.provenance, let later = new.provenance, provenance != later {
      StandardError.report("note: the inventories have other versions:")
      StandardError.print("  " + VisibleText.shortened(provenance))
      StandardError.print("  " + VisibleText.shortened(later))
    }
    for (path, inventory) in [(before, old), (after, new)] {
      guard let first = inventory.repeatedPaths.first else { continue }
      StandardError.report(
        "\(path): warning: \(inventory.repeatedPaths.count) rows repeat the path of another, such as "
          + "\(VisibleText.shortened(first)); the last row of a path is compared")
    }
    if old.contentColumns.isDisjoint(with: new.contentColumns),
      !old.contentColumns.isEmpty || !new.contentColumns.isEmpty
    {
      StandardError.report(
        "note: contents are not compared, because the inventories have no digest or size in common: "
          + "\(Self.columns(old)), and \(Self.columns(new)); write both with the same --print")
    }
    let differences = old.differences(to: new)
    let results = differences.map { difference in
      CommandResult(
        [
          ("change", .string(difference.change.rawValue)), ("path", .string(difference.path)),
          ("before", .optional(difference.before)), ("after", .optional(difference.after)),
        ], columns: ["change", "path", "before", "after"])
    }
    ResultPrinter.print(results, output)
    if !differences.isEmpty { throw CommandFailure(.negative) }
  }

  private static func columns(_ inventory: ComparedInventory) -> String {
    inventory.contentColumns.isEmpty
      ? "none" : inventory.contentColumns.sorted().joined(separator: ", ")
  }

  /// False if neither side is a signature file.
  private func compareSignatures() throws -> Bool {
    let (old, new) = (try ComparedSignatures(before), try ComparedSignatures(after))
    guard let old, let new else {
      if old == nil, new == nil { return false }
      throw CommandFailure(
        .badDeclarations,
        "\(old == nil ? before : after): not a signature file of PRONOM, as the other side is")
    }
    guard old.kind == new.kind else {
      throw CommandFailure(
        .badDeclarations,
        "\(after): a \(new.kind.rawValue) signature file, and the other side is a "
          + "\(old.kind.rawValue) one; compare two of one kind")
    }
    let differences = old.differences(to: new)
    ResultPrinter.print(differences.flatMap(results), output)
    if !differences.isEmpty { throw CommandFailure(.negative) }
    return true
  }

  /// One for each format, and in tables one for each statement.
  private func results(_ difference: FormatDifference) -> [CommandResult] {
    if output.format == .tsv {
      let head = [difference.change.rawValue, difference.puid]
      return difference.fields.flatMap { field in
        Self.lines(field).map { CommandResult(columns: head + [field.name, $0.sign, $0.value]) }
      }
    }
    let version = difference.version.isEmpty ? "" : " " + difference.version
    var lines = [
      "\(Self.sign(difference.change)) \(output.emphasized(difference.puid))  "
        + difference.name + version
    ]
    if difference.change == .changed { lines += Self.lines(difference.fields) }
    return [
      CommandResult(
        fields: [
          ("format", .string(difference.puid)), ("name", .string(difference.name)),
          ("version", difference.version.isEmpty ? .null : .string(difference.version)),
          ("change", .string(difference.change.rawValue)),
          ("fields", Self.field(difference.fields)),
        ], lines: lines)
    ]
  }

  /// One for each type, and in tables one for each statement.
  private func results(_ difference: TypeDifference) -> [CommandResult] {
    guard output.format == .tsv else {
      return [CommandResult(fields: Self.fields(difference), lines: lines(difference))]
    }
    let head = [difference.change.rawValue, difference.type.rawValue]
    guard !difference.fields.isEmpty else { return [CommandResult(columns: head)] }
    return difference.fields.flatMap { field in
      Self.lines(field).map { sign, value in
        CommandResult(columns: head + [field.name, sign, value])
      }
    }
  }

  private static func fields(_ difference: TypeDifference) -> [(key: String, value: JSONValue)] {
    [
      ("type", .string(difference.type.rawValue)),
      ("change", .string(difference.change.rawValue)),
      ("fields", field(difference.fields)),
    ]
  }

  private static func field(_ fields: [FieldDifference]) -> JSONValue {
    .array(
      fields.map { field in
        .object([
          ("field", .string(field.name)), ("removed", .strings(field.removed)),
          ("added", .strings(field.added)), ("reordered", .strings(field.reordered)),
        ])
      })
  }

  private static func lines(_ field: FieldDifference) -> [(sign: String, value: String)] {
    field.removed.map { ("-", $0) } + field.added.map { ("+", $0) }
      + (field.reordered.isEmpty ? [] : [("~", field.reordered.joined(separator: ", "))])
  }

  private func lines(_ difference: TypeDifference) -> [String] {
    ["\(Self.sign(difference.change)) \(output.emphasized(difference.type.rawValue))"]
      + Self.lines(difference.fields)
  }

  private static func sign(_ change: TypeDifference.Change) -> String {
    switch change {
    case .added: "+"
    case .removed: "-"
    case .changed: "~"
    }
  }

  private static func lines(_ fields: [FieldDifference]) -> [String] {
    fields.flatMap { field in
      ["    \(field.name)" + (field.reordered.isEmpty ? "" : " (order)")]
        + lines(field).map { "      \($0.sign) \($0.value)" }
    }
  }
}
