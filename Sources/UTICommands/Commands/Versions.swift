import CommandLineInterface
import CommandOutput
internal import DataFormats
import DocumentStorage
import SystemPackage
import TypeDeclarations
import UTIPlatform

struct Versions: Command {
  static let name = "versions"
  static let abstract = "List the versions of a document, restore or remove one, settle conflicts."
  static var discussion: String {
    """
    Versions are what programs with this library have kept when they saved, and conflicts: what \
    somebody else wrote meanwhile, and the copies that Syncthing, Nextcloud, ownCloud, Dropbox, \
    OneDrive, Seafile, rclone and pCloud leave beside a file. The columns are the identifier, when it \
    was kept, when its contents were last modified, the size in bytes, kept, conflict or resolved, \
    where it comes from, who wrote it, and where the contents are. What was kept last comes first.

    With --restore the item gets the contents of a version. What it was is kept as a version first; \
    where that cannot be, nothing is changed. The version stays; a conflict is settled then. With \
    --resolve a conflict is settled, and nothing else changes. With --remove a version goes for good, \
    and a copy beside the file to the trash; all are those that were kept, but for conflicts that nobody \
    has settled.

    Versions are in uniform-types/versions in $XDG_STATE_HOME or, without that, ~/.local/state; where \
    neither can be written, in /var/tmp/user-UID. Those of large documents on other file systems are \
    in .uniform-types-UID at their top, where the user may make that.

    Exit status: 0 done; 1 there are no versions, or no conflicts; 66 there is no such item or version; \
    74 versions cannot be read or changed, or the item cannot be replaced.

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
      help: "Replace the document with this version, and keep what it is as another one.")
    parameters.option(
      &resolved, "--resolve", value: "identifier",
      help: "Note of this conflict, or of all, that somebody has decided about it.",
      completion: Self.all)
    parameters.option(
      &removed, "--remove", value: "identifier",
      help: "Remove this version, or all that are in no conflict.", completion: Self.all)
    parameters.flag(
      &endsWithNUL, "-0", "--null",
      help: "End each field and each record with NUL, and escape nothing.")
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
      throw CommandFailure(.inputOutput, "\(path): the item cannot be looked at (\(reason))")
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
