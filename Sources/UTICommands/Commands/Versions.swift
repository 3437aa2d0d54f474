import DocumentStorage
import SystemPackage
import TypeDeclarations

struct Versions: Command {
  static let name = "versions"
  static let abstract = "List the versions of a document, or restore one."
  static var discussion: String {
    """
    Versions are what programs with this library have kept when they saved, and conflicts: what \
    somebody else wrote meanwhile, and the copies that Syncthing, Nextcloud, ownCloud, Dropbox, \
    OneDrive, Seafile, rclone and pCloud leave beside a file. The newest comes first.

    With --restore the item gets the contents of a version. What it was is kept as a version first; \
    where that cannot be, nothing is changed. The version stays.

    Exit status: 0 listed, or restored; 1 there are no versions; 66 there is no such item or version; \
    74 the version cannot be read, or the item cannot be replaced.

    Examples:
      uti versions letter.rtf
      uti versions --format jsonl letter.rtf
      uti versions letter.rtf --restore 20261122T183000.000Z-k3f9x2
    """
  }

  private var path = ""
  private var restored: String?
  private var endsWithNUL = false
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout Parameters) {
    parameters.argument(&path, "path", help: "The document.", completion: .files)
    parameters.option(
      &restored, "--restore", value: "identifier",
      help: "Replace the document with this version, and keep what it is as another one.")
    parameters.flag(
      &endsWithNUL, "-0", "--null",
      help: "End each field and each record with NUL, and escape nothing.")
    parameters.group(&output)
  }

  var fault: String? {
    endsWithNUL && output.format != .text && output.format != .tsv
      ? "--null is for text and tsv" : nil
  }

  func run() throws {
    let versions = VersionStore()
    let item = PathText.path(path)
    let found = versions.versions(of: item)
    if let restored { return try restore(restored, among: found, of: item, in: versions) }
    guard !found.isEmpty else {
      guard PathText.status(of: path, followsLinks: false) != nil else {
        throw CommandFailure(.inputMissing, "\(path): there is no such item")
      }
      var printer = ResultPrinter(output, endsWithNUL: endsWithNUL)
      printer.finish()
      throw CommandFailure(.negative, "\(path): there are no versions")
    }
    var printer = ResultPrinter(output, endsWithNUL: endsWithNUL)
    for version in found { printer.print(result(version)) }
    printer.finish()
  }

  private func result(_ version: ItemVersion) -> CommandResult {
    let contents = PathText.text(of: version.path)
    var fields = PathText.fields(path)
    fields += [
      ("versionIdentifier", .string(version.identifier)),
      ("date", .string(version.date.timestamp)), ("size", .integer(Int(version.size))),
      ("isConflict", .boolean(version.isConflict)), ("isResolved", .boolean(version.isResolved)),
      ("origin", .string(version.origin.rawValue)),
      ("client", version.client.map { .string($0.name) } ?? .null),
      ("host", version.host.map { .string($0) } ?? .null),
      ("user", version.user.map { .string($0) } ?? .null),
      ("program", version.program.map { .string($0) } ?? .null), ("contents", .string(contents)),
    ]
    if let type = version.type { fields.append(("type", .string(type))) }
    let standing = version.isConflict ? version.isResolved ? "resolved" : "conflict" : "kept"
    let who = [version.user, version.host, version.program].compactMap(\.self)
    return CommandResult(
      fields: fields,
      columns: [
        version.identifier, version.date.timestamp, "\(version.size)", standing,
        version.client?.name ?? version.origin.rawValue, who.joined(separator: ", "), contents,
      ])
  }

  private func restore(
    _ identifier: String, among found: [ItemVersion], of item: FilePath, in versions: VersionStore
  ) throws {
    guard let version = found.first(where: { $0.identifier == identifier }) else {
      throw CommandFailure(
        .inputMissing,
        "\(path): there is no version \(identifier); uti versions PATH lists those there are")
    }
    let kept: ItemVersion?
    do {
      kept = try versions.restore(version, to: item)
    } catch {
      throw CommandFailure(
        .inputOutput, "\(path): not restored, and as it was: \(error)")
    }
    var printer = ResultPrinter(output, endsWithNUL: endsWithNUL)
    let keptText = kept.map { "; what it was is kept as \($0.identifier)" } ?? ""
    var result = CommandResult(
      fields: PathText.fields(path) + [
        ("restored", .string(identifier)), ("kept", kept.map { .string($0.identifier) } ?? .null),
      ], columns: [path, identifier, kept?.identifier ?? ""])
    if !endsWithNUL { result.lines = ["\(path): restored \(identifier)\(keptText)"] }
    printer.print(result)
    printer.finish()
  }
}
