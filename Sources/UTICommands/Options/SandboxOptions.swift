import UTICommandLineInterface
import UTICommandOutput
internal import UTIPlatform

/// The options on the restriction of the process.
struct SandboxOptions: ParameterGroup, Hashable {
  private var isOff = false
  private var isRequired = false

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.flag(
      &isOff, "--no-sandbox",
      help: """
        Read files without restricting the process first. By default seccomp permits only the \
        system calls that reading needs, and Landlock refuses changes of files, programs and the \
        network.
        """)
    parameters.flag(
      &isRequired, "--require-sandbox",
      help: "Fail, before a file is read, if the kernel cannot restrict the process.")
  }

  var contradiction: String? {
    isOff && isRequired ? "--no-sandbox and --require-sandbox contradict each other" : nil
  }

  /// Restricts the process before it reads the first file, unless an option says otherwise.
  ///
  /// `uti doctor` reports what a kernel does not restrict.
  ///
  /// - Parameter permission: what may still be changed.
  /// - Throws: ``CommandFailure`` if a complete restriction is required and is not possible.
  func enter(_ permission: ProcessRestriction.Permission = .reading) throws {
    guard !isOff else { return }
    let restriction = ProcessRestriction.enter(permission)
    guard isRequired, let gap = restriction.gaps.first else { return }
    throw CommandFailure(
      .unavailable,
      "the kernel does not restrict the process, which could \(gap); uti doctor lists all that is "
        + "not refused")
  }
}
