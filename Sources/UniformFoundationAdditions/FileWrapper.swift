public import Foundation
package import SystemPackage
package import UTIDocumentStorage
package import UTIFoundationBridge
internal import UTIPlatform

/// A file, directory or symbolic link with the interface of the Foundation class, for package
/// documents.
///
/// Children and contents are read on demand: the children of a directory by ``fileWrappers``, the
/// bytes of a file by ``regularFileContents``. Large files are mapped into memory. Writing shares
/// each unchanged file with the older version by a hard link.
///
/// ```swift
/// let package = try FileWrapper(url: url)
/// if let text = package.fileWrappers?["text.md"] { package.removeFileWrapper(text) }
/// package.addRegularFile(withContents: newText, preferredFilename: "text.md")
/// try package.write(to: url, options: [.atomic, .withNameUpdating], originalContentsURL: url)
/// ```
///
/// Foundation raises an exception if the wrapper has another kind; here ``fileWrappers``,
/// ``regularFileContents`` and ``symbolicLinkDestinationURL`` are nil. ``contents()`` and
/// ``children()`` throw the reason of a failed read. `NSCoding` is missing.
///
/// Pipes, sockets and devices in a directory have no contents and are not children. A replacement
/// of the directory takes them over.
///
/// If another process truncates a mapped file in place, an access to the missing bytes ends the
/// program. If that can happen, read with ``ReadingOptions/withoutMapping``, as documents do.
open class FileWrapper: NSObject {
  package enum Content {
    case regularFile(Data?)
    case directory([String: FileWrapper])
    case unreadDirectory
    case symbolicLink(FilePath)
  }

  package var content: Content
  /// The locations of the item on disk, the newest first.
  var origins: [FileOrigin] = []
  /// The name on disk if it differs from the key of the item.
  var nameOnDisk: NameOnDisk?
  package var givenAttributes: [String: Any]?
  var keptAttributes = FileAttributes()
  /// The parent directories, which must be notified of a new preferred name.
  var parents: [WeakWrapper] = []

  /// Creates a wrapper of an item on disk.
  ///
  /// - Parameters:
  ///   - url: the URL of a file, a directory or a symbolic link, which is not followed.
  ///   - options: the options of reading.
  /// - Throws: ``DocumentError`` if the item does not exist, or is a device, a named pipe or a
  ///   socket.
  public init(url: URL, options: ReadingOptions = []) throws {
    let tree = try Self.tree(at: url, options, Limits(), SystemFileStore())
    content = try Self.content(of: tree, options)
    super.init()
    takeAttributes(of: tree)
    joinChildren()
  }

  /// Creates a wrapper of an item within limits; an addition to Foundation.
  ///
  /// - Parameters:
  ///   - url: the URL of a file, a directory or a symbolic link, which is not followed.
  ///   - options: the options of reading.
  ///   - limits: the limits of reads, now and later.
  /// - Throws: ``DocumentError``.
  public convenience init(url: URL, options: ReadingOptions = [], limits: Limits) throws {
    try self.init(url: url, options: options, limits: limits, store: SystemFileStore())
  }

  package init(
    url: URL, options: ReadingOptions = [], limits: Limits, store: any FileStore
  ) throws {
    let tree = try Self.tree(at: url, options, limits, store)
    content = try Self.content(of: tree, options)
    super.init()
    takeAttributes(of: tree)
    joinChildren()
  }

  /// Creates a directory.
  ///
  /// - Parameter childrenByPreferredName: the children; a child without a preferred name takes its
  ///   key.
  public init(directoryWithFileWrappers childrenByPreferredName: [String: FileWrapper]) {
    content = .directory(childrenByPreferredName)
    super.init()
    for (name, child) in childrenByPreferredName where child.preferredName == nil {
      child.preferredName = name
    }
    joinChildren()
  }

  /// Creates a file with contents.
  public init(regularFileWithContents contents: Data) {
    content = .regularFile(contents)
    super.init()
  }

  /// Creates a symbolic link to the item at a URL, which need not exist.
  ///
  /// - Parameter url: a file URL, absolute or relative to the location of the link.
  public init(symbolicLinkWithDestinationURL url: URL) {
    content = .symbolicLink(
      url.relativePath.isEmpty
        ? (try? FilePath(of: url)) ?? FilePath() : FilePath(url.relativePath))
    super.init()
  }

  /// Creates a wrapper from ``serializedRepresentation``; nil for other data.
  public init?(serializedRepresentation: Data) {
    guard let tree = try? FileTree(serialized: serializedRepresentation),
      let content = try? Self.content(of: tree, [])
    else { return nil }
    self.content = content
    super.init()
    takeAttributes(of: tree)
    joinChildren()
  }

  package init(tree: FileTree, _ options: ReadingOptions) throws(DocumentError) {
    content = try Self.content(of: tree, options)
    super.init()
    takeAttributes(of: tree)
    joinChildren()
  }

  // MARK: - Kind

  /// A Boolean value that indicates whether the item is a directory.
  open var isDirectory: Bool {
    switch content {
    case .directory, .unreadDirectory: true
    case .regularFile, .symbolicLink: false
    }
  }

  /// A Boolean value that indicates whether the item is a regular file.
  open var isRegularFile: Bool {
    if case .regularFile = content { true } else { false }
  }

  /// A Boolean value that indicates whether the item is a symbolic link.
  open var isSymbolicLink: Bool {
    if case .symbolicLink = content { true } else { false }
  }

  /// The preferred name of the item in a directory; must not become nil or empty.
  ///
  /// Parents remove the item and add it again, which may change its key (rule M5). Writing rejects
  /// a name that no item can have.
  open var preferredFilename: String? {
    get { preferredName }
    set { changePreferredName(newValue) }
  }

  var preferredName: String?

  /// The name of the item on disk.
  ///
  /// It is set by a read, and by a write with ``WritingOptions/withNameUpdating``.
  open var filename: String?

  /// The attributes, under the raw values of `FileAttributeKey`.
  ///
  /// They are the attributes on disk until others are set. Permissions and the modification time
  /// are written; other attributes are only stored.
  open var fileAttributes: [String: Any] {
    get { givenAttributes ?? attributesOnDisk }
    set { givenAttributes = newValue }
  }

  // MARK: - Contents

  /// The bytes of a file; nil for other items, and if the read fails (see ``contents()``).
  open var regularFileContents: Data? { isRegularFile ? try? contents() : nil }

  /// The children of a directory by key, which is the name on disk when they are written.
  ///
  /// It is nil for other items, and if the read fails (see ``children()``).
  open var fileWrappers: [String: FileWrapper]? { isDirectory ? try? children() : nil }

  /// The destination of a symbolic link; nil for other items.
  open var symbolicLinkDestinationURL: URL? { linkDestinationURL }

  /// Adds a child to this directory.
  ///
  /// - Parameter child: the child, which must have a preferred name, and not be this directory or a
  ///   parent of it.
  /// - Returns: the key of the child: its preferred name, or a name like "name 2.txt" if another
  ///   child has it.
  @discardableResult
  open func addFileWrapper(_ child: FileWrapper) -> String { add(child) }

  /// Adds a file to this directory.
  ///
  /// - Parameters:
  ///   - data: the contents.
  ///   - fileName: the preferred name.
  /// - Returns: the key of the child.
  @discardableResult
  open func addRegularFile(withContents data: Data, preferredFilename fileName: String) -> String {
    let child = FileWrapper(regularFileWithContents: data)
    child.preferredFilename = fileName
    return addFileWrapper(child)
  }

  /// Removes a child from a directory; does nothing if the directory does not contain it.
  open func removeFileWrapper(_ child: FileWrapper) { remove(child) }

  /// Returns the key of a child; nil if this directory does not contain it.
  open func keyForChildFileWrapper(_ child: FileWrapper) -> String? { key(of: child) }

  // MARK: - Disk

  /// Returns whether the item at a URL has the same contents, including the names of children.
  ///
  /// Files that this wrapper last read or wrote, with unchanged size and modification time, are not
  /// read; other files are compared byte by byte. (Foundation compares times.)
  open func matchesContents(of url: URL) -> Bool { matches(url) }

  /// Replaces the state of the wrapper with an item on disk.
  ///
  /// Children that still exist stay the same objects. An error leaves the wrapper unchanged.
  ///
  /// - Throws: ``DocumentError``.
  open func read(from url: URL, options: ReadingOptions = []) throws {
    try reread(url, options)
  }

  /// Writes the item with all children.
  ///
  /// A new item is not flushed to disk, and children that other programs have added to the older
  /// version are not taken over (rules M4, M11). A save of a document does both, with
  /// ``SafeWriter``.
  ///
  /// - Parameters:
  ///   - url: the destination. An existing item is replaced in one step, so it is never partly
  ///     written.
  ///   - options: whether to write in one step, and whether ``filename`` is updated.
  ///   - originalContentsURL: the older version, from which unchanged files are linked. It may be
  ///     at `url`.
  /// - Throws: ``DocumentError``; the older version is then in place, unless
  ///   ``DocumentError/isOriginalIntact`` is false.
  open func write(to url: URL, options: WritingOptions = [], originalContentsURL: URL?) throws {
    try write(
      to: url, options: options, originalContentsURL: originalContentsURL,
      store: SystemFileStore())
  }

  /// The item with all children as data; nil if an item cannot be read.
  ///
  /// The format is specific to this package, because Apple's format, the flat form of RTFD, has no
  /// public documentation.
  open var serializedRepresentation: Data? { try? tree().serialized() }
}

extension FileWrapper {
  /// The options of reading.
  public struct ReadingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Creates options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Reads all children and all contents at once.
    public static let immediate = ReadingOptions(rawValue: 1)
    /// Does not map files into memory.
    public static let withoutMapping = ReadingOptions(rawValue: 2)
  }

  /// The options of writing.
  public struct WritingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Creates options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Writes next to the URL and moves the item into place in one step; not necessary in safe
    /// saving.
    public static let atomic = WritingOptions(rawValue: 1)
    /// Sets ``FileWrapper/filename`` of the wrapper and all children to the names on disk.
    public static let withNameUpdating = WritingOptions(rawValue: 2)
  }
}

extension FileWrapper {
  func matches(_ url: URL) -> Bool {
    let limits = origins.first?.root.limits ?? Limits()
    let store = origins.first?.root.store ?? SystemFileStore()
    guard let found = try? FileWrapper(url: url, limits: limits, store: store) else { return false }
    return (try? hasContents(of: found)) ?? false
  }

  /// Ignores attributes, and does not read unchanged files at the same location; children of
  /// `other` that `known` lacks belong to other programs and are ignored; nil counts all.
  ///
  /// - Throws: ``DocumentError`` if an item cannot be read.
  package func hasContents(
    of other: FileWrapper, ignoringOthersThan known: FileIdentity? = nil
  ) throws -> Bool {
    switch (content, other.content) {
    case (.symbolicLink(let destination), .symbolicLink(let otherDestination)):
      return destination == otherDestination
    case (.regularFile, .regularFile):
      if let own = origins.first, let now = other.origins.first, own.hasContents(of: now.status) {
        return true
      }
      guard byteCount == other.byteCount else { return false }
      return try contents() == other.contents()
    case (.directory, .directory), (.directory, .unreadDirectory), (.unreadDirectory, .directory),
      (.unreadDirectory, .unreadDirectory):
      let children = try childrenByName()
      let others = try other.childrenByName()
      for (name, child) in children {
        guard let other = others[name],
          try child.hasContents(of: other, ignoringOthersThan: known?.children?[name])
        else { return false }
      }
      guard let known else { return children.count == others.count }
      return others.keys.allSatisfy { children[$0] != nil || known.children?[$0] == nil }
    default: return false
    }
  }

  private func childrenByName() throws -> [FilePath.Component: FileWrapper] {
    let children = try children()
    let names = FileTree.names(of: children.mapValues(\.nameOnDisk))
    var childrenByName: [FilePath.Component: FileWrapper] = [:]
    for (key, child) in children {
      if let name = names[key] { childrenByName[name] = child }
    }
    return childrenByName
  }
}
