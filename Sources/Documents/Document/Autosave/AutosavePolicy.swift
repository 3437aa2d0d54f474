/// How long edits may wait until they are saved.
///
/// Apple's periods are unpublished. Ours are two: a document is saved when it has been left alone
/// for a while, and while somebody types on without a pause it is saved now and then all the same.
public struct AutosavePolicy: Hashable, Sendable {
  /// How long a document is left alone before it is saved.
  public var idlePeriod: Duration
  /// How long the first unsaved edit waits at most, and how long it is until another attempt after
  /// a refusal.
  public var longestPeriod: Duration

  /// Makes a policy.
  ///
  /// - Parameters:
  ///   - idlePeriod: how long a document is left alone before it is saved.
  ///   - longestPeriod: how long the first unsaved edit waits at most.
  public init(idlePeriod: Duration = .seconds(2), longestPeriod: Duration = .seconds(15)) {
    self.idlePeriod = idlePeriod
    self.longestPeriod = longestPeriod
  }
}
