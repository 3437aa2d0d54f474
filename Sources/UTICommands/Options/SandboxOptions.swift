import CommandLineInterface
internal import UTIPlatform

/// The option that switches the restriction of the process off.
struct SandboxOptions: ParameterGroup, Hashable {
  private var isOff = false

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.flag(
      &isOff, "--no-sandbox",
      help: """
        Read files without restricting the process first. By default Landlock and seccomp refuse \
        changes of files, programs and the network.
        """)
  }

  /// Restricts the process before it reads the first file, unless the option is set.
  ///
  /// `uti doctor` reports a kernel that cannot do so.
  ///
  /// - Parameter permitsWriting: whether files may still be changed.
  func enter(permitsWriting: Bool = false) {
    guard !isOff else { return }
    _ = ProcessRestriction.enter(permitsWriting: permitsWriting)
  }
}
