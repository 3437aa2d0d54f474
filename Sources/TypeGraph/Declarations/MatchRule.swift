internal import UTIPlatform

/// Alternatives of matches with a priority: a `magic` element, or a `treemagic` element, by which a
/// volume is recognised.
public struct MatchRule<Match: Hashable & Sendable>: Hashable, Sendable {
  /// The priorities there are.
  public static var priorityRange: ClosedRange<Int> { 0...100 }
  /// The priority of a rule that states none.
  public static var defaultPriority: Int { 50 }

  /// The priority, 0 to 100, of which greater is tried earlier; what lies outside is brought to the
  /// nearest end.
  public var priority: Int {
    didSet { priority = priority.clamped(to: Self.priorityRange) }
  }
  /// The matches of which one must hold.
  public var matches: [Match]
  /// Where the rule is stated.
  public var position: SourcePosition

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - priority: the priority, 0 to 100.
  ///   - matches: the matches of which one must hold.
  ///   - position: where the rule is stated.
  public init(
    priority: Int = Self.defaultPriority, matches: [Match], position: SourcePosition
  ) {
    self.priority = priority.clamped(to: Self.priorityRange)
    self.matches = matches
    self.position = position
  }
}
