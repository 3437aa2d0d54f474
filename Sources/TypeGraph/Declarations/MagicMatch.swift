/// A `magic` element.
public typealias MagicRule = MatchRule<MagicMatch>

/// A `match` element: bytes that must stand in a range of offsets.
public struct MagicMatch: Hashable, Sendable {
  /// How the value of a match is written.
  public enum ValueType: String, Sendable, CaseIterable {
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

  /// How the value was written.
  public var type: ValueType
  /// The first and the last offset at which the value may start.
  public var offsets: ClosedRange<Int>
  /// The bytes to find, in memory order.
  public var value: [UInt8]
  /// The bits that count, as many bytes as the value; nil when all do.
  public var mask: [UInt8]?
  /// Matches of which one must hold too; none when empty.
  public var children: [MagicMatch]
  /// Where the match is stated.
  public var position: SourcePosition

  /// Makes a match.
  ///
  /// - Parameters:
  ///   - type: how the value was written.
  ///   - offsets: the first and the last offset at which the value may start.
  ///   - value: the bytes to find, in memory order.
  ///   - mask: the bits that count, as many bytes as the value.
  ///   - children: matches of which one must hold too.
  ///   - position: where the match is stated.
  public init(
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
