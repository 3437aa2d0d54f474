internal import UTIPortable

/// Alternative matches with a priority: a `magic` element, or a `treemagic` element, which
/// recognises a volume.
public struct MatchRule<Match: Hashable & Sendable>: Hashable, Sendable {
  /// The valid priorities.
  public static var priorityRange: ClosedRange<Int> { 0...100 }
  /// The priority of a rule that states none.
  public static var defaultPriority: Int { 50 }
  /// The least priority of a signature at the start of every file of the type and of no other file
  /// (Registry/README.md, "Priorities").
  static var leastRequiredPriority: Int { 80 }

  /// The priority, 0 to 100; greater ones are tried earlier, and other values are clamped.
  public var priority: Int {
    didSet { priority = priority.clamped(to: Self.priorityRange) }
  }
  /// The matches of which one must hold.
  public var matches: [Match]
  /// The position of the statement.
  public var position: SourcePosition

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - priority: the priority, 0 to 100.
  ///   - matches: the matches of which one must hold.
  ///   - position: the position of the statement.
  public init(
    priority: Int = Self.defaultPriority, matches: [Match], position: SourcePosition
  ) {
    self.priority = priority.clamped(to: Self.priorityRange)
    self.matches = matches
    self.position = position
  }
}
