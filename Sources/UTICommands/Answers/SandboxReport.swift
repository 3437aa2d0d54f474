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
    "nothing: identify, explain, mimetype, conforms, why, apps, document, diff, lint, "
      + "convert, doctor",
    "removals in the folder of the output, with Landlock only: identify --resume",
    "files in the folder of the output, with Landlock only: convert --output, compile, lint --fix",
    "not restricted: all other commands",
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
