import UTICommandOutput
internal import UTIDataFormats
internal import UTIPlatform

/// A report on the restriction that commands impose on themselves before they read files.
struct SandboxReport {
  private let restriction: ProcessRestriction

  init(_ restriction: ProcessRestriction) { self.restriction = restriction }

  var fields: [(key: String, value: JSONValue)] { [("sandbox", .string(restriction.summary))] }

  var rows: [[String]] { [["sandbox", restriction.summary, "", explanation]] }

  func lines(_ output: OutputOptions) -> [String] {
    [output.emphasized("sandbox") + ": \(restriction.summary)", "  \(explanation)"]
      + Self.commands.map { "  \($0)" }
  }

  /// Possible changes while the command is restricted.
  private static let commands = [
    "nothing: identify, explain, mimetype, info, lookup, search, list, tree, conforms, why, apps, "
      + "default TYPE, document, diff, lint, convert, export, graph, install --dry-run, doctor",
    "removals in the folder of the output, with Landlock only: identify --resume",
    "files in the folder of the output, with Landlock only: convert, export and graph --output, "
      + "compile, lint --fix, site, default TYPE APPLICATION",
    "files in the folder of the installation, with Landlock only: install, uninstall; a process "
      + "that reads nothing starts update-mime-database",
    "also the registry's cache while declarations are parsed, with Landlock only: all of these",
    "not restricted: graph to SVG and PNG, which starts dot, versions, decode, encode",
  ]

  private var explanation: String {
    let gaps = restriction.gaps
    if gaps.isEmpty {
      let promise =
        "commands that read files cannot change files, start programs or use the network"
      guard let error = restriction.error else { return promise }
      return promise + "; Landlock would refuse it a second time, but is not available (\(error))"
    }
    let missing = restriction.restrictsFiles ? "seccomp is" : "Landlock and seccomp are"
    return
      "\(missing) not available (\(restriction.error.map { "\($0)" } ?? "no error")), so commands that "
      + "read files can \(gaps.joined(separator: ", ")); a newer kernel or other rights of the "
      + "container provide it"
  }
}
