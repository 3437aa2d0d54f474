/// A set of names of which there are nearly always a few: comparing those takes less than to make a
/// table.
struct NameSet {
  private var few: [MIMEName]
  private var many: Set<MIMEName> = []

  private static let longestScan = 8

  init(_ names: [MIMEName] = []) {
    few = names.count > Self.longestScan ? [] : names
    if few.isEmpty { many = Set(names) }
  }

  /// - Returns: whether the name was not there.
  mutating func insert(_ name: MIMEName) -> Bool {
    guard many.isEmpty else { return many.insert(name).inserted }
    guard !few.contains(name) else { return false }
    few.append(name)
    if few.count > Self.longestScan {
      many = Set(few)
      few = []
    }
    return true
  }
}
