import Foundation
import Synchronization
import Testing
import UniformDocuments

@testable import UTIFileCoordination

/// Packages in coordination, which knows no types: `UniformDocuments` defines which extensions are packages.
@Suite struct PackageCoordination {
  private let place = URL(filePath: "/nowhere/\(UUID().uuidString)")

  /// Returns whether a writer of an item waits for a writer of `b.rtfd/TXT.rtf` in the same directory.
  private func writerWaits(for name: String) -> Bool {
    let url = place.appending(path: name)
    let outcome = Mutex<Bool?>(nil)
    NSFileCoordinator().coordinate(writingItemAt: place.appending(path: "b.rtfd/TXT.rtf")) { _ in
      Thread.detachNewThread {
        NSFileCoordinator().coordinate(writingItemAt: url) { _ in
          outcome.withLock { $0 = $0 ?? false }
        }
      }
      while outcome.withLock({ $0 }) == nil {
        if CoordinationMonitor.shared.hasWaiting(for: url) { outcome.withLock { $0 = true } }
        sched_yield()
      }
    }
    return outcome.withLock { $0 } ?? false
  }

  @Test(
    "K1: a package is one item, and another directory is not",
    arguments: [
      ("b.rtfd", true), ("b.rtfd/other", true), ("b.folder/other", false), ("b.txt", false),
    ])
  func packages(name: String, waits: Bool) {
    #expect(writerWaits(for: name) == waits)
  }
}
