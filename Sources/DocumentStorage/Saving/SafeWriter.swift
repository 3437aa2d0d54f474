public import SystemPackage

/// Replaces items so that whoever looks, at any instant and after any crash, finds the complete old
/// or the complete new one.
///
/// The new item is written into a hidden directory beside the old one, gets the old one's owner,
/// permissions and attributes, is waited for until it is on the disk, and then changes places with
/// the old one in a single step. What came out is compared with what was expected, so that bytes
/// somebody else saved in the meantime are kept and not lost. Both items are locked meanwhile, so that
/// saves of one item in several processes take turns, by whatever path they came to it. Where a file
/// system, a mount or the permissions do not allow this, the writer chooses the safest way they do
/// allow; the outcome names it.
public struct SafeWriter: Sendable {
  /// What a save may do with the place it is for.
  public enum Operation: Hashable, Sendable {
    /// Makes a new item; fails where there is one of the name, a symbolic link included.
    case create
    /// Replaces an item; fails where it is gone.
    case overwrite
    /// Replaces an item, or makes it where it is gone.
    case createOrOverwrite
  }

  /// How much a save does for safety where that costs something.
  public struct Options: Hashable, Sendable {
    /// Whether to wait until contents and names are on the disk.
    ///
    /// Without it a loss of power may leave neither version.
    public var synchronizes = true
    /// Whether a file with several names is overwritten in place, so that all of them lead to the
    /// new contents; otherwise the others keep the old contents.
    public var preservesHardLinks = true
    /// Whether a file in a directory that cannot be written is overwritten in place.
    public var overwritesInPlace = true
    /// Whether the new package takes over what others have in the old one: files that appeared
    /// after it was read, for which it needs the expected identity, and pipes, sockets and devices.
    public var keepsForeignChildren = true
    /// Whether missing directories on the way to a new item are made with it.
    public var createsDirectories = false
    /// How long a save waits for others that save the same item, in whatever process.
    ///
    /// After that it fails where it would overwrite the item, and else goes on: what it replaces is
    /// compared with what was expected, and kept.
    public var patience = Duration.seconds(5)
    /// Where the old contents of a file are kept while it is overwritten in place and nothing can
    /// be kept beside it: the first of these that can be had, is the user's own, and is closed to
    /// others.
    ///
    /// By default they lie in the directories for the state of programs that the XDG base directory
    /// specification gives a user, then in that of the user's account, then in `/var/tmp`.
    public var recoveryDirectories: [FilePath]

    /// Makes the options of a save of the user's work.
    public init() {
      recoveryDirectories = Self.userRecoveryDirectories
    }
  }

  /// The file system.
  public let store: any FileStore
  /// What a save does for safety where that costs something.
  public var options: Options
  /// How saves keep what they replace; nil where they do not.
  package var keeping: VersionKeeping?
  /// Whether a saving directory says when its new item is complete (``ReservedName/complete``).
  package var marksCompletion = false

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - store: the file system.
  ///   - options: what a save does for safety where that costs something.
  public init(store: any FileStore = SystemFileStore(), options: Options = Options()) {
    self.store = store
    self.options = options
  }

  /// Writes an item and puts it into its place.
  ///
  /// A symbolic link at the place stays; what it leads to is replaced.
  ///
  /// - Parameters:
  ///   - target: the place.
  ///   - operation: what the save may do with the place.
  ///   - expecting: the identity of the item that was last read or written there; a different item
  ///     is not overwritten. Nil overwrites whatever is there.
  ///   - attributes: attributes of the new item that do not come from the old one.
  ///   - old: an item under another name whose place the new item takes, as a document does that
  ///     changes its type; it goes once the new one is on the disk.
  ///   - contents: writes the new item, a file or a directory, at the path it is given, which has
  ///     the name of the place and names nothing yet. It need not synchronize anything.
  /// - Returns: what was done and how well it will last.
  /// - Throws: ``SafeWritingError``; the old item is as it was then unless the error says otherwise,
  ///   and nothing temporary is left.
  @discardableResult
  public func write(
    to target: FilePath, _ operation: Operation, expecting: FileIdentity? = nil,
    attributes: FileAttributes = FileAttributes(), superseding old: SupersededItem? = nil,
    contents: (_ temporaryPath: FilePath) throws -> Void
  ) throws(SafeWritingError) -> SaveOutcome {
    do {
      let save = try Save(
        to: target, operation, expecting: expecting, attributes: attributes, superseding: old,
        writer: self)
      return try save.run(contents)
    } catch {
      throw SafeWritingError(error, path: target)
    }
  }
}
