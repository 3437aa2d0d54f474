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

  /// Writes bytes to a file and puts it in place.
  ///
  /// A new file has no name until it is complete and flushed to disk, so a crash leaves no trace.
  /// If the file system lacks such files, or if a file is replaced, the function works like
  /// ``write(to:_:expecting:attributes:superseding:contents:)``.
  ///
  /// - Parameters:
  ///   - bytes: the contents.
  ///   - target: the path.
  ///   - operation: the allowed changes of the target.
  ///   - expecting: the identity of the item that was last read or written there.
  ///   - attributes: attributes of the new item that do not come from the old one.
  /// - Returns: the strategy and durability of the save.
  /// - Throws: ``SafeWritingError``, like the general form.
  @discardableResult
  public func write(
    _ bytes: UnsafeRawBufferPointer, to target: FilePath, _ operation: Operation,
    expecting: FileIdentity? = nil, attributes: FileAttributes = FileAttributes()
  ) throws(SafeWritingError) -> SaveOutcome {
    do {
      let save = try Save(
        to: target, operation, expecting: expecting, attributes: attributes, writer: self)
      if save.replacesItem { return try save.run { try write(bytes, to: $0) } }
      if operation != .overwrite, !options.createsDirectories,
        let outcome = try createUnnamed(bytes, save)
      {
        return outcome
      }
    } catch {
      throw SafeWritingError(error, path: target)
    }
    return try write(to: target, operation, expecting: expecting, attributes: attributes) {
      try write(bytes, to: $0)
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer, to path: FilePath) throws(FileStoreError) {
    try store.withNewFile(at: FileLocation(path), permissions: FilePermissions(rawValue: 0o666)) {
      file throws(FileStoreError) in
      try store.writeAll(bytes, to: file)
    }
  }

  /// Nil if unnamed files are not available, or if an item appeared.
  private func createUnnamed(_ bytes: UnsafeRawBufferPointer, _ save: Save) throws -> SaveOutcome? {
    do {
      try save.takeOriginal()
      return try save.createUnnamed(bytes)
    } catch {
      // The name was taken in the meantime; the general form replaces or refuses that item.
      let failure = SafeWritingError(error, path: save.given)
      if failure.errno == .fileExists { return nil }
      throw failure
    }
  }
}

extension Save {
  fileprivate var replacesItem: Bool { target.status != nil }

  fileprivate func createUnnamed(_ bytes: UnsafeRawBufferPointer) throws -> SaveOutcome? {
    guard let file = try unnamedFile() else { return nil }
    defer { try? store.close(file) }
    try store.writeAll(bytes, to: file)
    try giveExplicitAttributes(to: file)
    try giveExactTime(to: file, store.status(of: file))
    if options.synchronizes { try flush(file) }
    guard try name(file) else { return nil }
    do {
      let durability = try synchronizeDirectory(after: .linkUnnamed)
      let identity = try FileIdentity(of: target.location, in: store)
      return SaveOutcome(
        path: target.path, strategy: .linkUnnamed, durability: durability, identity: identity)
    } catch {
      try? store.removeFile(at: target.location)
      throw error
    }
  }

  /// Returns false if the file cannot be named, because `/proc` is not available.
  private func name(_ file: FileDescriptor) throws -> Bool {
    do throws(FileStoreError) {
      try store.linkUnnamedFile(file, to: target.location)
      return true
    } catch {
      guard [.noSuchFileOrDirectory, .permissionDenied].contains(error.errno) else { throw error }
      return false
    }
  }

  private func unnamedFile() throws -> FileDescriptor? {
    do throws(FileStoreError) {
      return try store.createUnnamedFile(
        in: FileLocation(FilePath(), in: target.directory),
        permissions: FilePermissions(rawValue: 0o666))
    } catch
      where [
        .notSupported, .isDirectory, .noSuchFileOrDirectory, .invalidArgument, .noFunction,
      ].contains(error.errno)
    {
      return nil
    }
  }
}

/// The result of a save and its durability.
public struct SaveOutcome: Sendable {
  /// A property of the old item that the new item could not get.
  public enum Attribute: String, Hashable, Sendable {
    /// The owner.
    case owner
    /// The group; the permissions were reduced so that no user gained any.
    case group
    /// The access control list; the permissions were reduced so that no user gained any.
    case accessControlList = "access control list"
    /// An extended attribute.
    case extendedAttributes = "extended attributes"
    /// The other names of the item, which still lead to the old contents.
    case otherNames = "other names"
  }

  /// The path of the new item, with symbolic links resolved.
  public internal(set) var path: FilePath
  /// The absolute path of the new item, with symbolic links resolved.
  package internal(set) var resolvedPath: FilePath?
  /// The method that put the new item in place.
  public internal(set) var strategy: SaveStrategy
  /// The data that a loss of power can discard.
  public internal(set) var durability: SaveDurability
  /// The identity of the new item, which the next save or a watcher should expect.
  ///
  /// For a file that an old and a new package share, the time of change is the one before the save.
  public package(set) var identity: FileIdentity
  /// The properties of the old item that the new item could not get.
  public internal(set) var lostAttributes: Set<Attribute> = []
  /// The path of bytes that another process saved in the meantime; nil in most cases.
  ///
  /// The new item has replaced them at ``path``.
  public internal(set) var conflict: FilePath?
  /// The path of the old item if another process still has it open for writing; nil in most cases.
  ///
  /// It stays there until ``SafeWriter/recover(at:)`` finds it closed. The item is then removed, or
  /// kept if it was changed.
  public internal(set) var itemStillOpen: FilePath?
  /// The error of flushing to disk that did not end the save; nil in most cases.
  package internal(set) var flushFailure: FileStoreError?
  /// Nil if none was requested.
  package internal(set) var keptVersion: ItemVersion?
  package internal(set) var conflictVersion: ItemVersion?
  package internal(set) var versionFailure: FileStoreError?
  /// The paths that could not be removed after the new item was in place.
  public internal(set) var leftovers: [FilePath] = []
}

/// The result of a recovery when a document is opened.
///
/// It covers saves that a crash ended, and saves whose old item another process had open for
/// writing.
public struct RecoveryReport: Hashable, Sendable {
  /// Items that were only partly written and are complete again.
  public internal(set) var restored: [FilePath] = []
  /// Temporary items that were not needed and were removed.
  public internal(set) var removed: [FilePath] = []
  /// Contents that no item has: changes by another process, or contents of a deleted item.
  public internal(set) var kept: [FilePath] = []
  /// Superseded items, each with the path of the item that replaces it.
  ///
  /// Their own contents are among the kept ones.
  public internal(set) var superseded: [FilePath: FilePath] = [:]
  /// Remains that could not be recovered.
  ///
  /// They may not be changed, or belong to another item whose recovery failed.
  public internal(set) var unresolved: [FilePath] = []

  /// Creates an empty report.
  public init() {}
}

extension SafeWriter {
  /// Recovers the saves that a crash ended in the directory of an item.
  ///
  /// Opening a document calls this function before reading. Items that a running process writes are
  /// left alone, and so are old items that another process still has open for writing.
  ///
  /// - Parameter target: the path of the item, which need not exist.
  /// - Returns: the restored, removed and kept items.
  /// - Throws: ``SafeWritingError`` if the directory is missing or recovery of the item fails.
  @discardableResult
  public func recover(at target: FilePath) throws(SafeWritingError) -> RecoveryReport {
    try recoverPlace(of: target).report
  }

  /// Recovers like ``recover(at:)``; the path is absolute, with symbolic links resolved.
  package func recoverPlace(
    of target: FilePath
  ) throws(SafeWritingError) -> (report: RecoveryReport, resolvedPath: FilePath) {
    do {
      let place = try SaveTarget(target, store: store)
      defer { try? store.close(place.directory) }
      let report = try Recovery.report(at: place, store: store, options: options)
      return (report, place.absolutePath)
    } catch {
      throw SafeWritingError(error, path: target)
    }
  }
}

extension SafeWriter.Options {
  /// The directories for items that a save cannot keep next to an item.
  package static var userRecoveryDirectories: [FilePath] {
    UserState.directories.map { $0.appending("saving") }
  }
}
