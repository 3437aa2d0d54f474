internal import DocumentStorage
public import Foundation
internal import FoundationAdditions
internal import SystemPackage

extension NSFileVersion {
  /// The current version of an item; nil where there is no item.
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

  /// All versions of an item except the current one, the one that was kept last first; nil where
  /// there is neither an item nor a version.
  ///
  /// - Parameter url: the item.
  /// - Complexity: one reading for each version, and one of the names beside the item.
  public class func otherVersionsOfItem(at url: URL) -> [NSFileVersion]? {
    let versions = FileCoordinationConfiguration.standard.versions
    guard let path = try? FilePath(of: url) else { return nil }
    let found = versions.versions(of: path)
    guard !found.isEmpty || versions.store.exists(url) else { return nil }
    return found.map { NSFileVersion($0, ofItemAt: url, in: versions) }
  }

  /// The versions of an item that are in conflict and that nobody has resolved, the one that
  /// was kept last first; nil where there is neither an item nor a version.
  ///
  /// - Parameter url: the item.
  public class func unresolvedConflictVersionsOfItem(at url: URL) -> [NSFileVersion]? {
    otherVersionsOfItem(at: url)?.filter { $0.isConflict && !$0.isResolved }
  }

  /// The versions of an item whose contents are on other machines: none.
  ///
  /// - Parameter url: the item.
  public class func nonlocalVersionsOfItem(at url: URL) async throws -> [NSFileVersion] { [] }

  /// The same for callers with a completion handler.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - completionHandler: is given no versions and no error.
  public class func getNonlocalVersionsOfItem(
    at url: URL, completionHandler: @escaping @Sendable ([NSFileVersion]?, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async { completionHandler([], nil) }
  }

  /// A version of an item by its identifier; nil where there is none any more.
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
