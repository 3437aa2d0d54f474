/// The environment variables of the process, or variables that a caller states.
///
/// A variable of the process is looked up on access. Making a dictionary of all of them first would
/// take a program longer than identifying a file.
package struct EnvironmentVariables: Sendable {
  private let stated: [String: String]?

  /// The variables of the process.
  package static let process = EnvironmentVariables(nil)

  /// - Parameter stated: the variables with their values; nil for the process's variables.
  package init(_ stated: [String: String]?) {
    self.stated = stated
  }

  /// The value of a variable; nil when it is not set.
  package subscript(name: String) -> String? {
    if let stated { return stated[name] }
    return getenv(name).map { LosslessText.text(cString: $0) }
  }
}
