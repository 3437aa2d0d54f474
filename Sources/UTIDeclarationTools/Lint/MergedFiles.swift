internal import Synchronization
internal import UTITypeDetection
internal import UTITypeGraph

/// Files that are merged, with the tables that the checks of all of them share.
final class MergedFiles: Sendable {
  let image: RegistryImage
  let detector: TypeDetector
  /// The findings of merging, by the path of their file.
  let findings: [String: [DeclarationDiagnostic]]
  let identifiers: NearestNames
  let mimeNames: NearestNames
  private let files: [DeclarationFile]
  private let globAnswers: Mutex<GlobAnswers>
  /// nil before the first question.
  private let superclasses = Mutex<SuperclassStatements?>(nil)

  init(_ files: [DeclarationFile], nameSearchCount: Int) throws(ImageError) {
    let image = try RegistryBuilder(files: files).image()
    self.files = files
    self.image = image
    detector = TypeDetector(image: image)
    globAnswers = Mutex(GlobAnswers(image))
    findings = Dictionary(grouping: image.diagnostics, by: \.file)
    identifiers = NearestNames(limit: nameSearchCount) {
      image.describedTypes.map { image.identifier(of: $0).rawValue }
    }
    mimeNames = NearestNames(limit: nameSearchCount) {
      image.describedTypes.flatMap(image.mimeNames)
    }
  }

  func globAnswer(forName name: String) -> GlobAnswers.Answer {
    globAnswers.withLock { $0[name] }
  }

  func foreignStatement(
    onWayFrom superclass: MIMEName, to type: MIMEName, outside path: String
  ) -> SuperclassStatements.Statement? {
    superclasses.withLock { known in
      var statements = known.take() ?? SuperclassStatements(files)
      defer { known = statements }
      return statements.foreignStatement(onWayFrom: superclass, to: type, outside: path)
    }
  }
}

/// The cached results for names, which many types may have globs for.
struct GlobAnswers {
  typealias Answer = (types: Set<TypeIndex>, winner: String?)

  private let image: RegistryImage
  private var known: [String: Answer] = [:]

  init(_ image: RegistryImage) { self.image = image }

  subscript(name: String) -> Answer {
    mutating get {
      if let answer = known[name] { return answer }
      let matches = image.globMatches(name)
      let winner = matches.first.map { first in
        let type = image.mimeName(of: first.type) ?? image.identifier(of: first.type).rawValue
        return "“\(first.pattern.prefix(100))” of \(type)"
      }
      let answer = (Set(matches.map(\.type)), winner)
      known[name] = answer
      return answer
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

  /// The number of statements that all searches for shortest paths may follow together.
  static let greatestStepCount = 1_000_000

  private var numbers: [MIMEName: Int] = [:]
  private var aliases: [MIMEName: MIMEName] = [:]
  private var statements: [[Statement]] = []
  /// The cycle of each type.
  private var circles: [Int?] = []
  /// The only file with statements on each cycle; nil if there are several.
  private var owners: [String?] = []
  /// The last statement on the way to each type in the latest search, and its number.
  private var arrivals: [(search: Int, type: Int, statement: Int)] = []
  private var searchCount = 0
  private(set) var stepCount = 0

  /// The base adds only types that no other file describes.
  init(_ files: [DeclarationFile]) {
    let described = Set(
      files.lazy.filter { $0.source.layer != .base }.flatMap { $0.mimeTypes.map(\.name) })
    let types = files.flatMap { file in
      file.mimeTypes.lazy
        .filter { file.source.layer != .base || !described.contains($0.name) }
        .map { (type: $0, file: file.source.path) }
    }
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

  /// Only statements on a cycle are worth a search, because a path back is part of one.
  private mutating func findCircles() {
    circles = Array(repeating: nil, count: statements.count)
    let components = ConnectedComponents(statements.count) { [statements] number, targets in
      for statement in statements[number] { targets.append(statement.target) }
    }
    for (circle, members) in components.cyclic.enumerated() {
      for member in members { circles[member] = circle }
      let files = members.lazy.flatMap { [statements, circles] member in
        statements[member].lazy.filter { circles[$0.target] == circle }.map(\.file)
      }
      owners.append(files.first.flatMap { first in files.allSatisfy { $0 == first } ? first : nil })
    }
  }

  /// The path is the shortest; nil when there is none, or all its statements are in the file at `path`.
  mutating func foreignStatement(
    onWayFrom start: MIMEName, to goal: MIMEName, outside path: String
  ) -> Statement? {
    guard let start = numbers[resolved(start)], let goal = numbers[resolved(goal)],
      start != goal, let circle = circles[start], circles[goal] == circle, owners[circle] != path,
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

  /// Returns whether the shortest path was found within the limit.
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

extension RegistryImage {
  fileprivate var describedTypes: [TypeIndex] {
    typeIndices.filter { isDescribed($0, in: .merged) }
  }

  /// The canonical name is the first.
  fileprivate func mimeNames(of type: TypeIndex) -> [String] {
    let name = mimeName(of: type)
    let others = tags(of: type).lazy.map(\.tag).filter { $0.tagClass == .mimeType }.map(\.value)
    return (name.map { [$0] } ?? []) + others.filter { $0 != name }
  }
}
