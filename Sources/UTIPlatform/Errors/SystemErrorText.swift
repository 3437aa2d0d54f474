internal import SystemPackage

/// The text of the operating system for an error number.
package func systemErrorText(_ number: Int32) -> String {
  Errno(rawValue: number).description
}

/// Ends the program with a message about a call that only a programming mistake can make.
///
/// `preconditionFailure` prints no message in a release build, which is the build that users run.
///
/// - Parameter message: the call, the mistake in it, and the call to make instead.
package func misuse(_ message: @autoclosure () -> String) -> Never { fatalError(message()) }

/// Ends the program with a message if a condition that every caller can meet is not met.
///
/// - Parameters:
///   - condition: the condition.
///   - message: the call, the mistake in it, and the call to make instead.
package func demand(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { misuse(message()) }
}
