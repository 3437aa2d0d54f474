internal import UTIPortable

/// A `magic` element.
package typealias MagicRule = MatchRule<MagicMatch>

/// A `match` element: bytes that must occur in a range of offsets.
package struct MagicMatch: Hashable, Sendable {
  /// The notation of the value of a match.
  package enum ValueType: String, Sendable, CaseIterable {
    /// Bytes.
    case string
    /// One byte.
    case byte
    /// A 16-bit number, most significant byte first.
    case big16
    /// A 32-bit number, most significant byte first.
    case big32
    /// A 16-bit number, least significant byte first.
    case little16
    /// A 32-bit number, least significant byte first.
    case little32
    /// A 16-bit number in the order of the machine.
    case host16
    /// A 32-bit number in the order of the machine.
    case host32
  }

  /// The notation of the value.
  package var type: ValueType
  /// The first and the last offset at which the value may start.
  package var offsets: ClosedRange<Int>
  /// The bytes to find, in memory order.
  package var value: [UInt8]
  /// The mask of significant bits, as many bytes as the value; nil when all bits are significant.
  package var mask: [UInt8]?
  /// Nested matches, of which one must hold too; empty for no further condition.
  package var children: [MagicMatch]
  /// The position of the statement.
  package var position: SourcePosition

  package init(
    type: ValueType, offsets: ClosedRange<Int>, value: [UInt8], mask: [UInt8]? = nil,
    children: [MagicMatch] = [], position: SourcePosition
  ) {
    self.type = type
    self.offsets = offsets
    self.value = value
    self.mask = mask
    self.children = children
    self.position = position
  }
}

/// Alternative matches with a priority: a `magic` element, or a `treemagic` element, which
/// recognises a volume.
package struct MatchRule<Match: Hashable & Sendable>: Hashable, Sendable {
  /// The valid priorities.
  package static var priorityRange: ClosedRange<Int> { 0...100 }
  /// The priority of a rule that states none.
  package static var defaultPriority: Int { 50 }
  /// The least priority of a signature at the start of every file of the type and of no other file
  /// (Registry/README.md, "Priorities").
  static var leastRequiredPriority: Int { 80 }

  /// The priority, 0 to 100; greater ones are tried earlier, and other values are clamped.
  package var priority: Int {
    didSet { priority = priority.clamped(to: Self.priorityRange) }
  }
  /// The matches of which one must hold.
  package var matches: [Match]
  /// The position of the statement.
  package var position: SourcePosition

  package init(priority: Int = Self.defaultPriority, matches: [Match], position: SourcePosition) {
    self.priority = priority.clamped(to: Self.priorityRange)
    self.matches = matches
    self.position = position
  }
}
