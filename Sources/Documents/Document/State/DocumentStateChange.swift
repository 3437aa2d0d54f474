/// A change of the state of a document, or of another property that the user sees.
///
/// Apple's notification has no reason for the change, which a view needs. The notification is
/// posted for changes of the state alone.
public struct DocumentStateChange: Sendable {
  /// The properties that can change.
  public struct Properties: OptionSet, Hashable, Sendable {
    /// The members as bits.
    public let rawValue: Int
    /// Creates properties from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// ``Document/documentState`` has changed, or an operation has failed.
    public static let state = Properties(rawValue: 1 << 0)
    /// The presence of unsaved changes, which a title bar shows, has changed.
    public static let isEdited = Properties(rawValue: 1 << 1)
    /// ``Document/localizedName``.
    public static let name = Properties(rawValue: 1 << 2)
    /// ``Document/fileURL``.
    public static let place = Properties(rawValue: 1 << 3)
    /// ``Document/problem``.
    public static let problem = Properties(rawValue: 1 << 4)
    /// The contents were read again, because another process has changed the item.
    public static let contents = Properties(rawValue: 1 << 5)
  }

  /// The changed properties.
  public internal(set) var properties: Properties = .state
  /// The previous state.
  public let previous: Document.State
  /// The new state, which the document already has.
  public let current: Document.State
  /// The error that caused the change; nil if no operation failed.
  public let error: (any Error)?
  /// The process that has changed the item, if it caused the change.
  public internal(set) var originator: ChangeOriginator?
}
