package import SystemPackage
internal import UTIDataFormats
package import UTIPlatform

/// The contents of `version.json`, which describes a version in the store.
struct VersionRecord: Hashable {
  static let name = FilePath.Component.known("version.json")

  /// The time of the last modification of the contents.
  var date: FileTime
  /// The time at which they were added to the store.
  var kept: FileTime
  var size: Int64
  var host: String?
  var user: String?
  var program: String?
  var type: String?
  var origin = ItemVersion.Origin.save
  var isConflict = false
  var isResolved = false
  var isDiscardable: Bool
  /// Nil if it was not computed.
  var digest: UInt64?
  /// The fingerprint of the original item, which prevents a second copy of the same state.
  var fingerprint: UInt64?

  /// The record as JSON, one member per line.
  var encoded: [UInt8] {
    JSONValue.record(
      JSONValue.members(of: date, "date") + JSONValue.members(of: kept, "kept") + [
        ("size", .integer(Int(size))),
        ("host", .optional(host)),
        ("user", .optional(user)),
        ("program", .optional(program)),
        ("type", .optional(type)),
        ("origin", .string(origin.rawValue)),
        ("isConflict", .boolean(isConflict)),
        ("isResolved", .boolean(isResolved)),
        ("isDiscardable", .boolean(isDiscardable)),
        ("digest", .optional(digest.map { String($0, radix: 16) })),
        ("fingerprint", .optional(fingerprint.map { String($0, radix: 16) })),
      ])
  }
}

extension VersionRecord {
  /// Nil for damaged bytes, such as a crash or another program may leave.
  init?(decoding bytes: [UInt8]) {
    guard let object = try? JSONReader.read(bytes), let date = object.time("date"),
      let kept = object.time("kept")
    else { return nil }
    // A version that is not known to be dispensable stays.
    self.init(
      date: date, kept: kept, size: max(object["size"]?.integer ?? 0, 0),
      isDiscardable: object["isDiscardable"]?.boolean ?? false)
    host = object["host"]?.string
    user = object["user"]?.string
    program = object["program"]?.string
    type = object["type"]?.string
    origin = object["origin"]?.string.flatMap(ItemVersion.Origin.init) ?? .save
    isConflict = object["isConflict"]?.boolean ?? false
    isResolved = object["isResolved"]?.boolean ?? false
    digest = object["digest"]?.string.flatMap { UInt64($0, radix: 16) }
    fingerprint = object["fingerprint"]?.string.flatMap { UInt64($0, radix: 16) }
  }
}

/// The form of the records next to versions: an object without null, one member per line.
extension JSONValue {
  static func record(_ members: [(key: String, value: JSONValue)]) -> [UInt8] {
    let stated = members.filter { if case .null = $0.value { false } else { true } }
    return Array((JSONValue.object(stated).text(isIndented: true) + "\n").utf8)
  }

  /// A moment as two integers, which no reader rounds; no members for nil.
  static func members(of time: FileTime?, _ key: String) -> [(key: String, value: JSONValue)] {
    guard let time else { return [] }
    return [
      (key + "Seconds", .integer(Int(time.seconds))),
      (key + "Nanoseconds", .integer(Int(time.nanoseconds))),
    ]
  }
}

extension JSONNode {
  func time(_ key: String) -> FileTime? {
    guard let seconds = self[key + "Seconds"]?.integer,
      let nanoseconds = self[key + "Nanoseconds"]?.integer.flatMap(UInt32.init(exactly:)),
      nanoseconds < 1_000_000_000
    else { return nil }
    return FileTime(seconds: seconds, nanoseconds: nanoseconds)
  }
}

/// The contents of `item.json`, which identifies the item of a directory of versions.
struct ItemRecord: Hashable {
  static let name = FilePath.Component.known("item.json")

  /// The last known path of the item, without symbolic links.
  var path: FilePath
  var device: UInt64
  var inode: UInt64
  /// Nil if the file system does not record it.
  var created: FileTime?

  init(path: FilePath, _ status: FileStatus?) {
    self.path = path
    device = status?.device ?? 0
    inode = status?.inode ?? 0
    created = status?.created
  }

  /// The path is ignored; creation times must be equal, because inode numbers are reused; device
  /// numbers are not compared, because some file systems change them with each boot.
  func isOf(_ status: FileStatus) -> Bool {
    inode == status.inode && created != nil && created == status.created
  }

  /// The bytes of the path are escaped, because a name need not be valid UTF-8, and JSON must be.
  var encoded: [UInt8] {
    let escapedPath = path.withPlatformString {
      PercentEncoding.encoded(UnsafeRawBufferPointer(start: $0, count: path.length))
    }
    return JSONValue.record(
      [
        ("path", .string(escapedPath)),
        ("device", .string(String(device))),
        ("inode", .string(String(inode))),
      ] + JSONValue.members(of: created, "created"))
  }

  init?(decoding bytes: [UInt8]) {
    guard let object = try? JSONReader.read(bytes), let text = object["path"]?.string else {
      return nil
    }
    var path = PercentEncoding.decoded(text.utf8)
    guard !path.contains(0) else { return nil }
    path.append(0)
    self.path = path.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { characters in
      characters.baseAddress.map { FilePath(platformString: $0) } ?? FilePath()
    }
    device = object["device"]?.string.flatMap { UInt64($0) } ?? 0
    inode = object["inode"]?.string.flatMap { UInt64($0) } ?? 0
    created = object.time("created")
  }
}

/// A state of a document's item other than its current one.
package struct ItemVersion: Hashable, Sendable {
  /// The origin of a version.
  package enum Origin: String, Hashable, Sendable {
    /// A save replaced it, or a caller added it.
    case save
    /// Another process had written it before a document saved.
    case external
    case syncClient = "sync-client"
  }

  /// The location of the contents.
  enum Place: Hashable, Sendable {
    case stored(FilePath)
    /// In a hidden directory next to the item, left by a save.
    case displaced(FilePath)
    /// Next to the item, under a name that shows the origin.
    case beside
  }

  /// The identifier of the version, which is valid while the version exists.
  package let identifier: String
  package private(set) var path: FilePath
  private(set) var place: Place
  package let date: FileTime
  /// The time at which the version was kept.
  package let kept: FileTime
  /// The size of the contents in bytes.
  package let size: Int64
  package let host: String?
  package let user: String?
  package let program: String?
  package let type: String?
  package let origin: Origin
  package var client: SyncClient?
  package let isConflict: Bool
  package let isResolved: Bool
  package let isDiscardable: Bool

  func moved(to directory: FilePath, _ name: FilePath.Component) -> ItemVersion {
    var version = self
    version.place = .stored(directory)
    version.path = directory.appending(name)
    return version
  }
}

/// The marks of a version, which determine whether it may be removed.
package protocol VersionMarks {
  var isConflict: Bool { get }
  var isResolved: Bool { get }
  var isDiscardable: Bool { get }
}

extension VersionMarks {
  package var isUnresolvedConflict: Bool { isConflict && !isResolved }

  var mayBeThinned: Bool { isDiscardable && !isUnresolvedConflict }
}

extension VersionRecord: VersionMarks {}

extension ItemVersion: VersionMarks {}

/// The limits for automatic versions: the newest ones, and the latest of each hour and day.
///
/// Versions not to be discarded, unresolved conflicts and the newest version are always kept.
package struct VersionLimits: Hashable, Sendable {
  package var newest = 20
  /// The age in seconds up to which one version an hour is kept.
  package var hourly: Int64 = 24 * 3600
  /// The age in seconds up to which one version a day is kept.
  package var daily: Int64 = 30 * 24 * 3600
  /// The total size of the discardable versions and the newest version of an item.
  package var bytes: Int64 = 512 << 20
  /// The divisor of the file system's size that gives the limit of the total.
  package var partOfVolume: Int64 = 20

  package init() {}

  /// `versions` are all of an item, the newest first; `capacity` is in bytes, nil if unknown.
  func superfluous(
    among versions: [ItemVersion], now: FileTime, capacity: Int64?
  ) -> [ItemVersion] {
    var kept: [ItemVersion] = []
    var gone: [ItemVersion] = []
    var hours: Set<Int64> = []
    var days: Set<Int64> = []
    // Versions that are always kept do not count, and versions with a time in the future count
    // separately, because the clock was set back.
    var counts = (past: 0, future: 0)
    for version in versions {
      guard version.mayBeThinned else {
        kept.append(version)
        continue
      }
      let isFromFuture = version.kept > now
      if isFromFuture { counts.future += 1 } else { counts.past += 1 }
      let count = isFromFuture ? counts.future : counts.past
      // The time in a record is not trusted.
      let (age, isTooOld) = now.seconds.subtractingReportingOverflow(version.kept.seconds)
      let isOfHour = !isTooOld && age < hourly && hours.insert(version.kept.seconds / 3600).inserted
      let isOfDay = !isTooOld && age < daily && days.insert(version.kept.seconds / 86400).inserted
      let stays = count <= newest || isOfHour || isOfDay
      if stays { kept.append(version) } else { gone.append(version) }
    }
    let most = min(bytes, capacity.map { $0 / max(1, partOfVolume) } ?? bytes)
    let counted = kept.prefix(1) + kept.dropFirst().filter(\.mayBeThinned)
    var total = counted.reduce(Int64(0)) { $0 + min($1.size, .max - $0) }
    for version in kept.dropFirst().reversed() where total > most && version.mayBeThinned {
      gone.append(version)
      total -= version.size
    }
    return gone
  }

  /// Returns the size of the file system of a path, in bytes.
  static func capacity(of path: FilePath) -> Int64? {
    var status = statvfs()
    guard path.withPlatformString({ statvfs($0, &status) }) == 0 else { return nil }
    let (bytes, isTooMany) = Int64(clamping: status.f_blocks)
      .multipliedReportingOverflow(by: Int64(clamping: status.f_frsize))
    return isTooMany ? nil : bytes
  }
}
