internal import SystemPackage

package func systemErrorText(_ number: Int32) -> String {
  Errno(rawValue: number).description
}

/// Ends the program; `preconditionFailure` prints no message in a release build; the message has
/// the call, the mistake in it, and the call to make instead.
package func misuse(_ message: @autoclosure () -> String) -> Never { fatalError(message()) }

/// Ends the program if a condition that every caller can meet is not met; see ``misuse(_:)``.
package func demand(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { misuse(message()) }
}
