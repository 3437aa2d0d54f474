import CFloors
import Measure
import UTIPlatform
import UTITypeDetection
import UTITypeGraph
import UniformTypes
import Workloads

/// Many files by name and content, as in a program that shows folders or indexes a disk.
struct BulkSuite: Suite {
  func run(_ options: Options, into report: inout Report) throws {
    let names = ["bulk-one-thread", "bulk-two-threads", "bulk-second-thread", "bulk-listed"]
    guard names.contains(where: options.selects) else { return }
    let registry = try Registries.merged(with: options.database)
    let paths = try Self.paths(options)
    // The files are read before, because the work is timed and not the disk.
    for _ in 0..<2 { Self.readAll(paths[...]) }
    let floorName = "open, fstat, pread of 4 KiB and close"
    try measure(options, into: &report, names[0]) { name in
      Comparison(
        name, over: floorName, count: paths.count, rounds: 7, floor: { Self.readAll(paths[...]) },
        work: { Self.identifyAll(paths[...], in: registry) })
    }
    try measure(options, into: &report, names[3]) { name in
      Comparison(
        name, over: floorName, count: paths.count, rounds: 7, floor: { Self.readAll(paths[...]) },
        work: { Self.identifyListed(paths[...], in: registry) })
    }
    try measure(options, into: &report, names[1]) { name in
      Comparison(
        name, over: floorName + ", two threads", count: paths.count, rounds: 7,
        floor: { Self.onTwoThreads(paths, Self.readAll) },
        work: { Self.onTwoThreads(paths) { Self.identifyAll($0, in: registry) } })
    }
    try measure(options, into: &report, names[2]) { name in
      Comparison(
        name, over: "the same work on one thread", count: paths.count, rounds: 7,
        floor: { Self.identifyAll(paths[...], in: registry) },
        work: { Self.onTwoThreads(paths) { Self.identifyAll($0, in: registry) } })
    }
  }

  /// Files of directories that have just been listed, as a walk finds them.
  static func identifyListed(_ paths: ArraySlice<String>, in registry: TypeRegistry) {
    var known = 0
    for path in paths {
      let verdict = try? registry.identify(listedFile: path)
      if let verdict, verdict.mimeType != nil { known += 1 }
    }
    consume(known)
  }

  static func paths(_ options: Options) throws -> [String] {
    if let list = options.pathList {
      return try Files.read(list).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
    mkdir(options.folder, 0o700)
    return try SyntheticTree(count: options.fileCount).write(to: options.folder + "/tree")
  }

  private static func readAll(_ paths: ArraySlice<String>) {
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16) { buffer in
      guard let start = buffer.baseAddress else { return }
      for path in paths { consume(floor_read_file(path, start, buffer.count)) }
    }
  }

  static func identifyAll(_ paths: ArraySlice<String>, in registry: TypeRegistry) {
    var known = 0
    for path in paths {
      // Other libraries return the MIME type as text; reading it is part of the work.
      if let verdict = try? registry.identify(path: path), verdict.mimeType != nil { known += 1 }
    }
    consume(known)
  }

  /// Runs two separate threads, because a pool has its own rules for starting a second one.
  static func onTwoThreads(
    _ paths: [String], _ work: @escaping @Sendable (ArraySlice<String>) -> Void
  ) {
    let middle = paths.count / 2
    let task = Task(paths[middle...], work)
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let task = Unmanaged<Task>.fromOpaque(argument).takeRetainedValue()
        task.work(task.paths)
        return nil
      }, Unmanaged.passRetained(task).toOpaque())
    precondition(status == 0, "no second thread")
    work(paths[..<middle])
    pthread_join(thread, nil)
  }

  private final class Task: Sendable {
    let paths: ArraySlice<String>
    let work: @Sendable (ArraySlice<String>) -> Void

    init(_ paths: ArraySlice<String>, _ work: @escaping @Sendable (ArraySlice<String>) -> Void) {
      self.paths = paths
      self.work = work
    }
  }
}
