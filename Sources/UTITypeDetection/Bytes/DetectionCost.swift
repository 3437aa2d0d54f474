/// The reads that an answer took.
public struct DetectionCost: Hashable, Sendable {
  /// The number of reads.
  public let reads: Int
  /// The number of bytes they gave.
  public let bytes: Int

  static let none = DetectionCost(reads: 0, bytes: 0)
}
