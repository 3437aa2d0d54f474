internal import DocumentStorage
public import Foundation
internal import FoundationAdditions
internal import Synchronization
internal import SystemPackage
internal import UTIPlatform

extension NSFileVersion {
  /// Keeps contents as a version of an item; the item itself stays as it is.
  ///
  /// The version is not discardable unless it is made so.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - contentsURL: the contents, a file or a package, which may be the item itself.
  ///   - options: what becomes of the contents.
  /// - Throws: ``FileCoordinationError``; the contents are at their place then. Moving the item itself away
  ///   is refused.
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
      version.tell(.gained)
      return version
    }
  }

  /// Makes an empty directory for contents that are to become a version, on the file system that
  /// versions of the item are kept on, so that ``AddingOptions/byMoving`` is quick.
  ///
  /// Whoever asks for it removes it.
  ///
  /// - Parameter url: the item.
  /// - Throws: ``FileCoordinationError`` where none can be made.
  public class func temporaryDirectoryURLForNewVersionOfItem(at url: URL) throws -> URL {
    let versions = FileCoordinationConfiguration.standard.versions
    return try failing(at: url, "there is no place for a version") {
      let path = try FilePath(of: url)
      return URL(of: try versions.makeTemporaryDirectory(for: path), directoryHint: .isDirectory)
    }
  }

  /// Removes all versions of an item that were kept; the item stays, and so does what others have
  /// left beside it.
  ///
  /// - Parameter url: the item.
  /// - Throws: ``FileCoordinationError`` where one cannot be removed; the others may be gone then.
  public class func removeOtherVersionsOfItem(at url: URL) throws {
    for version in otherVersionsOfItem(at: url) ?? [] where version.version?.isStored == true {
      try version.remove()
    }
  }

  /// Replaces an item with the version, which stays a version unless it is moved.
  ///
  /// What the item was is gone then: ``addOfItem(at:withContentsOf:options:)`` keeps it.
  ///
  /// - Parameters:
  ///   - url: the item; made where there is none.
  ///   - options: what becomes of the version.
  /// - Returns: where the item is: with another extension where the version has another one.
  /// - Throws: ``FileCoordinationError``; both are as they were then.
  @discardableResult
  public func replaceItem(at url: URL, options: ReplacingOptions = []) throws -> URL {
    guard let version else { return url }
    return try Self.failing(at: url, "not replaced") {
      let path = try FilePath(of: url)
      let place = try versions.replaceAdoptingExtension(path, with: version)
      if options.contains(.byMoving) {
        try versions.remove(version)
        tell(.lost)
      }
      return place == path ? url : URL(of: place)
    }
  }

  /// Removes the version: one that was kept for good, and a copy beside the item into the trash.
  ///
  /// Removing the current version is a mistake of the program.
  ///
  /// - Throws: ``FileCoordinationError``; the version is still there then.
  public func remove() throws {
    guard let version else {
      misuse("the current version of \(itemURL.path) cannot be removed; remove the item")
    }
    try Self.failing(at: itemURL, "the version was not removed") { try versions.remove(version) }
    tell(.lost)
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
    if self.version?.isResolved == true { tell(.resolved) }
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
      if let error = error as? FileCoordinationError {
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
      throw FileCoordinationError(
        .system, url: url, errno: failure?.errno, underlyingError: error,
        message: "\(url.itemName): \(what): \(error)",
        remedy: "see the underlying error")
    }
  }
}
