/// Prints figures as a table with their thresholds.
public struct Report {
  private let thresholds: Thresholds
  /// The number of figures so far.
  public private(set) var count = 0
  /// The names of the figures that missed their threshold.
  public private(set) var misses: [String] = []
  /// The names of the figures without a threshold.
  public private(set) var unlimited: [String] = []

  /// Makes a report and prints the head of its table.
  public init(_ thresholds: Thresholds) {
    self.thresholds = thresholds
    Self.print(["comparison", "floor", "ours", "ratio", "at most", "floor is"])
  }

  /// Prints a figure.
  public mutating func add(_ figure: Figure) {
    let (limit, mark) = judge(figure.name, figure.ratio)
    Self.print([
      figure.name, Self.duration(figure.floor), Self.duration(figure.ours),
      Self.decimal(figure.ratio) + mark, limit, figure.floorName,
    ])
  }

  /// Prints a figure that has no floor, such as a size; its threshold is in the same unit.
  public mutating func add(_ name: String, _ value: Double, _ unit: String) {
    let (limit, mark) = judge(name, value)
    Self.print([name, "", "\(Self.decimal(value)) \(unit)" + mark, "", limit, ""])
  }

  /// The threshold of a figure in words, and the mark of one that misses it.
  private mutating func judge(_ name: String, _ value: Double) -> (limit: String, mark: String) {
    count += 1
    guard let limit = thresholds.limit(of: name) else {
      unlimited.append(name)
      return ("-", "")
    }
    guard value > limit else { return (Self.decimal(limit), "") }
    misses.append(name)
    return (Self.decimal(limit), " !")
  }

  private static let widths = [30, 9, 9, 9, 8, 0]

  private static func print(_ columns: [String]) {
    var line = ""
    for (index, (column, width)) in zip(columns, widths).enumerated() {
      let padding = String(repeating: " ", count: max(0, width - column.count))
      line += index == 0 ? column + padding : index == 5 ? "  " + column : padding + column
    }
    Swift.print(line)
  }

  /// Nanoseconds in the unit that leaves one to three digits before the point.
  public static func duration(_ nanoseconds: Double) -> String {
    for (unit, size) in [("s", 1e9), ("ms", 1e6), ("us", 1e3)] where nanoseconds >= size {
      return decimal(nanoseconds / size) + " " + unit
    }
    return decimal(nanoseconds) + " ns"
  }

  /// A number with two decimals below ten, one below a hundred, none above.
  public static func decimal(_ value: Double) -> String {
    let places = value < 9.995 ? 100.0 : value < 99.95 ? 10.0 : 1.0
    let rounded = (value * places).rounded() / places
    return places == 1 ? String(Int(rounded)) : String(rounded)
  }
}
