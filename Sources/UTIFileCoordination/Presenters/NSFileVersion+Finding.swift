public import Foundation
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge

extension NSFileVersion {
  /// Returns the current version of an item; nil if the item does not exist.
  ///
  /// - Parameter url: the item.
  public class func currentVersionOfItem(at url: URL) -> NSFileVersion? {
    let versions = FileCoordinationConfiguration.standard.versions
    guard let path = try? FilePath(of: url) else { return nil }
    let place = FileLocation(versions.resolvedPath(ofItem: path))
    return (try? FileIdentity(of: place, in: versions.store)).map {
      NSFileVersion(currentOfItemAt: url, $0, in: versions)
    }
  }

  /// Returns all versions of an item except the current one, the most recently kept first.
  ///
  /// The result is nil if neither the item nor a version exists.
  ///
  /// - Parameter url: the item.
  /// - Complexity: one read for each version, and one listing of the directory of the item.
  public class func otherVersionsOfItem(at url: URL) -> [NSFileVersion]? {
    let versions = FileCoordinationConfiguration.standard.versions
    guard let path = try? FilePath(of: url) else { return nil }
    let found = versions.versions(of: path)
    guard !found.isEmpty || versions.store.exists(FileLocation(path)) else { return nil }
    return found.map { NSFileVersion($0, ofItemAt: url, in: versions) }
  }

  /// Returns the unresolved versions in conflict of an item, the most recently kept first.
  ///
  /// The result is nil if neither the item nor a version exists.
  ///
  /// - Parameter url: the item.
  public class func unresolvedConflictVersionsOfItem(at url: URL) -> [NSFileVersion]? {
    otherVersionsOfItem(at: url)?.filter { $0.isConflict && !$0.isResolved }
  }

  /// Returns the versions of an item with contents on other machines, which is always empty.
  ///
  /// - Parameter url: the item.
  public class func nonlocalVersionsOfItem(at url: URL) async throws -> [NSFileVersion] { [] }

  /// Passes the same result to a completion handler.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - completionHandler: a function that receives an empty array and no error.
  public class func getNonlocalVersionsOfItem(
    at url: URL, completionHandler: @escaping @Sendable ([NSFileVersion]?, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async { completionHandler([], nil) }
  }

  /// Returns a version of an item by its identifier; nil if it no longer exists.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - persistentIdentifier: the ``persistentIdentifier`` of the version.
  public class func version(
    itemAt url: URL, forPersistentIdentifier persistentIdentifier: Any
  ) -> NSFileVersion? {
    guard
      let identifier = persistentIdentifier as? String
        ?? (persistentIdentifier as? NSString).map({ String(describing: $0) })
    else { return nil }
    let current = currentVersionOfItem(at: url)
    if current?.identifier == identifier { return current }
    return otherVersionsOfItem(at: url)?.first { $0.identifier == identifier }
  }
}
