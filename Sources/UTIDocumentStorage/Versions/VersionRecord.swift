internal import SystemPackage
internal import UTIDataFormats
internal import UTIPlatform

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
