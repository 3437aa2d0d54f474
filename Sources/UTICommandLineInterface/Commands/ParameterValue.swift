/// A value that is written as a word of a command line.
package protocol ParameterValue {
  /// - Returns: nil when the word is invalid.
  init?(argument: String)

  /// The word of the value.
  var argument: String { get }

  /// All valid words; empty when they cannot be listed.
  static var choices: [String] { get }
  static var completion: Completion { get }
}

extension ParameterValue {
  package static var choices: [String] { [] }
  package static var completion: Completion { .none }
}

extension ParameterValue where Self: RawRepresentable<String> & CaseIterable {
  package init?(argument: String) { self.init(rawValue: argument) }

  package var argument: String { rawValue }

  package static var choices: [String] { allCases.map(\.rawValue) }
}

extension String: ParameterValue {
  package init?(argument: String) { self = argument }

  package var argument: String { self }
}

extension Int: ParameterValue {
  package init?(argument: String) { self.init(argument) }

  package var argument: String { String(self) }
}
