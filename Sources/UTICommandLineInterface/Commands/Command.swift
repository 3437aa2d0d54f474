/// A command of `uti`, which declares its parameters in code.
///
/// Reflection would take longer than the answer to one query.
package protocol Command: SendableMetatype {
  static var name: String { get }
  /// The purpose, in a sentence.
  static var abstract: String { get }
  /// One paragraph may begin with `Exit status:`; the last begins with `Examples:`.
  static var discussion: String { get }

  init()

  /// Called twice: first to collect the parameters, then to set the members.
  mutating func declare(_ parameters: inout ParameterDeclarations)

  /// The invalid combination, as a sentence without its period.
  var fault: String? { get }

  /// ``CommandFailure/init(input:)`` reads any error that is not a ``CommandFailure``.
  func run() throws
}

extension Command {
  package var fault: String? { nil }

  /// The order is the help's.
  package static var parameters: [Parameter] {
    var command = Self()
    var parameters = ParameterDeclarations()
    command.declare(&parameters)
    return parameters.declared
  }

  package init(_ said: ParsedArguments) throws(UsageError) {
    self.init()
    var parameters = ParameterDeclarations(said)
    declare(&parameters)
    if let fault = parameters.fault { throw fault }
    if let fault = parameters.contradiction ?? fault { throw UsageError(fault) }
  }
}

/// Parameters that several commands share.
package protocol ParameterGroup {
  mutating func declare(_ parameters: inout ParameterDeclarations)

  /// The contradiction in every command, as a sentence without its period.
  var contradiction: String? { get }
}

extension ParameterGroup {
  package var contradiction: String? { nil }
}
