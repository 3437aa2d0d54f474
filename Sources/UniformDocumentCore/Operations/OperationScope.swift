/// A part of an operation in progress, such as a read or a save, which the default of an overridable
/// function looks up.
package protocol OperationPart: AnyObject, Sendable {}

/// The operation in progress on the current thread or task, with its parts: the code of a document
/// class runs between the function that starts it and the default that carries it out.
package struct OperationScope: Sendable {
  // This is the only task-local value of documents. The functions in between have the signatures of
  // UIDocument and NSDocument, and a class may override them and call super. No parameter can carry
  // the operation through them.
  @TaskLocal package static var current = OperationScope()

  private(set) package var operation: DocumentOperation?
  private var parts: [any OperationPart] = []

  package init() {}

  package func with(_ operation: DocumentOperation?) -> OperationScope {
    var scope = self
    scope.operation = operation
    return scope
  }

  /// Returns the scope with a part, which replaces one of the same type.
  fileprivate func with<Part: OperationPart>(_ part: Part?, of type: Part.Type) -> OperationScope {
    var scope = self
    scope.parts.removeAll { $0 is Part }
    if let part { scope.parts.append(part) }
    return scope
  }

  package static func run<Result>(
    _ operation: DocumentOperation?, _ work: () throws -> Result
  ) rethrows -> Result {
    try $current.withValue(current.with(operation), operation: work)
  }

  fileprivate func part<Part: OperationPart>(of type: Part.Type) -> Part? {
    for case let part as Part in parts { return part }
    return nil
  }
}

extension DocumentOperation {
  package static var current: DocumentOperation? { OperationScope.current.operation }

  package func run<Result>(_ work: () throws -> Result) rethrows -> Result {
    try OperationScope.run(self, work)
  }
}

extension OperationPart {
  package static var current: Self? { OperationScope.current.part(of: Self.self) }

  package func run<Result>(_ work: () throws -> Result) rethrows -> Result {
    try Self.run(self, work)
  }

  /// Nil for no part of the type.
  package static func run<Result>(_ part: Self?, _ work: () throws -> Result) rethrows -> Result {
    try OperationScope.$current.withValue(
      OperationScope.current.with(part, of: Self.self), operation: work)
  }
}
