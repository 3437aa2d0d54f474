import CoordinationTestSupport
import Foundation
import Synchronization
import TestSupport
import Testing
import UTIFileCoordination

@testable import UniformDocumentCore
@testable import UniformDocuments

/// Several readers at once of items whose documents have unsaved changes.
@Suite @MainActor struct SimultaneousReaders {
  /// The patience of the accesses; a wait that lasts so long is a deadlock.
  ///
  /// Other tests can occupy all threads of the concurrency runtime for more than a minute.
  private nonisolated static let patience = Duration.seconds(300)

  /// The contents that coordinated reads on separate threads have read.
  private static func read(_ url: URL, times count: Int) async -> [String] {
    await withTaskGroup(of: String.self) { group in
      for _ in 0..<count {
        group.addTask {
          await withCheckedContinuation { continuation in
            Thread.detachNewThread {
              let coordinator = NSFileCoordinator()
              coordinator.presenterPatience = Self.patience
              var text = ""
              var error: NSError?
              coordinator.coordinate(readingItemAt: url, error: &error) { url in
                text = (try? String(contentsOf: url, encoding: .utf8)) ?? "unreadable"
              }
              continuation.resume(returning: error.map { "\($0)" } ?? text)
            }
          }
        }
      }
      var texts: [String] = []
      for await text in group { texts.append(text) }
      return texts
    }
  }

  /// Starts all reverts at once, and waits for them.
  private static func revert(_ reverts: [(TextNote, URL)]) async {
    await withCheckedContinuation { continuation in
      let pending = Mutex(reverts.count)
      for (document, url) in reverts {
        document.revert(toContentsOf: url) { _ in
          let isLast = pending.withLock { count in
            count -= 1
            return count == 0
          }
          if isLast { continuation.resume() }
        }
      }
    }
  }

  @Test("K1, K2: readers of one process read unsaved changes of the document", arguments: 1...4)
  func oneProcess(readers: Int) async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TextNote(fileURL: scratch.url("a.txt"))
    document.environment = .quiet
    try await document.openContents()
    for round in 1...10 {
      document.text = "\(round)"
      document.updateChangeCount(.done)
      let start = ContinuousClock.now
      let texts = await Self.read(document.fileURL, times: readers)
      #expect(texts == Array(repeating: "\(round)", count: readers))
      try #require(start.duration(to: .now) < Self.patience, "round \(round) waited in vain")
    }
    try await document.saveAndClose()
  }

  @Test("K1, K2: readers of two documents' items, and of both at once, read the latest")
  func twoDocuments() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old", "b.txt": "old"])
    let documents = ["a.txt", "b.txt"].map { TextNote(fileURL: scratch.url($0)) }
    for document in documents {
      document.environment = .quiet
      try await document.openContents()
    }
    for round in 1...10 {
      for document in documents {
        document.text = "\(round)"
        document.updateChangeCount(.done)
      }
      let start = ContinuousClock.now
      let (a, b) = (scratch.url("a.txt"), scratch.url("b.txt"))
      async let first = Self.read(a, times: 3)
      async let second = Self.read(b, times: 3)
      let texts = await first + second
      #expect(texts == Array(repeating: "\(round)", count: 6))
      try #require(start.duration(to: .now) < Self.patience, "round \(round) waited in vain")
    }
    for document in documents { try await document.saveAndClose() }
  }

  @Test(
    "K1, K2: readers of several processes read unsaved changes of the document", arguments: 2...4)
  func severalProcesses(readers: Int) async throws {
    let place = try MeetingPlace()
    let path = place.path("note.txt")
    try Data("old".utf8).write(to: URL(filePath: path))
    let document = try place.start(program: "DocumentProbe", ["edit", path])
    #expect(await document.says("ready"))
    for round in 1...3 {
      document.nextStep("edit \(round)")
      #expect(await document.says("edited \(round)"))
      let programs = try (0..<readers).map { _ in try place.start("cat", path, patience: 60_000) }
      for program in programs {
        #expect(await program.end() == 0)
        #expect(program.lines == ["edit \(round)", "end"])
      }
    }
    // Two readers of each process, the process of the document included.
    document.nextStep("edit 4")
    #expect(await document.says("edited 4"))
    document.nextStep("read 4")
    let programs = try (0..<readers).map { _ in
      try place.start("readers", path, "4", patience: 60_000)
    }
    for program in programs {
      #expect(await program.end() == 0)
      #expect(program.lines == Array(repeating: "edit 4", count: 4) + ["end"])
    }
    #expect(await document.says("read"))
    #expect(await document.end() == 0)
    #expect(document.lines.filter { $0.hasPrefix("stale") } + document.reports == [])
  }

  // The revert that finishes first discards the changes of its document. The other one may then read
  // the item as it was before those changes, as after two reverts in succession.
  @Test("I1, K2: two documents that are reverted to each other's items read no stale contents")
  func revertsOfEachOther() async throws {
    for round in 1...5 {
      let scratch = try ScratchDirectory(["a.txt": "old a", "b.txt": "old b"])
      let documents = ["a.txt", "b.txt"].map { TextNote(fileURL: scratch.url($0)) }
      for document in documents {
        document.environment = .quiet
        document.environment.presenterPatience = Self.patience
        try await document.openContents()
        document.text = "new \(document.fileURL.lastPathComponent.prefix(1))"
        document.updateChangeCount(.done)
      }
      let start = ContinuousClock.now
      let (first, second) = (documents[0], documents[1])
      let (a, b) = (scratch.url("a.txt"), scratch.url("b.txt"))
      await Self.revert([(first, b), (second, a)])
      try #require(start.duration(to: .now) < Self.patience, "round \(round) waited in vain")
      #expect(first.fileURL == b && second.fileURL == a)
      let results = [first.text, second.text]
      #expect(
        [["new b", "new a"], ["new b", "old a"], ["old b", "new a"]].contains(results),
        "round \(round)")
      #expect(try scratch.contents() == ["a.txt": second.text, "b.txt": first.text])
      for document in documents { try await document.close(discardingChanges: true) }
    }
  }

  @Test("I1, K2: two documents of one item that are reverted at once both read it")
  func revertsOfOneItem() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let url = scratch.url("a.txt")
    let documents = [0, 1].map { _ in TextNote(fileURL: url) }
    for document in documents {
      document.environment = .quiet
      document.environment.presenterPatience = Self.patience
      try await document.openContents()
    }
    documents[0].text = "new"
    documents[0].updateChangeCount(.done)
    let start = ContinuousClock.now
    await Self.revert(documents.map { ($0, url) })
    try #require(start.duration(to: .now) < Self.patience)
    #expect(documents[1].text == scratch.text("a.txt"))
    for document in documents { try await document.close(discardingChanges: true) }
  }
}
