internal import Foundation
internal import UTIPlatform

/// An element of a document, by the positions of its bytes.
struct ElementPlace {
  let tag: Range<Int>
  /// The end of the element, after its end tag.
  var end: Int
  /// The prefix of its name, with the colon; empty if it has none.
  let prefix: String

  var range: Range<Int> { tag.lowerBound..<end }
  var isEmptyTag: Bool { tag.upperBound == end }
}

/// A bookmark of a list, with the positions of its parts (XBEL 1.0 with the metadata of
/// freedesktop.org's desktop bookmark specification).
struct Bookmark {
  /// A program that has used the item.
  struct Registration {
    let name: String
    let count: Int
    let modified: BookmarkTime?
    var element: ElementPlace
  }

  let href: String
  var element: ElementPlace
  var info: ElementPlace?
  var metadata: ElementPlace?
  var mimeType: ElementPlace?
  var applications: ElementPlace?
  var registrations: [Registration] = []
  var groups: ElementPlace?
  var groupNames: [String] = []

  func registration(of name: String) -> Registration? {
    registrations.first { $0.name == name }
  }
}

/// The target of a bookmark, in one form for all spellings: programs escape different characters.
///
/// The file system is not accessed: the file may be on a disk that is not mounted (rule A8).
enum BookmarkAddress: Hashable, Sendable {
  /// The absolute path of a file, in bytes, without `.`, `..` and a slash at its end.
  case file([UInt8])
  case other(String)

  init(_ url: URL) {
    let url = url.absoluteURL
    self =
      url.isFileURL
      ? .file(Self.normalized(PercentEncoding.decoded(url.path(percentEncoded: true).utf8)))
      : .other(url.absoluteString)
  }

  init(href: String) {
    let scheme = "file://"
    let bytes = href.utf8
    guard href.lowercased().hasPrefix(scheme),
      let slash = bytes.dropFirst(scheme.utf8.count).firstIndex(of: UInt8(ascii: "/")),
      ["", "localhost"].contains(String(href[..<slash].dropFirst(scheme.count)).lowercased())
    else {
      self = .other(href)
      return
    }
    self = .file(Self.normalized(PercentEncoding.decoded(bytes[slash...])))
  }

  /// The address as GLib writes it.
  var href: String {
    guard case .file(let path) = self else {
      if case .other(let address) = self { return address }
      return ""
    }
    return "file://" + PercentEncoding.encoded(path)
  }

  var url: URL? {
    if case .file(let path) = self, let path = String(validating: path, as: UTF8.self) {
      // The hint prevents Foundation from accessing the file system.
      return URL(filePath: path, directoryHint: .notDirectory)
    }
    return URL(string: href)
  }

  private static func normalized(_ path: [UInt8]) -> [UInt8] {
    var names: [ArraySlice<UInt8>] = []
    for name in path.split(separator: UInt8(ascii: "/")) {
      if name.elementsEqual(".".utf8) { continue }
      if name.elementsEqual("..".utf8) { _ = names.popLast() } else { names.append(name) }
    }
    return names.isEmpty ? Array("/".utf8) : names.flatMap { Array("/".utf8) + $0 }
  }
}

/// A time in a list of bookmarks, in microseconds.
struct BookmarkTime: Comparable {
  /// Microseconds since the beginning of 1970.
  let microseconds: Int64

  init(microseconds: Int64) { self.microseconds = microseconds }

  init(_ date: Date) {
    microseconds = Int64((date.timeIntervalSince1970 * 1_000_000).rounded())
  }

  /// ISO 8601 as programs write it: with or without a fraction, in UTC or with an offset; else nil.
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
