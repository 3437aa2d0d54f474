public import Foundation
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge
internal import UTIPlatform

extension URL {
  /// The options of ``bookmarkData(options:includingResourceValuesForKeys:relativeTo:)``, which have
  /// no effect here: Linux has no security scopes and no alias files.
  public struct BookmarkCreationOptions: OptionSet, Sendable {
    /// The raw value of the options.
    public let rawValue: UInt

    /// Creates options from a raw value.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A bookmark with less information.
    public static let minimalBookmark = Self(rawValue: 1 << 9)
    /// A bookmark for a file of bookmarks.
    public static let suitableForBookmarkFile = Self(rawValue: 1 << 10)
    /// A bookmark with a security scope.
    public static let withSecurityScope = Self(rawValue: 1 << 11)
    /// A bookmark with a security scope for reading.
    public static let securityScopeAllowOnlyReadAccess = Self(rawValue: 1 << 12)
    /// A bookmark without an implicit security scope.
    public static let withoutImplicitSecurityScope = Self(rawValue: 1 << 29)
  }

  /// The options for resolving a bookmark, which have no effect here: resolving shows nothing and
  /// mounts nothing.
  public struct BookmarkResolutionOptions: OptionSet, Sendable {
    /// The raw value of the options.
    public let rawValue: UInt

    /// Creates options from a raw value.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// No user interface.
    public static let withoutUI = Self(rawValue: 1 << 8)
    /// No mounting of volumes.
    public static let withoutMounting = Self(rawValue: 1 << 9)
    /// The security scope of the bookmark.
    public static let withSecurityScope = Self(rawValue: 1 << 10)
    /// No implicit access to the security scope.
    public static let withoutImplicitStartAccessing = Self(rawValue: 1 << 15)
  }

  /// Returns data that finds the item again after it was renamed in its directory, or replaced.
  ///
  /// The data is a property list of this package; Apple's systems do not read it, and their data is
  /// refused here.
  ///
  /// - Parameters:
  ///   - options: have no effect.
  ///   - keys: have no effect.
  ///   - relativeURL: a directory; if both the item and the directory are moved, the item is found
  ///     relative to it. Nil for an absolute bookmark.
  /// - Throws: `CocoaError` if the item does not exist or the URL is not a file URL.
  /// - Complexity: one system call.
  public func bookmarkData(
    options: BookmarkCreationOptions = [],
    includingResourceValuesForKeys keys: Set<URLResourceKey>? = nil,
    relativeTo relativeURL: URL? = nil
  ) throws -> Data {
    guard isFileURL, let path = try? FilePath(of: absoluteURL) else {
      throw CocoaError(.fileReadUnsupportedScheme, userInfo: [NSURLErrorKey: self])
    }
    guard let status = FileStatus.present(at: path, followsLinks: false) else {
      throw CocoaError.missing(self)
    }
    let base = relativeURL?.standardizedFileURL.pathComponents
    let components = standardizedFileURL.pathComponents
    let isInside = base.map { components.starts(with: $0) } ?? false
    return try PropertyListEncoder().encode(
      Bookmark(
        path: components,
        relativePath: isInside ? Array(components.dropFirst(base?.count ?? 0)) : nil,
        item: BookmarkedItem(status)))
  }

  /// Creates a URL of the item of a bookmark.
  ///
  /// The item is found at its path, or by its identity under another name in its directory. An item
  /// that has replaced it at its path, as a save does, is taken for it.
  ///
  /// - Parameters:
  ///   - data: the result of ``bookmarkData(options:includingResourceValuesForKeys:relativeTo:)``.
  ///   - options: have no effect.
  ///   - relativeURL: the directory of a relative bookmark.
  ///   - bookmarkDataIsStale: receives true if the item was renamed or replaced; create new data then.
  /// - Throws: `CocoaError` if the item is not found or the data is not a bookmark.
  /// - Complexity: O(*n*) in the number of items in the directory if the item was renamed.
  public init(
    resolvingBookmarkData data: Data, options: BookmarkResolutionOptions = [],
    relativeTo relativeURL: URL? = nil, bookmarkDataIsStale: inout Bool
  ) throws {
    guard let bookmark = try? PropertyListDecoder().decode(Bookmark.self, from: data) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    let absolute = URL(filePath: bookmark.path.joinedPath)
    let relative = relativeURL.flatMap { base in
      bookmark.relativePath.map { URL(filePath: (base.pathComponents + $0).joinedPath) }
    }
    let places = [relative, absolute].compactMap { $0 }
    if let place = places.first(where: { bookmark.item.isItem(at: $0) }) {
      bookmarkDataIsStale = place == absolute && relative != nil
      self = place
    } else if let place = places.lazy.compactMap(bookmark.item.renamed(from:)).first
      ?? places.first(where: { BookmarkedItem(at: $0) != nil })
    {
      bookmarkDataIsStale = true
      self = place
    } else {
      throw CocoaError.missing(places[0])
    }
  }

  /// Creates the URL that an alias file leads to: on Linux, the destination of a symbolic link.
  ///
  /// The URL of another item is unchanged.
  ///
  /// - Parameters:
  ///   - url: the URL of a link or of another item.
  ///   - options: have no effect.
  /// - Throws: `CocoaError` if there is no item, or if the link leads nowhere or into a circle.
  public init(resolvingAliasFileAt url: URL, options: BookmarkResolutionOptions = []) throws {
    guard url.isFileURL, let path = try? FilePath(of: url.absoluteURL) else {
      throw CocoaError(.fileReadUnsupportedScheme, userInfo: [NSURLErrorKey: url])
    }
    guard let status = FileStatus.present(at: path, followsLinks: false),
      FileStatus.present(at: path) != nil
    else { throw CocoaError.missing(url) }
    self = status.kind == .symbolicLink ? url.resolvingSymlinksInPath() : url
  }
}

extension NSURL {
  /// The options for creating a bookmark.
  public typealias BookmarkCreationOptions = URL.BookmarkCreationOptions
  /// The options for resolving a bookmark.
  public typealias BookmarkResolutionOptions = URL.BookmarkResolutionOptions
}

/// The contents of bookmark data.
private struct Bookmark: Codable {
  let path: [String]
  let relativePath: [String]?
  let item: BookmarkedItem
}

/// The identity of an item; the time of creation distinguishes items that have had one inode.
private struct BookmarkedItem: Codable, Equatable {
  let device: UInt64
  let inode: UInt64
  let created: Int64?
  let createdNanoseconds: UInt32?

  init(_ status: FileStatus) {
    (device, inode) = (status.item.device, status.item.inode)
    (created, createdNanoseconds) = (status.created?.seconds, status.created?.nanoseconds)
  }

  init?(at url: URL) {
    guard let path = try? FilePath(of: url),
      let status = FileStatus.present(at: path, followsLinks: false)
    else { return nil }
    self.init(status)
  }

  func isItem(at url: URL) -> Bool { BookmarkedItem(at: url) == self }

  /// The item under another name in the directory.
  func renamed(from url: URL) -> URL? {
    let directory = url.deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return names.lazy.map { directory.appending(path: $0) }.first(where: isItem)
  }
}

extension [String] {
  /// The path of components, of which the first is the root.
  fileprivate var joinedPath: String { "/" + dropFirst().joined(separator: "/") }
}

extension CocoaError {
  fileprivate static func missing(_ url: URL) -> CocoaError {
    CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: url.path, NSURLErrorKey: url])
  }
}
