import CommandOutput
internal import DataFormats
internal import UTIPlatform

/// A report on the restriction that `uti identify` and `uti lint` impose on themselves.
struct SandboxReport {
  private let restriction: ProcessRestriction

  init(_ restriction: ProcessRestriction) { self.restriction = restriction }

  var fields: [(key: String, value: JSONValue)] { [("sandbox", .string(restriction.summary))] }

  var rows: [[String]] { [["sandbox", restriction.summary, "", explanation]] }

  func lines(_ output: OutputOptions) -> [String] {
    [output.emphasized("sandbox") + ": \(restriction.summary)", "  \(explanation)"]
  }

  private var explanation: String {
    guard let error = restriction.error else {
      return "identify and lint cannot change files, start programs or use the network"
    }
    let missing = restriction.restrictsFiles ? "seccomp" : "Landlock"
    return
      "\(missing) is not available (\(error)); a newer kernel or other rights of the container "
      + "provide it"
  }
}
