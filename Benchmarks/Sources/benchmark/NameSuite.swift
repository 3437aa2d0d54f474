import CFloors
import Measure
import UniformTypeIdentifiers
import Workloads

/// Look-ups by file name, in a registry with the system's database.
struct NameSuite: Suite {
  private static let count = 1_000
  /// Enough look-ups in one run that reading the clock does not show.
  private static let passes = 20

  func run(_ options: Options, into report: inout Report) throws {
    let registry = try Registries.merged(with: options.database)
    let names = SyntheticNames(count: Self.count)
    let kinds: [(String, [String])] = [
      ("name-hit", names.hits), ("name-miss", names.misses), ("name-mixed-case", names.mixedCase),
      ("name-unicode", names.unicode), ("name-several-periods", names.severalPeriods),
      ("name-mixed", names.mixed),
    ]
    for (name, list) in kinds {
      try measure(options, into: &report, name) {
        comparison($0, list) { consume(registry.type(fileName: $0)) }
      }
    }
    try measure(options, into: &report, "extension-hit") { name in
      let endings = names.hits.compactMap { $0.split(separator: ".").last.map(String.init) }
      let data = registry.type("public.data")
      return comparison(name, endings.map { "." + $0 }) { ending in
        consume(registry.type(filenameExtension: String(ending.dropFirst()), conformingTo: data))
      }
    }
  }

  private func comparison(
    _ name: String, _ names: [String], _ lookUp: @escaping (String) -> Void
  ) -> Comparison {
    let floor = HashFloor(SyntheticNames(count: Self.count).hits)
    let texts = names.map { Array($0.utf8CString) }
    return Comparison(
      name, over: "one hash table of extensions", count: names.count * Self.passes,
      floor: { for _ in 0..<Self.passes { for text in texts { floor.lookUp(text) } } },
      work: { for _ in 0..<Self.passes { for name in names { lookUp(name) } } })
  }
}

/// A table of the extensions of names.
private final class HashFloor {
  private let table: OpaquePointer

  init(_ names: [String]) {
    let endings = Set(names.compactMap { $0.split(separator: ".").last.map(String.init) })
    // As many keys as a real table has, so that it is as cold.
    let keys = (endings.sorted() + (0..<1_200).map { "filler\($0)" }).map { Array($0.utf8CString) }
    let pointers = keys.map { key in
      key.withUnsafeBufferPointer { source in
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: source.count)
        copy.initialize(from: source.baseAddress ?? UnsafePointer(copy), count: source.count)
        return UnsafePointer(copy)
      }
    }
    table = pointers.map { Optional($0) }.withUnsafeBufferPointer { list in
      list.withMemoryRebound(to: UnsafePointer<CChar>.self) {
        floor_make_table($0.baseAddress!, $0.count)
      }
    }
    for pointer in pointers { pointer.deallocate() }
  }

  deinit { floor_free_table(table) }

  func lookUp(_ text: [CChar]) {
    consume(floor_look_up(table, text, text.count - 1))
  }
}
