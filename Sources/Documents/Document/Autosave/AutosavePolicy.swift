/// The time for which edits may wait until they are saved.
///
/// Apple's periods are unpublished. This policy has two: a document is saved when it has not been
/// edited for a while, and at longer intervals during continuous editing.
public struct AutosavePolicy: Hashable, Sendable {
  /// The time without an edit after which a document is saved.
  public var idlePeriod: Duration
  /// The maximum time between the first unsaved edit and its save, and the time before another
  /// attempt after a declined save.
  public var longestPeriod: Duration

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - idlePeriod: the time without an edit after which a document is saved.
  ///   - longestPeriod: the maximum time between the first unsaved edit and its save.
  public init(idlePeriod: Duration = .seconds(2), longestPeriod: Duration = .seconds(15)) {
    self.idlePeriod = idlePeriod
    self.longestPeriod = longestPeriod
  }
}
