internal import SystemPackage
internal import UTIPlatform

/// The contents of `version.json`, which describes a version in the store.
struct VersionRecord: Hashable {
  static let name = FilePath.Component.known("version.json")

  /// The time of the last change of the contents.
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
  var isDiscardable = true
  /// The digest of the contents, if it was computed.
  var digest: UInt64?
  /// The fingerprint of the original item, which prevents a second copy of the same state.
  var fingerprint: UInt64?

  var encoded: [UInt8] {
    var object = FlatObject()
    object.add(date, "date")
    object.add(kept, "kept")
    object.add("size", .number(size))
    object.add("host", host.map(FlatObject.Value.text))
    object.add("user", user.map(FlatObject.Value.text))
    object.add("program", program.map(FlatObject.Value.text))
    object.add("type", type.map(FlatObject.Value.text))
    object.add("origin", .text(origin.rawValue))
    object.add("isConflict", .truth(isConflict))
    object.add("isResolved", .truth(isResolved))
    object.add("isDiscardable", .truth(isDiscardable))
    object.add("digest", digest.map { .text(String($0, radix: 16)) })
    object.add("fingerprint", fingerprint.map { .text(String($0, radix: 16)) })
    return object.encoded
  }
}

extension VersionRecord {
  init?(decoding bytes: [UInt8]) {
    guard let object = FlatObject(decoding: bytes), let date = object.time("date"),
      let kept = object.time("kept")
    else { return nil }
    self.init(date: date, kept: kept, size: max(object.number("size") ?? 0, 0))
    host = object.text("host")
    user = object.text("user")
    program = object.text("program")
    type = object.text("type")
    origin = object.text("origin").flatMap(ItemVersion.Origin.init) ?? .save
    isConflict = object.truth("isConflict") ?? false
    isResolved = object.truth("isResolved") ?? false
    // A version is kept unless it is known to be discardable.
    isDiscardable = object.truth("isDiscardable") ?? false
    digest = object.text("digest").flatMap { UInt64($0, radix: 16) }
    fingerprint = object.text("fingerprint").flatMap { UInt64($0, radix: 16) }
  }
}

extension FlatObject {
  /// Adds a time as two integers, which no reader rounds.
  mutating func add(_ time: FileTime?, _ key: String) {
    guard let time else { return }
    add(key + "Seconds", .number(time.seconds))
    add(key + "Nanoseconds", .number(Int64(time.nanoseconds)))
  }

  func time(_ key: String) -> FileTime? {
    guard let seconds = number(key + "Seconds"),
      let nanoseconds = number(key + "Nanoseconds").flatMap(UInt32.init(exactly:)),
      nanoseconds < 1_000_000_000
    else { return nil }
    return FileTime(seconds: seconds, nanoseconds: nanoseconds)
  }
}
