import Measure
import UTIPlatform
import UTITypeDetection
import UTITypeGraph
import UniformTypes
import Workloads

/// The work of the programs in the folder `Peers`, with this library instead of others: the same
/// inputs, the same loops, and one line with the nanoseconds for each input.
enum Peer {
  static func writeNames(_ count: String, to path: String) throws {
    let count = try Int(count: count)
    let names = SyntheticNames(count: (count + 4) / 5).mixed.prefix(count)
    try Files.write(Array(names.map { $0 + "\n" }.joined().utf8), to: path)
  }

  /// Names with one letter before the extension of a type.
  static func writeExtensions(_ count: String, to path: String) throws {
    let names = SyntheticNames(count: try Int(count: count)).hits
    let endings = names.compactMap { $0.split(separator: ".").last }
    try Files.write(Array(endings.map { "a.\($0)\n" }.joined().utf8), to: path)
  }

  /// Pairs of types that shared-mime-info knows, by their MIME names.
  static func writePairs(_ count: String, to path: String) throws {
    let count = try Int(count: count)
    let pairs = ConformanceSuite.pairs(in: TypeRegistry.current.seen(as: .freedesktop))
    let lines = pairs.prefix(count).compactMap { type, other -> String? in
      guard let name = type.preferredMIMEType, let above = other.preferredMIMEType else {
        return nil
      }
      return "\(name)\t\(above)\n"
    }
    try Files.write(Array(lines.joined().utf8), to: path)
  }

  private static func pairs(_ lines: [String]) -> [(String, String)] {
    lines.compactMap { line in
      let names = line.split(separator: "\t").map(String.init)
      return names.count == 2 ? (names[0], names[1]) : nil
    }
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
          for _ in 0..<100 { consume(lines.count { registry.mimeType(fileName: $0) != nil }) }
        } / 100
    case "extensions":
      let endings = lines.compactMap { $0.split(separator: ".").last.map(String.init) }
      time =
        Stopwatch.time {
          for _ in 0..<100 {
            consume(
              endings.count { registry.type(filenameExtension: $0)?.canonicalMIMEType != nil })
          }
        } / 100
    case "is-a":
      // All libraries get names; types from an earlier look-up are faster.
      let names = Self.pairs(lines)
      TypeRegistry.current = registry
      time =
        Stopwatch.time {
          for _ in 0..<20 {
            consume(
              names.count { name, other in
                guard let type = UTType(tag: name, tagClass: .mimeType, conformingTo: nil),
                  let other = UTType(tag: other, tagClass: .mimeType, conformingTo: nil)
                else { return false }
                return type.conforms(to: other)
              })
          }
        } / 20
    case "is-a, types at hand":
      let pairs = Self.pairs(lines).compactMap { name, other -> (UTType, UTType)? in
        guard let type = registry.types(tag: name, tagClass: .mimeType).first,
          let other = registry.types(tag: other, tagClass: .mimeType).first
        else { return nil }
        return (type, other)
      }
      guard pairs.count == lines.count else {
        throw UsageError("\(lines.count - pairs.count) pairs have types that nobody declares")
      }
      time =
        Stopwatch.time {
          for _ in 0..<100 { consume(ConformanceSuite.count(pairs)) }
        } / 100
    case "files":
      time = Stopwatch.time { BulkSuite.identifyAll(lines[...], in: registry) }
    case "files, of a listing":
      time = Stopwatch.time { BulkSuite.identifyListed(lines[...], in: registry) }
    case let mode:
      throw UsageError("a peer has no mode \(mode)")
    }
    print(Int(time / Double(max(lines.count, 1))))
  }
}
