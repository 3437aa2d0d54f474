internal import UTITypeGraph

/// The parents of MIME types, without those that close a cycle.
///
/// A cycle of `sub-class-of` sends GLib into endless recursion, and with it every program that
/// queries a type on the desktop (observed with GLib 2.74), so no package may have one.
struct SuperclassGraph {
  private var statements: [(from: Int, to: Int)] = []
  private var numbers: [MIMEName: Int] = [:]
  private var aliases: [MIMEName: MIMEName]

  /// Makes a graph.
  ///
  /// - Parameters:
  ///   - types: the existing descriptions.
  ///   - aliases: the aliases with their canonical names.
  init(_ types: [MIMETypeDeclaration], aliases: [MIMEName: MIMEName]) {
    self.aliases = aliases
    for type in types {
      for parent in type.superclasses { add(parent.value, above: type.name) }
    }
  }

  /// Adds aliases of a type, which later statements may use.
  mutating func add(_ names: [MIMEName], of type: MIMEName) {
    for name in names { aliases[name] = type }
  }

  /// Adds a statement, whether or not it closes a cycle.
  ///
  /// - Returns: the place of the statement.
  @discardableResult
  mutating func add(_ parent: MIMEName, above name: MIMEName) -> Int {
    statements.append((number(of: name), number(of: parent)))
    return statements.count - 1
  }

  /// Removes the statements that close a cycle with earlier ones.
  ///
  /// - Returns: a Boolean value for the place of each statement that indicates whether it is removed.
  /// - Complexity: O(*n* log *n*) in the number of statements.
  mutating func removeClosing() -> [Bool] {
    var isClosing = statements.map { $0.from == $0.to }
    let others = statements.indices.filter { !isClosing[$0] }
    let closing = CycleClosingEdges(others.map { statements[$0] }, nodeCount: numbers.count)
    for place in closing.places { isClosing[others[place]] = true }
    statements = zip(statements, isClosing).filter { !$1 }.map(\.0)
    return isClosing
  }

  private mutating func number(of name: MIMEName) -> Int {
    let name = aliases[name] ?? name
    let number = numbers[name, default: numbers.count]
    numbers[name] = number
    return number
  }
}
