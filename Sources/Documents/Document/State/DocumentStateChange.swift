/// A change of the state of a document, or of something else that people see of it.
///
/// Apple's notification says only that there was one; whoever shows a document needs the reason. The
/// notification is for changes of the state alone.
public struct DocumentStateChange: Sendable {
  /// What may be different.
  public struct Properties: OptionSet, Hashable, Sendable {
    /// The members as bits.
    public let rawValue: Int
    /// Makes properties of bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// ``Document/documentState``, or something has failed.
    public static let state = Properties(rawValue: 1 << 0)
    /// Whether there are changes to save, which a title bar shows.
    public static let isEdited = Properties(rawValue: 1 << 1)
    /// ``Document/localizedName``.
    public static let name = Properties(rawValue: 1 << 2)
    /// ``Document/fileURL``.
    public static let place = Properties(rawValue: 1 << 3)
    /// ``Document/problem``.
    public static let problem = Properties(rawValue: 1 << 4)
    /// What the document holds was read again, because somebody else has changed the item.
    public static let contents = Properties(rawValue: 1 << 5)
  }

  /// What is different.
  public internal(set) var properties: Properties = .state
  /// The state before.
  public let previous: Document.State
  /// The state after, which the document already has.
  public let current: Document.State
  /// The error that the change is about; nil when nothing failed.
  public let error: (any Error)?
  /// Who has changed the item, where that is what the change is about.
  public internal(set) var originator: ChangeOriginator?
}
