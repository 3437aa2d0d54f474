public import SystemPackage

/// Replaces items so that other processes, and a restart after a crash, find the complete old or
/// new item.
///
/// The new item is written into a hidden directory next to the old one and gets its owner,
/// permissions and attributes. It is flushed to disk (`fsync`) and then atomically exchanged with
/// the old item (`renameat2(RENAME_EXCHANGE)`). The replaced item is compared with the expected
/// one, so bytes that another process saved in the meantime are kept. Both items are locked in the
/// meantime, so saves of one item in several processes run in sequence, whatever path they use. If
/// a file system, a mount or the permissions do not allow this, the writer uses the safest method
/// that they allow, and the outcome names it.
public struct SafeWriter: Sendable {
  /// The allowed changes of the target of a save.
  public enum Operation: Hashable, Sendable {
    /// Creates an item; fails if one with the name exists, including a symbolic link.
    case create
    /// Replaces an item; fails if it does not exist.
    case overwrite
    /// Replaces an item, or creates it if it does not exist.
    case createOrOverwrite
  }

  /// Options that trade safety for speed or permissions.
  public struct Options: Hashable, Sendable {
    /// A Boolean value that indicates whether contents and names are flushed to disk.
    ///
    /// Without it, a loss of power can discard both versions.
    public var synchronizes = true
    /// A Boolean value that indicates whether a file with several names is overwritten in place.
    ///
    /// All names then lead to the new contents. Otherwise the other names keep the old contents.
    public var preservesHardLinks = true
    /// A Boolean value that indicates whether a file in a read-only directory is overwritten in
    /// place.
    public var overwritesInPlace = true
    /// A Boolean value that indicates whether the new package keeps children of other processes.
    ///
    /// These are files that were added after the old package was read, which requires the expected
    /// identity, and pipes, sockets and devices.
    public var keepsForeignChildren = true
    /// A Boolean value that indicates whether missing parent directories of a new item are created.
    public var createsDirectories = false
    /// The maximum time that a save waits for other saves of the same item, in any process.
    ///
    /// After that, a save that would overwrite the item fails. Other saves continue, because the
    /// replaced item is compared with the expected one and kept.
    public var patience = Duration.seconds(5)
    /// The directories for the old contents of a file that is overwritten in place without a backup
    /// next to it.
    ///
    /// The first directory that is available, belongs to the user and is private is used. The
    /// default is the state directory of the XDG base directory specification, then the state
    /// directory in the home of the user's account, then `/var/tmp`.
    public var recoveryDirectories: [FilePath]

    /// Creates the options of a save of user data.
    public init() {
      recoveryDirectories = Self.userRecoveryDirectories
    }
  }

  package let store: any FileStore
  /// The options of saves.
  public var options: Options
  /// Nil if replaced items are not kept as versions.
  package var keeping: VersionKeeping?
  /// A saving directory marks a copy for recovery as complete (``ReservedName/complete``); it stays
  /// if it cannot be flushed, because a doubtful copy is better than none.
  package var isForRecovery = false
  /// Receives the new item when it is written; nil for nothing.
  package var examine: (@Sendable (FileLocation, FileStatus) throws -> Void)?

  /// Creates a writer.
  ///
  /// - Parameter options: the options of saves.
  public init(options: Options = Options()) {
    self.init(store: SystemFileStore(), options: options)
  }

  package init(store: any FileStore, options: Options = Options()) {
    self.store = store
    self.options = options
  }

  /// Writes an item and puts it in place.
  ///
  /// A symbolic link at the target stays; the item that it leads to is replaced.
  ///
  /// - Parameters:
  ///   - target: the path.
  ///   - operation: the allowed changes of the target.
  ///   - expecting: the identity of the item that was last read or written there; a different item
  ///     is not overwritten. Nil overwrites any item.
  ///   - attributes: attributes of the new item that do not come from the old one.
  ///   - old: an item under another name that the new item supersedes, for example after a document
  ///     changes its type. It is removed after the new item is flushed to disk.
  ///   - contents: a function that writes the new item, a file or a directory, at the given path.
  ///     The path has the final name and does not exist yet. The function need not flush data.
  /// - Returns: the strategy and durability of the save.
  /// - Throws: ``SafeWritingError``. The old item is then unchanged unless the error says
  ///   otherwise, and no temporary item is left.
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

extension SafeWriter {
  /// Writes nothing; a save can still fail if no obstacle is known.
  package func obstacle(toOverwriting path: FilePath) -> (any Error)? {
    do {
      let save = try Save(
        to: path, .createOrOverwrite, expecting: nil, attributes: FileAttributes(), writer: self)
      try save.refuseWhatMayNotBeWritten()
      return nil
    } catch {
      return error
    }
  }
}

extension SafeWriter {
  /// An item that a new item under another name makes superfluous.
  public struct SupersededItem: Hashable, Sendable {
    /// The item.
    public var path: FilePath
    /// The identity of the item when it was last read or written; a different item is kept.
    public var identity: FileIdentity?

    /// Creates the value.
    ///
    /// - Parameters:
    ///   - path: the item.
    ///   - identity: the identity of the item when it was last read or written.
    public init(path: FilePath, identity: FileIdentity? = nil) {
      self.path = path
      self.identity = identity
    }
  }
}
