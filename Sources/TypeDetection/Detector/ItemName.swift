/// The last component of a path, as bytes, with its extension.
struct ItemName {
  /// What stands after the last slash; slashes at the end do not count.
  let bytes: UnsafeBufferPointer<UInt8>
  /// What stands after the last period, unless nothing stands before or after it.
  let ending: UnsafeBufferPointer<UInt8>?

  /// - Parameter path: a name or a path, which has to outlive the value.
  init(_ path: UnsafeBufferPointer<UInt8>) {
    var end = path.count
    while end > 1, path[end &- 1] == Self.slash { end &-= 1 }
    // A path of slashes is named as the root is.
    let slash = end == 1 ? nil : Self.last(Self.slash, in: path[..<end])
    let name = path[(slash.map { $0 &+ 1 } ?? 0)..<end]
    bytes = UnsafeBufferPointer(rebasing: name)
    let period = Self.last(UInt8(ascii: "."), in: name)
    ending = period.flatMap { period in
      period > name.startIndex && period < end &- 1
        ? UnsafeBufferPointer(rebasing: path[(period &+ 1)..<end]) : nil
    }
  }

  /// The last place of a byte.
  private static func last(_ byte: UInt8, in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    guard let start = bytes.base.baseAddress else { return nil }
    var place = bytes.endIndex
    while place > bytes.startIndex {
      place &-= 1
      if start[place] == byte { return place }
    }
    return nil
  }

  static var slash: UInt8 { UInt8(ascii: "/") }
}
