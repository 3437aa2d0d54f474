public import DocumentStorage
public import Foundation
package import SystemPackage

/// A file, a directory or a symbolic link with the interface of Foundation's class: what a
/// package document is made of.
///
/// Nothing is read before it is asked for: the children of a directory when ``fileWrappers`` is,
/// the bytes of a file when ``regularFileContents`` are, and large files are mapped into memory.
/// Writing shares with the older version every file that has not changed, by a hard link.
///
/// ```swift
/// let package = try FileWrapper(url: url)
/// if let text = package.fileWrappers?["text.md"] { package.removeFileWrapper(text) }
/// package.addRegularFile(withContents: newText, preferredFilename: "text.md")
/// try package.write(to: url, options: [.atomic, .withNameUpdating], originalContentsURL: url)
/// ```
///
/// Where Foundation raises an exception because the wrapper is of another kind, ``fileWrappers``,
/// ``regularFileContents`` and ``symbolicLinkDestinationURL`` are nil; ``contents()`` and
/// ``children()`` say why something could not be read. `NSCoding` is missing.
///
/// Pipes, sockets and devices in a directory have no contents and are no children; what replaces
/// the directory takes them over.
///
/// A mapped file that somebody else cuts off in place ends the program when the missing bytes
/// are touched; read with ``ReadingOptions/withoutMapping`` where that may happen, as documents do.
open class FileWrapper: NSObject {
  package enum Content {
    case regularFile(Data?)
    case directory([String: FileWrapper])
    case unreadDirectory
    case symbolicLink(FilePath)
  }

  package var content: Content
  /// Where the item lies on disk, the newest place first.
  var origins: [FileOrigin] = []
  /// The name on disk where the key of the item cannot say it.
  var nameOnDisk: NameOnDisk?
  package var givenAttributes: [String: Any]?
  /// Attributes that came with a serialized item.
  var keptAttributes = FileAttributes()
  /// The directories that have it as a child, which must learn of another preferred name.
  var parents: [WeakWrapper] = []

  /// Makes a wrapper of an item on disk.
  ///
  /// - Parameters:
  ///   - url: the URL of a file, a directory or a symbolic link, which is not followed.
  ///   - options: whether children and contents are read now, and how.
  /// - Throws: ``FileWrapperError`` when there is no such item, or it is a device, a named pipe or
  ///   a socket.
  public init(url: URL, options: ReadingOptions = []) throws {
    let tree = try Self.tree(at: url, options, Limits(), SystemFileStore())
    content = try Self.content(of: tree, options)
    super.init()
    takeAttributes(of: tree)
    joinChildren()
  }

  /// Makes a wrapper of an item in a file system of one's choice; ours, not in Foundation.
  ///
  /// - Parameters:
  ///   - url: the URL of a file, a directory or a symbolic link, which is not followed.
  ///   - options: whether children and contents are read now, and how.
  ///   - limits: how much is read, now and later, before an error is thrown.
  ///   - store: the file system.
  /// - Throws: ``FileWrapperError``.
  public init(
    url: URL, options: ReadingOptions = [], limits: Limits,
    store: any FileStore = SystemFileStore()
  ) throws {
    let tree = try Self.tree(at: url, options, limits, store)
    content = try Self.content(of: tree, options)
    super.init()
    takeAttributes(of: tree)
    joinChildren()
  }

  /// Makes a directory.
  ///
  /// - Parameter childrenByPreferredName: its children; those without a preferred name take the
  ///   key they are under.
  public init(directoryWithFileWrappers childrenByPreferredName: [String: FileWrapper]) {
    content = .directory(childrenByPreferredName)
    super.init()
    for (name, child) in childrenByPreferredName where child.preferredName == nil {
      child.preferredName = name
    }
    joinChildren()
  }

  /// Makes a file with contents.
  public init(regularFileWithContents contents: Data) {
    content = .regularFile(contents)
    super.init()
  }

  /// Makes a symbolic link to what a URL names, which need not exist.
  ///
  /// - Parameter url: a URL of a file, absolute or relative to where the link will be.
  public init(symbolicLinkWithDestinationURL url: URL) {
    content = .symbolicLink(
      url.relativePath.isEmpty
        ? (try? FilePath(of: url)) ?? FilePath() : FilePath(url.relativePath))
    super.init()
  }

  /// Makes a wrapper of what ``serializedRepresentation`` gave; nil for anything else.
  public init?(serializedRepresentation: Data) {
    guard let tree = try? FileTree(serialized: serializedRepresentation),
      let content = try? Self.content(of: tree, [])
    else { return nil }
    self.content = content
    super.init()
    takeAttributes(of: tree)
    joinChildren()
  }

  /// Makes a wrapper of a part of a tree.
  package init(tree: FileTree, _ options: ReadingOptions) throws(FileWrapperError) {
    content = try Self.content(of: tree, options)
    super.init()
    takeAttributes(of: tree)
    joinChildren()
  }

  // MARK: - What it is

  /// Whether it is a directory.
  open var isDirectory: Bool {
    switch content {
    case .directory, .unreadDirectory: true
    case .regularFile, .symbolicLink: false
    }
  }

  /// Whether it is a file with contents.
  open var isRegularFile: Bool {
    if case .regularFile = content { true } else { false }
  }

  /// Whether it is a symbolic link.
  open var isSymbolicLink: Bool {
    if case .symbolicLink = content { true } else { false }
  }

  /// The name the item should have in a directory; must not become nil or empty.
  ///
  /// Parents take the item out and add it again, which may change its key (rule M5). A name that
  /// no item can have is refused when the wrapper is written.
  open var preferredFilename: String? {
    get { preferredName }
    set { changePreferredName(newValue) }
  }

  var preferredName: String?

  /// The name the item had on disk when it was last read, or written with
  /// ``WritingOptions/withNameUpdating``.
  open var filename: String?

  /// The attributes, under the raw values of `FileAttributeKey`.
  ///
  /// Those on disk, until others are set. Permissions and the time of modification that are set
  /// are written; others are only kept.
  open var fileAttributes: [String: Any] {
    get { givenAttributes ?? attributesOnDisk }
    set { givenAttributes = newValue }
  }

  // MARK: - What is in it

  /// The bytes of a file; nil for anything else, and when they cannot be read (see
  /// ``contents()``).
  open var regularFileContents: Data? { isRegularFile ? try? contents() : nil }

  /// The children of a directory by their keys, which are the names they will be written under;
  /// nil for anything else, and when they cannot be read (see ``children()``).
  open var fileWrappers: [String: FileWrapper]? { isDirectory ? try? children() : nil }

  /// What a symbolic link leads to; nil for anything else.
  open var symbolicLinkDestinationURL: URL? { linkDestinationURL }

  /// Adds a child to a directory, which it must be.
  ///
  /// - Parameter child: what to add; must have a preferred name, and not be this directory or
  ///   one around it.
  /// - Returns: the key of the child: its preferred name, or one like "name 2.txt" when another
  ///   child has that.
  @discardableResult
  open func addFileWrapper(_ child: FileWrapper) -> String { add(child) }

  /// Adds a file to a directory, which it must be.
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

  /// Takes a child out of a directory; nothing happens when it is not in it.
  open func removeFileWrapper(_ child: FileWrapper) { remove(child) }

  /// The key of a child; nil when it is not in this directory.
  open func keyForChildFileWrapper(_ child: FileWrapper) -> String? { key(of: child) }

  // MARK: - Disk

  /// Whether the item at a URL has what this wrapper has, names of children included.
  ///
  /// Files that are the ones last read or written, with size and time of modification unchanged,
  /// are not read; others are compared byte by byte. (Foundation compares times.)
  open func matchesContents(of url: URL) -> Bool { matches(url) }

  /// Makes this wrapper what an item on disk is now.
  ///
  /// Children that are still there stay the same objects. After an error nothing has changed.
  ///
  /// - Throws: ``FileWrapperError``.
  open func read(from url: URL, options: ReadingOptions = []) throws {
    try reread(url, options)
  }

  /// Writes the item with everything in it.
  ///
  /// What is written where nothing was is not waited for until it is on the disk, and what
  /// appeared in the older version since it was read is not taken over (rules M4, M11): saving a
  /// document does both, with ``SafeWriter``.
  ///
  /// - Parameters:
  ///   - url: where it goes. What is there is replaced in one step; nothing ever is half written
  ///     at the URL when something was there before.
  ///   - options: whether to write in one step, and whether ``filename`` is updated.
  ///   - originalContentsURL: the older version, from which unchanged files are linked. It may be
  ///     at `url`.
  /// - Throws: ``FileWrapperError``; the older version is at its place then, unless the reason is
  ///   ``FileWrapperError/Reason/saving(_:)`` with an error that says otherwise.
  open func write(
    to url: URL, options: WritingOptions = [], originalContentsURL: URL?
  ) throws {
    try write(
      to: url, options: options, originalContentsURL: originalContentsURL,
      store: SystemFileStore())
  }

  /// The item with everything in it as data; nil when something cannot be read.
  ///
  /// The form is ours: Apple's, the flat form of RTFD, is not publicly documented.
  open var serializedRepresentation: Data? { try? tree().serialized() }
}
