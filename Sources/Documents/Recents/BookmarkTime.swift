internal import Foundation
internal import UTIPlatform

/// A time in a list of bookmarks, in microseconds.
struct BookmarkTime: Comparable {
  /// Microseconds since the beginning of 1970.
  let microseconds: Int64

  init(microseconds: Int64) { self.microseconds = microseconds }

  init(_ date: Date) {
    microseconds = Int64((date.timeIntervalSince1970 * 1_000_000).rounded())
  }

  /// Reads ISO 8601 in the forms that programs write: with or without a fraction, in UTC or with an
  /// offset.
  ///
  /// - Returns: nil for any other text.
  init?(_ text: String) {
    let parts = text.utf8.split(whereSeparator: { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) })
    let numbers = parts.compactMap { Int64(Substring($0)) }
    guard numbers.count == parts.count, numbers.count >= 6 else { return nil }
    var fields = tm()
    fields.tm_year = Int32(clamping: numbers[0] - 1900)
    fields.tm_mon = Int32(clamping: numbers[1] - 1)
    fields.tm_mday = Int32(clamping: numbers[2])
    fields.tm_hour = Int32(clamping: numbers[3])
    fields.tm_min = Int32(clamping: numbers[4])
    fields.tm_sec = Int32(clamping: numbers[5])
    var seconds = Int64(timegm(&fields))
    var fraction: Int64 = 0
    var rest = numbers.dropFirst(6)
    if text.contains("."), rest.first != nil {
      rest.removeFirst()
      let digits = parts[6].prefix(6).map { Int64($0 - UInt8(ascii: "0")) }
      fraction = digits.reduce(0) { $0 * 10 + $1 }
      for _ in digits.count..<6 { fraction *= 10 }
    }
    if let hours = rest.first {
      let difference = min(hours, 24) * 3600 + min(rest.dropFirst().first ?? 0, 60) * 60
      seconds += text.dropFirst(10).contains("-") ? difference : -difference
    }
    microseconds = min(max(seconds, -(1 << 40)), 1 << 40) * 1_000_000 + fraction
  }

  /// The time in UTC, in the form of GLib.
  var text: String {
    var seconds = time_t(microseconds / 1_000_000)
    var fields = tm()
    gmtime_r(&seconds, &fields)
    func padded(_ number: Int64, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }
    let date = [
      padded(Int64(fields.tm_year) + 1900, 4), padded(Int64(fields.tm_mon) + 1, 2),
      padded(Int64(fields.tm_mday), 2),
    ].joined(separator: "-")
    let time = [fields.tm_hour, fields.tm_min, fields.tm_sec].map { padded(Int64($0), 2) }
      .joined(separator: ":")
    return "\(date)T\(time).\(padded(microseconds % 1_000_000, 6))Z"
  }

  static func < (left: BookmarkTime, right: BookmarkTime) -> Bool {
    left.microseconds < right.microseconds
  }
}
