import CFloors
import Measure
import UTITypeDetection
import UTITypeGraph
import UniformTypes
import Workloads

/// The detection of bytes in memory without a name, by family of formats.
struct DetectionSuite: Suite {
  private static let copies = 16
  private static let passes = 50

  func run(_ options: Options, into report: inout Report) throws {
    let registry = try Registries.merged(with: options.database)
    for family in SyntheticContent.Family.allCases {
      try measure(options, into: &report, "detect-\(family)") { name in
        var content = SyntheticContent(seed: 3)
        let buffers = (0..<Self.copies).map { _ in content.bytes(family, size: 4_096) }
        return Comparison(
          name, over: "reading each byte once", count: buffers.count * Self.passes,
          floor: {
            for _ in 0..<Self.passes {
              for buffer in buffers { consume(floor_sum(buffer, buffer.count)) }
            }
          },
          work: {
            for _ in 0..<Self.passes {
              for buffer in buffers { consume(registry.identify(bytes: buffer)) }
            }
          })
      }
    }
  }
}
