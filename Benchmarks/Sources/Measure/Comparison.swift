/// Some work and its floor: the least work that any program needs for the same result.
///
/// Machines differ and run other programs, so times have little meaning. Both alternate, many
/// times, and the result is the median of the ratios of neighbouring runs.
public struct Comparison {
  /// A name without spaces, which selects the threshold.
  public let name: String
  /// A description of the floor.
  public let floorName: String
  /// The number of counted operations in one run.
  public let count: Int
  private let rounds: Int
  private let floor: () throws -> Void
  private let work: () throws -> Void

  /// Makes a comparison.
  ///
  /// - Parameters:
  ///   - name: a name without spaces.
  ///   - floorName: a description of the floor.
  ///   - count: the number of counted operations in one run.
  ///   - rounds: the number of pairs of runs.
  ///   - floor: a run of the least work.
  ///   - work: a run of ours.
  public init(
    _ name: String, over floorName: String, count: Int, rounds: Int = 15,
    floor: @escaping () throws -> Void, work: @escaping () throws -> Void
  ) {
    self.name = name
    self.floorName = floorName
    self.count = count
    self.rounds = rounds
    self.floor = floor
    self.work = work
  }

  /// Alternates both, once unmeasured and then once for each round.
  public func measure() throws -> Figure {
    var floors: [Double] = []
    var works: [Double] = []
    for round in 0...rounds {
      // The second one finds warm caches, so the order alternates.
      let isFloorFirst = round.isMultiple(of: 2)
      let first = try Stopwatch.time(isFloorFirst ? floor : work)
      let second = try Stopwatch.time(isFloorFirst ? work : floor)
      guard round > 0 else { continue }
      floors.append((isFloorFirst ? first : second) / Double(count))
      works.append((isFloorFirst ? second : first) / Double(count))
    }
    return Figure(
      name: name, floorName: floorName, floor: floors.median, ours: works.median,
      ratio: zip(works, floors).map { $0 / $1 }.median)
  }
}

/// The result of a comparison, in nanoseconds for one operation.
public struct Figure: Sendable {
  /// The name of the comparison.
  public let name: String
  /// A description of the floor.
  public let floorName: String
  /// The median of the floor's times.
  public let floor: Double
  /// The median of our times.
  public let ours: Double
  /// The median of the ratios of neighbouring runs.
  public let ratio: Double

  /// Makes a figure.
  public init(name: String, floorName: String, floor: Double, ours: Double, ratio: Double) {
    self.name = name
    self.floorName = floorName
    self.floor = floor
    self.ours = ours
    self.ratio = ratio
  }
}

extension Collection<Double> {
  /// The median of the values; the mean of two middle values, and zero without values.
  public var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = self.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
