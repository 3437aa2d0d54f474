/// A command of `uti`.
///
/// Its parameters are declared by code and not found by reflection: whoever starts a process for every
/// question would pay for the search more than for the answer.
package protocol Command: SendableMetatype {
  /// The word that names it.
  static var name: String { get }
  /// What it does, in a sentence.
  static var abstract: String { get }
  /// What else there is to know: paragraphs, of which one may begin with `Exit status:` and the last
  /// begins with `Examples:`.
  static var discussion: String { get }

  /// Makes the command with the values that hold when nothing is said.
  init()

  /// Declares each parameter with the member that it sets.
  ///
  /// This is called twice for a command line: first to learn what there is, then to set the members.
  mutating func declare(_ parameters: inout ParameterDeclarations)

  /// What the parameters ask for and cannot have, as a sentence without its period; nil when all is
  /// well.
  var fault: String? { get }

  /// Does what the command is for.
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

  /// Makes the command with what a command line says.
  ///
  /// - Throws: ``UsageError`` when a value cannot be read, or ``fault`` says why not.
  package init(_ said: ParsedArguments) throws(UsageError) {
    self.init()
    var parameters = ParameterDeclarations(said)
    declare(&parameters)
    if let fault = parameters.fault { throw fault }
    if let fault { throw UsageError(fault) }
  }
}

/// Parameters that several commands share.
package protocol ParameterGroup {
  /// Declares each parameter with the member that it sets.
  mutating func declare(_ parameters: inout ParameterDeclarations)
}
