internal import UTIPlatform
internal import UTITypeGraph

/// Superclasses that are subclasses of the type in another package.
///
/// Each package is correct by itself, and together they form a cycle. The compiler of the database
/// accepts it silently, and GLib follows it endlessly: with GLib 2.74 every program of the desktop
/// that queries the type crashes. `conformance-cycle` reports a cycle within one file.
struct SuperclassCycle: LintRule {
  let description = LintRuleDescription(
    "superclass-cycle", .error, "A sub-class-of closes a cycle with statements of other packages.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    var statements = SuperclassStatements(
      context.mergedMIMETypes(with: file), path: context.source.path)
    return file.mimeTypes.flatMap { type in
      type.superclasses.compactMap { parent in
        statements.foreignStatement(onWayFrom: parent.value, to: type.name).map { other in
          LintFinding(
            at: parent.position,
            "\(parent.value) cannot be a superclass of \(type.name): "
              + "\(other.position.text(in: other.file)) puts \(other.type) below \(other.superclass)",
            remedy: "remove one of the two statements")
        }
      }
    }
  }
}

/// The superclass statements of all packages.
struct SuperclassStatements {
  struct Statement {
    let type: MIMEName
    let superclass: MIMEName
    let file: String
    let position: SourcePosition
    let target: Int
  }

  /// The greatest number of statements that all searches together follow: each finds the shortest
  /// path, and there may be as many searches as statements.
  static let greatestStepCount = 1_000_000

  private let path: String
  private var numbers: [MIMEName: Int] = [:]
  private var aliases: [MIMEName: MIMEName] = [:]
  private var statements: [[Statement]] = []
  /// The cycle of each type, among the cycles in which another file has a part.
  private var circles: [Int?] = []
  /// The last statement on the way to each type in the latest search, and the number of the search.
  private var arrivals: [(search: Int, type: Int, statement: Int)] = []
  private var searchCount = 0
  private(set) var stepCount = 0

  /// - Parameter path: the file whose statements are checked.
  init(_ types: [(type: MIMETypeDeclaration, file: String)], path: String) {
    self.path = path
    for (type, _) in types {
      for alias in type.aliases { aliases[alias.value] = type.name }
    }
    // The name of a described type is not an alias.
    for (type, _) in types { aliases[type.name] = nil }
    for (type, file) in types where !type.superclasses.isEmpty {
      let number = number(of: type.name)
      for parent in type.superclasses {
        let target = self.number(of: resolved(parent.value))
        statements[number].append(
          Statement(
            type: type.name, superclass: parent.value, file: file, position: parent.position,
            target: target))
      }
    }
    findCircles()
    arrivals = Array(repeating: (0, 0, 0), count: statements.count)
  }

  /// Finds the cycles; only statements on a cycle are worth a search, because a path back is part
  /// of one.
  private mutating func findCircles() {
    circles = Array(repeating: nil, count: statements.count)
    let components = ConnectedComponents(statements.count) { [statements] number, targets in
      for statement in statements[number] { targets.append(statement.target) }
    }
    for (circle, members) in components.cyclic.enumerated() {
      for member in members { circles[member] = circle }
      let isForeign = members.contains { member in
        statements[member].contains { $0.file != path && circles[$0.target] == circle }
      }
      if !isForeign {
        for member in members { circles[member] = nil }
      }
    }
  }

  /// Returns the first statement of another file on the shortest path from a type up to another;
  /// nil when there is no path, or when all its statements are in the file.
  mutating func foreignStatement(onWayFrom start: MIMEName, to goal: MIMEName) -> Statement? {
    guard let start = numbers[resolved(start)], let goal = numbers[resolved(goal)],
      start != goal, let circle = circles[start], circles[goal] == circle,
      search(from: start, to: goal, in: circle)
    else { return nil }
    var first: Statement?
    var number = goal
    while number != start {
      let arrival = arrivals[number]
      let statement = statements[arrival.type][arrival.statement]
      if statement.file != path { first = statement }
      number = arrival.type
    }
    return first
  }

  /// Searches for the shortest path, and returns whether it was found within the limit.
  private mutating func search(from start: Int, to goal: Int, in circle: Int) -> Bool {
    searchCount += 1
    arrivals[start].search = searchCount
    var pending = [start]
    var next = 0
    while next < pending.count, stepCount < Self.greatestStepCount {
      let number = pending[next]
      next += 1
      for (place, statement) in statements[number].enumerated() {
        stepCount += 1
        let target = statement.target
        guard arrivals[target].search != searchCount, circles[target] == circle else { continue }
        arrivals[target] = (searchCount, number, place)
        if target == goal { return true }
        pending.append(target)
      }
    }
    return false
  }

  private mutating func number(of name: MIMEName) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = statements.count
    statements.append([])
    return statements.count - 1
  }

  private func resolved(_ name: MIMEName) -> MIMEName { aliases[name] ?? name }
}
