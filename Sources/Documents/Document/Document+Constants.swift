extension Document {
  /// What a document is up to, and what is wrong with it.
  public struct State: OptionSet, Hashable, Sendable {
    /// The members as bits.
    public let rawValue: UInt

    /// Makes a state of bits.
    ///
    /// - Parameter rawValue: the members as bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The document is open and nothing is wrong: the empty state.
    public static var normal: State { [] }
    /// The document was never opened successfully, or is closed again.
    public static let closed = State(rawValue: 1 << 0)
    /// Somebody else has changed the document's item, and so has the document: nobody has chosen yet.
    ///
    /// Saving fails meanwhile, and changes are kept elsewhere. ``Document/revertContents(to:)`` takes
    /// what is on disk; saving with ``Document/overwritesChangesOnDisk``, or under another name, keeps
    /// what the document has.
    public static let inConflict = State(rawValue: 1 << 1)
    /// The latest saving or reverting failed.
    public static let savingError = State(rawValue: 1 << 2)
    /// Editing is not safe at the moment.
    public static let editingDisabled = State(rawValue: 1 << 3)
    /// ``Document/progress`` tells how far reading or writing has come.
    public static let progressAvailable = State(rawValue: 1 << 4)
  }

  /// What saving may do with the place.
  public enum SaveOperation: Int, Hashable, Sendable {
    /// The item is new; nothing that exists is replaced.
    case forCreating = 0
    /// The item replaces the one that is there.
    case forOverwriting = 1
  }

  /// What an edit was.
  public enum ChangeKind: Int, Hashable, Sendable {
    /// Something was changed.
    case done = 0
    /// The latest change was undone.
    case undone = 1
    /// The latest undone change was made again.
    case redone = 2
    /// What there is now counts as saved.
    case cleared = 3
  }

  /// A way of creating a document, such as from a template or by scanning.
  public struct CreationIntent: RawRepresentable, Hashable, Sendable {
    /// The name of the way.
    public let rawValue: String

    /// Makes an intent of a name.
    ///
    /// - Parameter rawValue: the name, best in reverse domain style.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes an intent of a name.
    ///
    /// - Parameter rawValue: the name, best in reverse domain style.
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
