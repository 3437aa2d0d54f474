import Documents
import Foundation
import Glibc
import Synchronization

/// Opens documents at once, all of which stay open, and counts the threads meanwhile.
@MainActor struct OpeningCost {
  let directory: URL
  let count: Int
  /// The number of documents that are opened at a time.
  let waveSize: Int

  func run() async throws {
    let documents = try (0..<count).map { number in
      let url = directory.appending(path: "document-\(number).txt")
      try Data("contents \(number)".utf8).write(to: url)
      return SmallDocument(fileURL: url)
    }
    let counter = ThreadCounter()
    var opened = 0
    for start in stride(from: 0, to: count, by: waveSize) {
      let tasks = documents[start..<min(start + waveSize, count)].map { document in
        // The tasks and this function are on the main actor.
        nonisolated(unsafe) let document = document
        return Task { @MainActor in
          try await document.openContents()
          return document.text.hasPrefix("contents ")
        }
      }
      for task in tasks where try await task.value { opened += 1 }
    }
    print("opened \(opened) threads \(counter.end())")
    exit(0)
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
