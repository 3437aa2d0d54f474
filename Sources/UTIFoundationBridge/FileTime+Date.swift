package import Foundation
package import UTIPlatform

extension FileTime {
  package var date: Date {
    Date(timeIntervalSince1970: TimeInterval(seconds) + TimeInterval(nanoseconds) / 1e9)
  }

  /// The beginning of 1970 for a date that is not finite or too distant.
  package init(of date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    guard let whole = Int64(exactly: seconds) else {
      self.init(seconds: 0, nanoseconds: 0)
      return
    }
    let rest = (date.timeIntervalSince1970 - seconds) * 1e9
    self.init(seconds: whole, nanoseconds: UInt32(min(max(rest, 0), 999_999_999)))
  }
}
