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
