public import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge
internal import UTIPlatform

extension NSFileVersion {
  /// Keeps contents as a version of an item, without a change of the item.
  ///
  /// The version is not discardable unless the caller makes it so.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - contentsURL: the contents, a file or a package, which may be the item itself.
  ///   - options: the handling of the contents.
  /// - Throws: ``DocumentError``; the contents then stay at their URL. The item itself
  ///   cannot be moved away.
  @discardableResult
  public class func addOfItem(
    at url: URL, withContentsOf contentsURL: URL, options: AddingOptions = []
  ) throws -> NSFileVersion {
    let versions = FileCoordinationConfiguration.standard.versions
    return try failing(at: url, "no version was added") {
      let path = try FilePath(of: url)
      let contents = versions.resolvedPath(ofItem: try FilePath(of: contentsURL))
      let isMoving = options.contains(.byMoving)
      guard !isMoving || contents != versions.resolvedPath(ofItem: path) else {
        throw FileStoreError(.rename, path: contents, errno: .invalidArgument)
      }
      var notes = VersionNotes()
      notes.isDiscardable = false
      notes.author = versions.author
      let added = try versions.add(
        contentsOf: FileLocation(contents), to: path, notes, byMoving: isMoving)
      let version = NSFileVersion(added, ofItemAt: url, in: versions)
      version.notify(.gained)
      return version
    }
  }

  /// Creates an empty directory for the contents of a new version.
  ///
  /// The directory is on the file system that holds the versions of the item, so that
  /// ``AddingOptions/byMoving`` is fast. The caller removes it.
  ///
  /// - Parameter url: the item.
  /// - Throws: ``DocumentError`` if the directory cannot be created.
  public class func temporaryDirectoryURLForNewVersionOfItem(at url: URL) throws -> URL {
    let versions = FileCoordinationConfiguration.standard.versions
    return try failing(at: url, "there is no place for a version") {
      let path = try FilePath(of: url)
      return URL(of: try versions.makeTemporaryDirectory(for: path), directoryHint: .isDirectory)
    }
  }

  /// Removes all kept versions of an item; the item and copies next to it stay.
  ///
  /// - Parameter url: the item.
  /// - Throws: ``DocumentError`` if a version cannot be removed; other versions may have
  ///   been removed then.
  public class func removeOtherVersionsOfItem(at url: URL) throws {
    for version in otherVersionsOfItem(at: url) ?? [] where version.version?.isStored == true {
      try version.remove()
    }
  }

  /// Replaces an item with the version, which is kept unless it is moved.
  ///
  /// The old contents of the item are lost; ``addOfItem(at:withContentsOf:options:)`` keeps them.
  ///
  /// - Parameters:
  ///   - url: the item, which is created if it does not exist.
  ///   - options: the handling of the version.
  /// - Returns: the URL of the item, with the extension of the version.
  /// - Throws: ``DocumentError``; item and version are then unchanged.
  @discardableResult
  public func replaceItem(at url: URL, options: ReplacingOptions = []) throws -> URL {
    guard let version else { return url }
    return try Self.failing(at: url, "not replaced") {
      let path = try FilePath(of: url)
      let place = try versions.replaceAdoptingExtension(path, with: version)
      if options.contains(.byMoving) {
        try versions.remove(version)
        notify(.lost)
      }
      return place == path ? url : URL(of: place)
    }
  }

  /// Removes the version: a kept version is deleted, and a copy next to the item is moved to the
  /// trash.
  ///
  /// Removing the current version is a programming error.
  ///
  /// - Throws: ``DocumentError``; the version then still exists.
  public func remove() throws {
    guard let version else {
      misuse("the current version of \(itemURL.path) cannot be removed; remove the item")
    }
    try Self.failing(at: itemURL, "the version was not removed") { try versions.remove(version) }
    notify(.lost)
  }

  func resolve(_ isResolved: Bool) {
    guard let version else {
      demand(isResolved, "the current version of \(itemURL.path) is in no conflict")
      return
    }
    demand(
      isResolved || !version.isResolved,
      "a version of \(itemURL.path) is resolved, and cannot be in conflict again")
    guard isResolved, !version.isResolved else { return }
    change(version) { try versions.markResolved($0, of: try FilePath(of: itemURL)) }
    if self.version?.isResolved == true { notify(.resolved) }
  }

  func setDiscardable(_ isDiscardable: Bool) {
    guard let version else {
      misuse("the current version of \(itemURL.path) is never discardable")
    }
    change(version) { try versions.setDiscardable(isDiscardable, $0) }
  }

  private func change(_ version: ItemVersion, _ body: (ItemVersion) throws -> Void) {
    do {
      try Self.failing(at: itemURL, "the version was not changed") {
        try body(version)
        let changed = versions.version(of: try FilePath(of: itemURL), version.identifier)
        state.withLock { $0 = changed ?? version }
      }
    } catch {
      // Code that merges removes the versions first.
      let isGone = (error as? DocumentError)?.errno == .noSuchFileOrDirectory
      if let error = error as? DocumentError, !isGone {
        FileCoordinationConfiguration.standard.report(error)
      }
    }
  }

  private static func failing<Result>(
    at url: URL, _ what: String, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      let failure = error as? FileStoreError ?? (error as? SafeWritingError)?.failure
      throw DocumentError(
        .system, .coordinate, url: url, errno: failure?.errno, underlyingError: error,
        message: "\(url.itemName): \(what): \(error)",
        remedy: "see the underlying error")
    }
  }
}
