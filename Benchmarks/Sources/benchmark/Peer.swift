import Glibc
import Measure
import TypeDetection
import TypeGraph
import UniformTypes
import Workloads

/// What the programs in the folder `Peers` do with other libraries, done with this one: the same
/// inputs, the same loops, and one line with the nanoseconds for each input.
enum Peer {
  private static func type(_ mimeType: String, _ registry: TypeRegistry) -> UTType? {
    registry.types(tag: mimeType, tagClass: .mimeType).first
  }

  static func writeNames(_ count: String, to path: String) throws {
    guard let count = Int(count) else { throw UsageError("\(count) is no number") }
    let names = SyntheticNames(count: (count + 4) / 5).mixed.prefix(count)
    try Files.write(Array(names.map { $0 + "\n" }.joined().utf8), to: path)
  }

  /// Pairs of types that shared-mime-info knows, by their MIME names.
  static func writePairs(_ count: String, to path: String) throws {
    guard let count = Int(count) else { throw UsageError("\(count) is no number") }
    let pairs = ConformanceSuite.pairs(in: TypeRegistry.current.seen(as: .freedesktop))
    let lines = pairs.prefix(count).compactMap { type, other -> String? in
      guard let name = type.preferredMIMEType, let above = other.preferredMIMEType else {
        return nil
      }
      return "\(name)\t\(above)\n"
    }
    try Files.write(Array(lines.joined().utf8), to: path)
  }

  static func run(_ arguments: [String]) throws {
    let lines = try Files.read(arguments[1]).split(separator: 0x0A)
      .map { String(decoding: $0, as: UTF8.self) }
    let registry =
      arguments.count > 2 ? try Registries.merged(with: arguments[2]) : TypeRegistry.current
    let time: Double
    switch arguments[0] {
    case "names":
      time =
        Stopwatch.time {
          for _ in 0..<100 { consume(NameSuite.count(lines, in: registry)) }
        } / 100
    case "is-a":
      let pairs = lines.compactMap { line -> (UTType, UTType)? in
        let names = line.split(separator: "\t").map(String.init)
        guard names.count == 2, let type = Self.type(names[0], registry),
          let other = Self.type(names[1], registry)
        else { return nil }
        return (type, other)
      }
      time =
        Stopwatch.time {
          for _ in 0..<100 { consume(ConformanceSuite.count(pairs)) }
        } / 100 * Double(lines.count) / Double(max(pairs.count, 1))
    case "files":
      time = Stopwatch.time { BulkSuite.identifyAll(lines[...], in: registry) }
    case let mode:
      throw UsageError("a peer has no mode \(mode)")
    }
    print(Int(time / Double(max(lines.count, 1))))
  }
}
