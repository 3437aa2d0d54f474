import CFloors
import Measure
import UTITypeGraph
import UniformTypes
import Workloads

/// Tests of conformance, about half of them with the result true.
struct ConformanceSuite: Suite {
  private static let passes = 200

  func run(_ options: Options, into report: inout Report) throws {
    let registry = try Registries.merged(with: options.database)
    let pairs = Self.pairs(in: registry)
    try measure(options, into: &report, "conforms") { name in
      // A matrix has the result at once, but grows with the square of the number of types.
      let width = 2_048
      let words = [UInt32](repeating: 0x5555_5555, count: width * width / 32)
      let places = pairs.indices.map { ($0 * 7 % width, $0 * 13 % width) }
      return Comparison(
        name, over: "a bit in a matrix", count: pairs.count * Self.passes,
        floor: {
          for _ in 0..<Self.passes {
            var count = 0
            for (row, column) in places { count += Int(floor_test_bit(words, row, column, width)) }
            consume(count)
          }
        },
        work: { for _ in 0..<Self.passes { consume(Self.count(pairs)) } })
    }
    // The most frequent test: a constant is looked up, and its reference counted, each time.
    try measure(options, into: &report, "conforms-constant") { name in
      TypeRegistry.current = registry
      let types = pairs.map(\.0)
      let words = [UInt32](repeating: 0x5555_5555, count: 2_048 * 64)
      return Comparison(
        name, over: "a bit in a matrix", count: types.count * Self.passes,
        floor: {
          for _ in 0..<Self.passes {
            var count = 0
            for row in types.indices { count += Int(floor_test_bit(words, row, 7, 2_048)) }
            consume(count)
          }
        },
        work: {
          for _ in 0..<Self.passes {
            var count = 0
            for type in types where type.conforms(to: .image) { count += 1 }
            consume(count)
          }
        })
    }
  }

  /// Returns the number of conforming pairs.
  static func count(_ pairs: [(UTType, UTType)]) -> Int {
    var count = 0
    for (type, other) in pairs where type.conforms(to: other) { count += 1 }
    return count
  }

  static func pairs(in registry: TypeRegistry) -> [(UTType, UTType)] {
    var generator = SeededGenerator(seed: 7)
    let types = registry.types
    var pairs: [(UTType, UTType)] = []
    while pairs.count < 1_000 {
      guard let type = types.randomElement(using: &generator),
        let other = types.randomElement(using: &generator),
        let above = type.supertypes.sorted(by: { $0.identifier < $1.identifier })
          .randomElement(using: &generator)
      else { continue }
      pairs.append((type, pairs.count.isMultiple(of: 2) ? above : other))
    }
    return pairs
  }
}
