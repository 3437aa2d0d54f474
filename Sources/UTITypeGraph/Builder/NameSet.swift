/// A set of names, nearly always so small that comparing all of them takes less time than making a
/// table.
struct NameSet {
  private var few: [MIMEName]
  private var many: Set<MIMEName> = []

  private static let longestScan = 8

  init(_ names: [MIMEName] = []) {
    few = names.count > Self.longestScan ? [] : names
    if few.isEmpty { many = Set(names) }
  }

  /// - Returns: whether the name is new.
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
