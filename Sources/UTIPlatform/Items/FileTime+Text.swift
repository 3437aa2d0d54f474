extension FileTime {
  /// The time in UTC in the format of RFC 3339, with milliseconds.
  package var timestamp: String {
    var seconds = time_t(seconds)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func digits(_ number: Int32, _ count: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return digits(parts.tm_year + 1900, 4) + "-" + digits(parts.tm_mon + 1, 2) + "-"
      + digits(parts.tm_mday, 2) + "T" + digits(parts.tm_hour, 2) + ":" + digits(parts.tm_min, 2)
      + ":" + digits(parts.tm_sec, 2) + "." + digits(Int32(nanoseconds / 1_000_000), 3) + "Z"
  }
}
