internal import TypeGraph

/// Superclasses that another package puts below the type.
///
/// Each package is sound by itself, and together they form a circle. The compiler of the database
/// takes it without a word, and GLib follows it without end: with GLib 2.74 every program of the
/// desktop that asks for the type crashes. A circle within one file is `conformance-cycle`.
struct SuperclassCycle: LintRule {
  let description = LintRuleDescription(
    "superclass-cycle", .error, "A sub-class-of closes a circle with those of other packages.")

  func findings(in context: LintContext) -> [LintFinding] {
    let path = context.file.source.path
    let statements = SuperclassStatements(context.mergedMIMETypes)
    return context.file.mimeTypes.flatMap { type in
      type.superclasses.compactMap { parent in
        guard let way = statements.way(from: parent.value, to: type.name),
          let other = way.first(where: { $0.file != path })
        else { return nil }
        return LintFinding(
          at: parent.position,
          "\(parent.value) cannot be a superclass of \(type.name): "
            + "\(other.position.text(in: other.file)) puts \(other.type) below \(other.superclass)",
          remedy: "remove one of the two statements")
      }
    }
  }
}

/// What packages state about superclasses, to be followed upwards.
private struct SuperclassStatements {
  struct Statement {
    let type: MIMEName
    let superclass: MIMEName
    let file: String
    let position: SourcePosition
  }

  private var statements: [MIMEName: [Statement]] = [:]
  private var aliases: [MIMEName: MIMEName] = [:]

  init(_ types: [(type: MIMETypeDeclaration, file: String)]) {
    for (type, _) in types {
      for alias in type.aliases { aliases[alias.value] = type.name }
    }
    // A name that is a type is no alias.
    for (type, _) in types { aliases[type.name] = nil }
    for (type, file) in types {
      for parent in type.superclasses {
        statements[type.name, default: []].append(
          Statement(
            type: type.name, superclass: parent.value, file: file, position: parent.position))
      }
    }
  }

  /// The shortest chain of statements from a type up to another; nil when there is none.
  func way(from start: MIMEName, to goal: MIMEName) -> [Statement]? {
    let start = resolved(start)
    let goal = resolved(goal)
    var arrivals: [MIMEName: Statement] = [:]
    var pending = [start]
    var next = 0
    while next < pending.count {
      for statement in statements[pending[next], default: []] {
        let superclass = resolved(statement.superclass)
        guard superclass != start, arrivals[superclass] == nil else { continue }
        arrivals[superclass] = statement
        pending.append(superclass)
      }
      next += 1
    }
    var way: [Statement] = []
    var name = goal
    while name != start {
      guard let statement = arrivals[name] else { return nil }
      way.append(statement)
      name = statement.type
    }
    return way
  }

  private func resolved(_ name: MIMEName) -> MIMEName { aliases[name] ?? name }
}
