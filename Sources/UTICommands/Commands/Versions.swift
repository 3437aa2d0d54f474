import SystemPackage
import UTICommandLineInterface
import UTICommandOutput
internal import UTIDataFormats
import UTIDocumentStorage
import UTIPlatform

struct Versions: Command {
  static let name = "versions"
  static let abstract = "List, restore and remove versions of a document, and resolve conflicts."
  static var discussion: String {
    """
    Versions are contents that programs with this library have kept at a save, and conflicts: \
    contents that another process wrote meanwhile, and the copies that Syncthing, Nextcloud, \
    ownCloud, Dropbox, OneDrive, Seafile, rclone and pCloud leave next to a file. The columns are \
    the identifier, the time of keeping, the modification time of the contents, the size in bytes, \
    kept, conflict or resolved, the origin, the author, and the path of the contents. The latest \
    version comes first.

    With --restore the item gets the contents of a version. The old contents are kept as a version \
    first; if that fails, nothing changes. The version stays, and its conflict is resolved. With \
    --resolve a conflict is resolved, and nothing else changes. With --remove a version is removed \
    permanently, and a copy next to the file goes to the trash; all removes every version except \
    unresolved conflicts.

    Versions are in uniform-types/versions in $XDG_STATE_HOME or, without that, ~/.local/state; if \
    neither can be written, in /var/tmp/user-UID. Versions of large documents on other file \
    systems are in .uniform-types-UID at their top, if the user may create it.

    Exit status: 0 done; 1 there are no versions, or no conflicts; 66 there is no such item or \
    version; 74 versions cannot be read or changed, or the item cannot be replaced.

    Examples:
      uti versions letter.rtf
      uti versions --format jsonl letter.rtf
      uti versions letter.rtf --restore 20261122T183000.000Z-k3f9x2
      uti versions letter.rtf --resolve all
    """
  }

  private var path = ""
  private var restored: String?
  private var resolved: String?
  private var removed: String?
  private var endsWithNUL = false
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.argument(&path, "path", help: "The document.", completion: .files)
    parameters.option(
      &restored, "--restore", value: "identifier",
      help: "Replace the document with this version, and keep the old contents as another one.")
    parameters.option(
      &resolved, "--resolve", value: "identifier",
      help: "Mark this conflict, or all, as resolved.",
      completion: Self.all)
    parameters.option(
      &removed, "--remove", value: "identifier",
      help: "Remove this version, or all except unresolved conflicts.", completion: Self.all)
    parameters.flag(
      &endsWithNUL, "-0", "--null",
      help:
        "End each field and each record with NUL, without escapes unless the output is a terminal.")
    parameters.group(&output)
  }

  private static let all = Completion(words: { _ in [VersionsChange.all] })

  var fault: String? {
    if [restored, resolved, removed].compactMap(\.self).count > 1 {
      return "--restore, --resolve and --remove exclude each other"
    }
    return endsWithNUL && output.format != .text && output.format != .tsv
      ? "--null is for text and tsv" : nil
  }

  func run() throws {
    let versions = VersionStore()
    let listing = versions.listing(of: FilePath(text: path))
    if listing.versions.isEmpty, listing.failures.isEmpty { try requireItem() }
    let failures = listing.failures.map { "\(path): \(VersionsChange.sentence(of: $0))" }
    var printer = ResultPrinter(output, endsWithNUL: endsWithNUL)
    var change = VersionsChange(
      path: path, listing: listing, versions: versions, endsWithNUL: endsWithNUL)
    if let restored {
      try change.restore(restored, &printer)
    } else if let resolved {
      try change.resolve(resolved, &printer)
    } else if let removed {
      try change.remove(removed, &printer)
    } else {
      for version in listing.versions { printer.print(result(version)) }
    }
    printer.finish()
    // The versions that were found are a result all the same.
    for failure in (change.failures + failures).dropLast() { StandardError.report(failure) }
    if let last = (change.failures + failures).last { throw CommandFailure(.inputOutput, last) }
    guard listing.versions.isEmpty else { return }
    throw CommandFailure(.negative, "\(path): there are no versions")
  }

  private func requireItem() throws {
    guard FileStatus.present(at: path, followsLinks: false) == nil else { return }
    let reason = Errno(rawValue: errno)
    guard [.noSuchFileOrDirectory, .notDirectory].contains(reason) else {
      throw CommandFailure(.inputOutput, "\(path): the item cannot be examined (\(reason))")
    }
    throw CommandFailure(.inputMissing, "\(path): there is no such item")
  }

  private func result(_ version: ItemVersion) -> CommandResult {
    let contents = version.path.text
    var fields = LosslessText.fields(path)
    fields += [
      ("versionIdentifier", .string(version.identifier)),
      ("keptDate", .string(version.kept.timestamp)), ("date", .string(version.date.timestamp)),
      ("size", .integer(Int(version.size))), ("isConflict", .boolean(version.isConflict)),
      ("isResolved", .boolean(version.isResolved)), ("origin", .string(version.origin.rawValue)),
      ("client", version.client.map { .string($0.name) } ?? .null),
      ("host", version.host.map { .string($0) } ?? .null),
      ("user", version.user.map { .string($0) } ?? .null),
      ("program", version.program.map { .string($0) } ?? .null),
    ]
    fields += LosslessText.fields(contents, name: "contents")
    if let type = version.type { fields.append(("type", .string(type))) }
    let standing = version.isConflict ? version.isResolved ? "resolved" : "conflict" : "kept"
    let who = [version.user, version.host, version.program].compactMap(\.self)
    return CommandResult(
      fields: fields,
      columns: [
        version.identifier, version.kept.timestamp, version.date.timestamp, "\(version.size)",
        standing, version.client?.name ?? version.origin.rawValue,
        who.isEmpty ? "-" : who.joined(separator: ", "), contents,
      ])
  }
}
