/// The last component of a path, as bytes, with its extension.
struct ItemName {
  /// What stands after the last slash; slashes at the end do not count.
  let bytes: UnsafeBufferPointer<UInt8>
  /// What stands after the last period, unless nothing stands before or after it.
  let ending: UnsafeBufferPointer<UInt8>?
  /// The number of periods.
  let periodCount: Int

  /// - Parameter path: a name or a path, which has to outlive the value.
  init(_ path: UnsafeBufferPointer<UInt8>) {
    var end = path.count
    while end > 1, path[end &- 1] == Self.slash { end &-= 1 }
    var start = end
    var period = -1
    var periodCount = 0
    if let first = path.baseAddress {
      // A path of slashes is named as the root is.
      while start > 0, first[start &- 1] != Self.slash || end == 1 {
        start &-= 1
        guard first[start] == UInt8(ascii: ".") else { continue }
        if period < 0 { period = start }
        periodCount &+= 1
      }
    }
    bytes = UnsafeBufferPointer(rebasing: path[start..<end])
    ending =
      period > start && period < end &- 1
      ? UnsafeBufferPointer(rebasing: path[(period &+ 1)..<end]) : nil
    self.periodCount = periodCount
  }

  static var slash: UInt8 { UInt8(ascii: "/") }
}
