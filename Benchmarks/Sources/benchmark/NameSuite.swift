import CFloors
import Measure
import UniformTypes
import Workloads

/// Look-ups by file name, in a registry with the system's database.
struct NameSuite: Suite {
  private static let count = 1_000
  /// The number of passes in one run, so that reading the clock costs little.
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
        comparison($0, list) { Self.count(list, in: registry) }
      }
    }
    // A kept type counts a reference to its registry, and another one to release the previous type.
    try measure(options, into: &report, "name-kept") { name in
      var kept: [UTType?] = Array(repeating: nil, count: names.hits.count)
      return comparison(name, names.hits) {
        for place in names.hits.indices { kept[place] = registry.type(fileName: names.hits[place]) }
        return kept.count
      }
    }
    // As in programs: the current registry, and the default work of the call.
    TypeRegistry.current = registry
    let endings = names.hits.compactMap { $0.split(separator: ".").last.map(String.init) }
    try measure(options, into: &report, "extension-hit") { name in
      comparison(name, endings.map { "." + $0 }) { Self.count(endings[...]) }
    }
    try measure(options, into: &report, "mime-type-hit") { name in
      let mimeTypes = names.hits.compactMap { registry.type(fileName: $0)?.preferredMIMEType }
      return comparison(name, endings.map { "." + $0 }) {
        mimeTypes.count { UTType(mimeType: $0) != nil }
      }
    }
    try measure(options, into: &report, "extension-second-thread") { name in
      let many = Array(repeatElement(endings, count: Self.passes * 2).joined())
      return Comparison(
        name, over: "the same work on one thread", count: many.count,
        floor: { consume(Self.count(many[...])) },
        work: { BulkSuite.onTwoThreads(many) { consume(Self.count($0)) } })
    }
    if options.selects("name-allocations") {
      let before = floor_allocations()
      consume(Self.count(names.mixed, in: registry))
      consume(Self.count(endings[...]))
      report.add("name-allocations", Double(floor_allocations() - before), "")
    }
  }

  /// Returns the number of extensions with a type.
  private static func count(_ extensions: ArraySlice<String>) -> Int {
    extensions.count { UTType(filenameExtension: $0) != nil }
  }

  /// Returns the number of names with a type.
  static func count(_ names: [String], in registry: TypeRegistry) -> Int {
    var count = 0
    for name in names where registry.type(fileName: name) != nil { count += 1 }
    return count
  }

  private func comparison(
    _ name: String, _ names: [String], _ lookUpAll: @escaping () -> Int
  ) -> Comparison {
    let floor = HashFloor(SyntheticNames(count: Self.count).hits)
    let texts = names.map { Array($0.utf8CString) }
    return Comparison(
      name, over: "one hash table of extensions", count: names.count * Self.passes,
      floor: { for _ in 0..<Self.passes { consume(floor.count(texts)) } },
      work: { for _ in 0..<Self.passes { consume(lookUpAll()) } })
  }
}

/// A table of the extensions of names.
private final class HashFloor {
  private let table: OpaquePointer

  init(_ names: [String]) {
    let endings = Set(names.compactMap { $0.split(separator: ".").last.map(String.init) })
    // The table has as many keys as a real one, so that it is as cold.
    let keys = (endings.sorted() + (0..<1_200).map { "filler\($0)" }).map { Array($0.utf8CString) }
    let pointers = keys.map { key -> UnsafePointer<CChar> in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: key.count)
      for (index, unit) in key.enumerated() { copy[index] = unit }
      return UnsafePointer(copy)
    }
    table = floor_make_table(pointers, pointers.count)
    for pointer in pointers { pointer.deallocate() }
  }

  deinit { floor_free_table(table) }

  /// Returns the number of texts, each ended by a NUL, with a known extension.
  func count(_ texts: [[CChar]]) -> Int {
    var count = 0
    for text in texts where floor_look_up(table, text, text.count - 1) >= 0 { count += 1 }
    return count
  }
}
