/// The last component of a path, as bytes, with its extension.
struct ItemName {
  /// The bytes after the last slash; trailing slashes do not count.
  let bytes: UnsafeBufferPointer<UInt8>
  /// The bytes after the last period; nil if no bytes precede or follow it.
  let ending: UnsafeBufferPointer<UInt8>?
  let periodCount: Int

  /// The path must outlive the value.
  init(_ path: UnsafeBufferPointer<UInt8>) {
    guard let first = path.baseAddress else {
      bytes = path
      ending = nil
      periodCount = 0
      return
    }
    var end = path.count
    while end > 1, first[end &- 1] == Self.slash { end &-= 1 }
    var start = end
    // A path of slashes is named as the root is.
    if end > 1 {
      while start > 0, first[start &- 1] != Self.slash { start &-= 1 }
    } else {
      start = 0
    }
    var period = end
    while period > start, first[period &- 1] != UInt8(ascii: ".") { period &-= 1 }
    var periodCount = 0
    for place in start..<period where first[place] == UInt8(ascii: ".") { periodCount &+= 1 }
    bytes = UnsafeBufferPointer(start: first + start, count: end &- start)
    // The place after the last period, or the start of the name.
    ending =
      period > start &+ 1 && period < end
      ? UnsafeBufferPointer(start: first + period, count: end &- period) : nil
    self.periodCount = periodCount
  }

  static var slash: UInt8 { UInt8(ascii: "/") }
}
