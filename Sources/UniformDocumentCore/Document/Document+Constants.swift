extension Document {
  /// The activity of a document and its problems.
  public struct State: OptionSet, Hashable, Sendable {
    /// The members as bits.
    public let rawValue: UInt

    /// Creates a state from bits.
    ///
    /// - Parameter rawValue: the members as bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    init(_ flags: DocumentMachine.Flags) { rawValue = flags.rawValue }

    /// The document is open and has no problem: the empty state.
    public static var normal: State { [] }
    /// The document was never opened successfully, or is closed.
    public static let closed = State(.closed)
    /// Both another process and the document have changed the item, and the user has not decided
    /// yet.
    ///
    /// Saving fails meanwhile, and changes are autosaved to the recovery location.
    /// ``Document/revertContents(to:)`` loads the item. Saving with
    /// ``Document/overwritesChangesOnDisk``, or under another name, keeps the document's contents.
    public static let inConflict = State(.inConflict)
    /// The latest save or revert failed.
    public static let savingError = State(.savingError)
    /// Editing is not safe at the moment.
    public static let editingDisabled = State(.editingDisabled)
    /// ``Document/progress`` reports the progress of reading or writing.
    public static let progressAvailable = State(.progressAvailable)
  }

  /// The effect of a save on an existing item.
  public enum SaveOperation: Int, Hashable, Sendable {
    /// The item is new; no existing item is replaced.
    case forCreating = 0
    /// The item replaces an existing one.
    case forOverwriting = 1
  }

  /// A kind of edit.
  public enum ChangeKind: Int, Hashable, Sendable {
    /// The contents were changed.
    case done = 0
    /// The latest change was undone.
    case undone = 1
    /// The latest undone change was redone.
    case redone = 2
    /// The current contents count as saved.
    case cleared = 3
  }

  /// A way of creating a document, such as from a template or by scanning.
  public struct CreationIntent: RawRepresentable, Hashable, Sendable {
    /// The name of the intent.
    public let rawValue: String

    /// Creates an intent from a name.
    ///
    /// - Parameter rawValue: the name, preferably in reverse domain style.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates an intent from a name.
    ///
    /// - Parameter rawValue: the name, preferably in reverse domain style.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// An empty document of the default type.
    public static let `default` = CreationIntent(rawValue: "default")
  }
}

extension Document.State: CustomStringConvertible {
  /// The names of the members, or `normal`.
  public var description: String {
    let names: [(Document.State, String)] = [
      (.closed, "closed"), (.inConflict, "inConflict"), (.savingError, "savingError"),
      (.editingDisabled, "editingDisabled"), (.progressAvailable, "progressAvailable"),
    ]
    let members = names.filter { contains($0.0) }.map(\.1)
    return members.isEmpty ? "normal" : members.joined(separator: "+")
  }
}
