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

  /// Returns the value of a variable; nil when it is not set or empty.
  package func value(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns the entries of a variable that separates them with colons; empty entries are omitted.
  ///
  /// - Parameters:
  ///   - name: the variable.
  ///   - value: the value of a variable that is not set or empty.
  package func list(_ name: String, default value: String = "") -> [String] {
    (self.value(name) ?? value).utf8.split(separator: UInt8(ascii: ":"))
      .map { String(Substring($0)) }
  }
}
