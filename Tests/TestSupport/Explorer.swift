import Foundation

/// A model whose steps can come in any order.
public protocol ExploredWorld: Hashable, Sendable {
  associatedtype Step: Sendable

  /// The first broken rule; nil if none is.
  var violation: String? { get }
  /// The possible next steps, and the worlds after them.
  func successors() -> [(Step, Self)]
  /// Checks what must hold when no step is left.
  mutating func checkEnd()
}

/// A search through all orders of the steps of a world.
///
/// Equal states are explored once. The number of schedules is the number of paths through the graph of
/// states, which is the number of orders that the search has covered.
public struct Explorer<World: ExploredWorld> {
  /// The result of a search.
  struct Result: Sendable {
    var states = 0
    var schedules = 0.0
    var longest = 0
    /// True if every schedule was covered; if not, only schedules that were followed to their end
    /// are counted.
    var isComplete = true
    /// The first broken rule, with the steps that lead to it.
    var violation: (rule: String, steps: [World.Step])?

    var text: String {
      "\(states) states, \(schedules.formatted(.number.notation(.scientific))) schedules"
        + " of up to \(longest) steps, \(isComplete ? "complete" : "incomplete")"
    }
  }

  /// The greatest number of states.
  private let limit: Int
  private var known: [Int: Double] = [:]
  private var path: [World.Step] = []
  private var result = Result()

  private init(limit: Int) { self.limit = limit }

  /// Explores a world on a separate thread.
  ///
  /// - Parameter limit: the greatest number of states.
  /// - Returns: a broken rule with the steps that lead to it, or a search that came to its limit before
  ///   it had followed a million schedules to their ends; nil if neither.
  public static func fault(of world: World, _ name: String, limit: Int) async -> String? {
    let result = await TestProgram.onOwnThread {
      var explorer = Explorer(limit: limit)
      explorer.result.schedules = explorer.count(world)
      return explorer.result
    }
    print("explored \(name): \(result.text)")
    if let (rule, steps) = result.violation {
      return "\(rule) after\n  " + steps.map { "\($0)" }.joined(separator: "\n  ")
    }
    return result.isComplete || result.schedules >= 1_000_000 ? nil : result.text
  }

  /// The number of schedules from a state on.
  private mutating func count(_ world: World) -> Double {
    if result.violation != nil { return 0 }
    if let rule = world.violation {
      result.violation = (rule, path)
      return 0
    }
    let hash = world.hashValue
    if let count = known[hash] { return count }
    guard known.count < limit else {
      result.isComplete = false
      return 0
    }
    // A state that leads back to itself adds no schedules.
    known[hash] = 0
    result.states += 1
    result.longest = max(result.longest, path.count)
    var total = 0.0
    let successors = world.successors()
    if successors.isEmpty {
      var end = world
      end.checkEnd()
      if let rule = end.violation { result.violation = (rule, path) }
      total = 1
    }
    for (step, next) in successors {
      path.append(step)
      total += count(next)
      path.removeLast()
    }
    known[hash] = total
    return total
  }
}
