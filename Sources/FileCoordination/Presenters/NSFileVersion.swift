package import DocumentStorage
public import Foundation
internal import FoundationAdditions
internal import Synchronization
internal import SystemPackage

/// A state of a file or package: the current one, an earlier one that was kept, or one that somebody
/// else has made of it at the same time.
///
/// The name and the members are Foundation's, which on Linux has none. Versions are kept by saves of
/// documents that preserve versions, and by
/// ``addOfItem(at:withContentsOf:options:)``. Versions in conflict are also the copies that programs
/// leave beside a file which synchronize directories, such as Syncthing, Nextcloud, Dropbox,
/// OneDrive, Seafile, rclone and pCloud.
///
/// Of the versions that saves have kept the newest 20 stay, one an hour for a day and one a day for
/// a month, within 512 MB and a twentieth of the file system. Nothing else goes without being asked
/// for.
public final class NSFileVersion: NSObject, Sendable {
  /// What becomes of contents that are added.
  public struct AddingOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Makes options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The contents leave their place.
    public static let byMoving = AddingOptions(rawValue: 1 << 0)
  }

  /// What becomes of a version that replaces an item.
  public struct ReplacingOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Makes options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The version is no longer one afterwards.
    public static let byMoving = ReplacingOptions(rawValue: 1 << 0)
  }

  let itemURL: URL
  let versions: VersionStore
  /// What is known of the version; nil for the current one.
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

  /// Where the contents of the version are; they must not be changed there.
  public var url: URL { version.map { URL(of: versions.located($0).path) } ?? itemURL }

  /// The name of the version for people: that of the item.
  public var localizedName: String? { itemURL.itemName }

  /// The computer on which the version was saved; nil where that is not known.
  public var localizedNameOfSavingComputer: String? {
    guard let version else { return versions.author.host }
    return version.host ?? version.user
  }

  /// The name of who saved the version; nil where that is not known.
  public var originatorNameComponents: PersonNameComponents? {
    guard let user = version.map(\.user) ?? versions.author.user else { return nil }
    var components = PersonNameComponents()
    components.nickname = user
    return components
  }

  /// When the contents of the version were last modified.
  public var modificationDate: Date? { (version?.date ?? current?.modified)?.date }

  /// What finds the version again with ``version(itemAt:forPersistentIdentifier:)``, also in another
  /// process: a text.
  public var persistentIdentifier: any NSCoding { NSString(string: identifier) }

  var identifier: String {
    version?.identifier ?? "current-" + String(current?.fingerprint ?? 0, radix: 36)
  }

  /// Whether somebody made the version without knowing of the current one.
  public var isConflict: Bool { version?.isConflict ?? false }

  /// Whether somebody has decided what becomes of a version in conflict.
  ///
  /// It becomes true and never false again, which would be a mistake of the program. What cannot be
  /// noted on the disk is reported to ``FileCoordinationConfiguration/report``.
  public var isResolved: Bool {
    get { version?.isResolved ?? true }
    set { resolve(newValue) }
  }

  /// Whether the version may be removed when there are too many.
  ///
  /// Setting it for the current version is a mistake of the program.
  public var isDiscardable: Bool {
    get { version?.isDiscardable ?? false }
    set { setDiscardable(newValue) }
  }

  /// Whether the contents are on this machine; true.
  public var hasLocalContents: Bool { true }

  /// Whether there is a picture of the version; false.
  public var hasThumbnail: Bool { false }

  /// Whether both are the same version of the same item.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSFileVersion else { return false }
    return identifier == other.identifier && url == other.url
  }

  /// The number of what ``isEqual(_:)`` compares.
  public override var hash: Int { identifier.hashValue }

  /// The version and its place, for debugging.
  public override var description: String { "NSFileVersion \(identifier) at \(url.path)" }
}
