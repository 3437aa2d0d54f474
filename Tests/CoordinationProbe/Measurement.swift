import Foundation
import UTIFileCoordination

/// Durations, and what the middle one and the slow ones are.
struct Waits {
  private(set) var microseconds: [Double] = []

  mutating func add(_ duration: Duration) {
    let parts = duration.components
    microseconds.append(Double(parts.seconds) * 1e6 + Double(parts.attoseconds) / 1e12)
  }

  func quantile(_ share: Double) -> Double {
    let sorted = microseconds.sorted()
    guard let last = sorted.indices.last else { return 0 }
    return sorted[min(last, Int(Double(sorted.count) * share))]
  }

  var description: String {
    let figures = [0.5, 0.99, 1].map { String(format: "%.1f", quantile($0)) }
    return "p50 \(figures[0]) us, p99 \(figures[1]) us, most \(figures[2]) us"
  }
}

/// The waiting time of accesses with presenters in other processes.
struct Measurement {
  let item: URL
  let count: Int

  func run(presenters: Int) throws {
    let others = try (0..<presenters).map { _ in try Other(item) }
    defer { for other in others { other.end() } }
    for isWriting in [false, true] {
      var waits = Waits()
      for _ in 0..<count {
        let start = ContinuousClock.now
        let coordinator = NSFileCoordinator()
        if isWriting {
          coordinator.coordinate(writingItemAt: item) { _ in waits.add(start.duration(to: .now)) }
        } else {
          coordinator.coordinate(readingItemAt: item) { _ in waits.add(start.duration(to: .now)) }
        }
      }
      say("\(presenters) elsewhere, \(isWriting ? "writing" : "reading"): \(waits.description)")
    }
  }

  /// A process that presents the item.
  private struct Other {
    let process = Process()
    let input = Pipe()

    init(_ item: URL) throws {
      process.executableURL = URL(filePath: CommandLine.arguments[0])
      process.arguments = ["present", item.path(percentEncoded: false), "quiet"]
      process.standardInput = input
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      _ = output.fileHandleForReading.availableData
    }

    func end() {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
    }
  }
}

/// The remains of opened and closed documents in a process.
struct Cycles {
  let item: URL

  func run(_ count: Int) {
    // What is made once is made before.
    for _ in 0..<(count / 2) { once() }
    var counts = held
    for _ in 0..<3 {
      for _ in 0..<count { once() }
      counts += ", \(held)"
    }
    say("held \(counts)")
  }

  private func once() {
    let presenter = ProbePresenter(item, isReporting: false)
    NSFileCoordinator(filePresenter: presenter).coordinate(writingItemAt: item) { _ in }
    NSFileCoordinator().coordinate(readingItemAt: item) { _ in }
    presenter.resign()
  }

  private var held: String {
    // Threads that were asked to end need a moment.
    usleep(200_000)
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))?.count
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
      .split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return "descriptors \(descriptors ?? -1) threads \(threads ?? -1) pages \(pages ?? -1)"
  }
}
