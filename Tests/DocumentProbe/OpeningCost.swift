import Foundation
import Glibc
import Synchronization
import UniformDocuments

/// Opens documents at once, all of which stay open, and counts the threads and the processor time
/// meanwhile.
@MainActor struct OpeningCost {
  let directory: URL
  let count: Int
  /// The number of documents that are opened at a time.
  let waveSize: Int

  func run() async throws {
    let documents = try (0..<count).map { number in
      let url = directory.appending(path: "document-\(number).txt")
      try Data("contents \(number)".utf8).write(to: url)
      let document = SmallDocument(fileURL: url)
      // The checks of open documents would belong to the time of opening others.
      document.environment.autosavePolicy = AutosavePolicy(
        idlePeriod: .seconds(600), longestPeriod: .seconds(600))
      return document
    }
    let counter = ThreadCounter()
    var opened = 0
    var times: [Int] = []
    for start in stride(from: 0, to: count, by: waveSize) {
      let before = processorTime
      let tasks = documents[start..<min(start + waveSize, count)].map { document in
        // The tasks and this function are on the main actor.
        nonisolated(unsafe) let document = document
        return Task { @MainActor in
          try await document.openContents()
          return document.text.hasPrefix("contents ")
        }
      }
      for task in tasks where try await task.value { opened += 1 }
      times.append(processorTime - before)
    }
    print("opened \(opened) threads \(counter.end())")
    print("microseconds", times.map(String.init).joined(separator: " "))
    exit(0)
  }

  /// The processor time of all threads outside the kernel, in microseconds.
  private var processorTime: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_utime.tv_sec * 1_000_000 + Int(usage.ru_utime.tv_usec)
  }
}

/// A thread that counts the threads of the process at intervals of a millisecond.
private final class ThreadCounter: Sendable {
  private let state = Mutex((most: 0, isOver: false))

  init() {
    Thread.detachNewThread { [self] in
      while !state.withLock({ $0.isOver }) {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
        // Without this thread.
        state.withLock { $0.most = max($0.most, (names?.count ?? 1) - 1) }
        usleep(1_000)
      }
    }
  }

  /// Returns the greatest number of threads so far.
  func end() -> Int {
    state.withLock { state in
      state.isOver = true
      return state.most
    }
  }
}
