import TypeDetection
import TypeGraph

/// A value that a word of a command line can stand for.
protocol ParameterValue {
  /// - Returns: nil when the word stands for none.
  init?(argument: String)

  /// The word that stands for it.
  var argument: String { get }

  /// All words that stand for one; empty when they cannot be listed.
  static var choices: [String] { get }
  static var completion: Completion { get }
}

extension ParameterValue {
  static var choices: [String] { [] }
  static var completion: Completion { .none }
}

extension ParameterValue where Self: RawRepresentable<String> & CaseIterable {
  init?(argument: String) { self.init(rawValue: argument) }

  var argument: String { rawValue }

  static var choices: [String] { allCases.map(\.rawValue) }
}

extension String: ParameterValue {
  init?(argument: String) { self = argument }

  var argument: String { self }
}

extension Int: ParameterValue {
  init?(argument: String) { self.init(argument) }

  var argument: String { String(self) }
}

extension GraphView: ParameterValue {}
extension DetectionBasis: ParameterValue {}
