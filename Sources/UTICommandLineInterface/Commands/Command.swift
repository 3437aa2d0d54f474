/// A command of `uti`.
///
/// Code declares its parameters instead of reflection: in a process that answers one query, the
/// search by reflection would take longer than the answer.
package protocol Command: SendableMetatype {
  /// The name of the command.
  static var name: String { get }
  /// The purpose of the command, in a sentence.
  static var abstract: String { get }
  /// Further paragraphs, one of which may begin with `Exit status:`; the last begins with
  /// `Examples:`.
  static var discussion: String { get }

  /// Makes the command with the default values.
  init()

  /// Declares each parameter with the member that it sets.
  ///
  /// This is called twice for a command line: first to collect the parameters, then to set the
  /// members.
  mutating func declare(_ parameters: inout ParameterDeclarations)

  /// The reason why the combination of parameters is invalid, as a sentence without its period; nil
  /// when it is valid.
  var fault: String? { get }

  /// Runs the command.
  ///
  /// - Throws: ``CommandFailure`` with the status that ends the process, or an error that
  ///   ``CommandFailure/init(input:)`` reads.
  func run() throws
}

extension Command {
  package var fault: String? { nil }

  /// The parameters, in the order of the help.
  package static var parameters: [Parameter] {
    var command = Self()
    var parameters = ParameterDeclarations()
    command.declare(&parameters)
    return parameters.declared
  }

  /// Makes the command with the values of a command line.
  ///
  /// - Throws: ``UsageError`` when a value cannot be read, or with the reason why the
  ///   combination of parameters is invalid.
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
  /// Declares each parameter with the member that it sets.
  mutating func declare(_ parameters: inout ParameterDeclarations)

  /// The reason why the parameters contradict each other in every command, as a sentence without its
  /// period; nil if they do not.
  var contradiction: String? { get }
}

extension ParameterGroup {
  package var contradiction: String? { nil }
}
