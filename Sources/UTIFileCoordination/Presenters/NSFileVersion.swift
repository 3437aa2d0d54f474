public import Foundation
internal import Synchronization
internal import SystemPackage
package import UTIDocumentStorage
internal import UTIFoundationBridge

/// A state of a file or package: the current one, an earlier one, or a concurrent change.
///
/// The name and the members are those known from Foundation, which lacks them on Linux. Versions
/// are kept by saves of documents that preserve versions, and by
/// ``addOfItem(at:withContentsOf:options:)``. Versions in conflict also include the copies that
/// synchronizing programs leave next to a file, such as Syncthing, Nextcloud, Dropbox, OneDrive,
/// Seafile, rclone and pCloud.
///
/// The newest 20 versions from saves are kept, one an hour for a day and one a day for a month,
/// within 512 MB and a twentieth of the file system. All other versions are kept until they are
/// removed explicitly.
public final class NSFileVersion: NSObject, Sendable {
  /// The handling of added contents.
  public struct AddingOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Creates options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The contents are moved and not copied.
    public static let byMoving = AddingOptions(rawValue: 1 << 0)
  }

  /// The handling of a version that replaces an item.
  public struct ReplacingOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Creates options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The version is removed afterwards.
    public static let byMoving = ReplacingOptions(rawValue: 1 << 0)
  }

  let itemURL: URL
  let versions: VersionStore
  /// The stored facts about the version; nil for the current one.
  let state: Mutex<ItemVersion?>
  private let current: FileIdentity?

  package init(_ version: ItemVersion, ofItemAt url: URL, in versions: VersionStore) {
    itemURL = url
    self.versions = versions
    state = Mutex(version)
    current = nil
  }

  init(currentOfItemAt url: URL, _ identity: FileIdentity, in versions: VersionStore) {
    itemURL = url
    self.versions = versions
    state = Mutex(nil)
    current = identity
  }

  var version: ItemVersion? { state.withLock { $0 } }

  /// The URL of the contents of the version, which must not be changed there.
  public var url: URL { version.map { URL(of: versions.located($0).path) } ?? itemURL }

  /// The display name of the version, which is the name of the item.
  public var localizedName: String? { itemURL.itemName }

  /// The computer that saved the version; nil if it is not known.
  public var localizedNameOfSavingComputer: String? {
    guard let version else { return versions.author.host }
    return version.host ?? version.user
  }

  /// The name of the user who saved the version; nil if it is not known.
  public var originatorNameComponents: PersonNameComponents? {
    guard let user = version.map(\.user) ?? versions.author.user else { return nil }
    var components = PersonNameComponents()
    components.nickname = user
    return components
  }

  /// The time of the last change of the contents of the version.
  public var modificationDate: Date? { (version?.date ?? current?.modified)?.date }

  /// The identifier for ``version(itemAt:forPersistentIdentifier:)``, which is valid in other
  /// processes.
  ///
  /// It is a string.
  public var persistentIdentifier: any NSCoding { NSString(string: identifier) }

  var identifier: String {
    version?.identifier ?? "current-" + String(current?.fingerprint ?? 0, radix: 36)
  }

  /// A Boolean value that indicates whether the writer of the version did not know the current one.
  public var isConflict: Bool { version?.isConflict ?? false }

  /// A Boolean value that indicates whether the conflict of the version is resolved.
  ///
  /// It can change to true only; setting it back to false is a programming error. A failure to
  /// record it is reported to ``FileCoordinationConfiguration/report``.
  public var isResolved: Bool {
    get { version?.isResolved ?? true }
    set { resolve(newValue) }
  }

  /// A Boolean value that indicates whether the version may be removed when a limit is exceeded.
  ///
  /// Setting it for the current version is a programming error.
  public var isDiscardable: Bool {
    get { version?.isDiscardable ?? false }
    set { setDiscardable(newValue) }
  }

  /// A Boolean value that indicates whether the contents are on this machine; true.
  public var hasLocalContents: Bool { true }

  /// A Boolean value that indicates whether the version has a thumbnail; false.
  public var hasThumbnail: Bool { false }

  /// Returns whether both are the same version of the same item.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSFileVersion else { return false }
    return identifier == other.identifier && url == other.url
  }

  /// The hash value for ``isEqual(_:)``.
  public override var hash: Int { identifier.hashValue }

  /// The version and its URL, for debugging.
  public override var description: String { "NSFileVersion \(identifier) at \(url.path)" }
}

extension NSFileVersion {
  /// A change of a version.
  package enum Event: Sendable {
    case gained
    case lost
    case resolved
  }

  /// Notifies the presenters in this process of the item and of its parent directories.
  package func notify(_ event: Event) {
    guard let path = FilePath(coordinating: itemURL) else { return }
    let url = itemURL
    for concerned in FilePresenters.shared.concerned(with: path, except: nil) {
      let isItem = concerned.relation == .item
      guard isItem || concerned.relation == .below else { continue }
      concerned.notify { [self] presenter in
        switch (event, isItem) {
        case (.gained, true): presenter.presentedItemDidGain(self)
        case (.lost, true): presenter.presentedItemDidLose(self)
        case (.resolved, true): presenter.presentedItemDidResolveConflict(self)
        case (.gained, false): presenter.presentedSubitem(at: url, didGain: self)
        case (.lost, false): presenter.presentedSubitem(at: url, didLose: self)
        case (.resolved, false): presenter.presentedSubitem(at: url, didResolve: self)
        }
      }
    }
  }
}

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
