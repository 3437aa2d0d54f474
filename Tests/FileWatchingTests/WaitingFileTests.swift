import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import UTIFileWatching

/// Shares of other machines that do not answer, and what goes on meanwhile.
@Suite(.serialized) struct FilesThatDoNotAnswer {
  /// A share that a test can stop, and a local disk, with a watcher of both.
  final class Place: Sendable {
    private let directory: TemporaryDirectory
    let files: WaitingFiles
    let watcher: FileWatcher
    var options: WatchingOptions {
      var options = WatchingOptions()
      options.quietPeriod = .milliseconds(5)
      options.writingPeriod = .milliseconds(5)
      options.absencePeriod = .milliseconds(5)
      return options
    }

    init() throws {
      directory = try TemporaryDirectory()
      let root = FilePath(directory.path)
      files = WaitingFiles(root.appending("share"))
      watcher = FileWatcher(isDrivenByHand: false, files: files)
      for name in ["share", "disk"] {
        try directory.write("\(name)/a.txt", Array("old".utf8))
      }
    }

    /// Waiting questions get an answer, also in a test that fails to end.
    deinit { files.goOn() }

    func path(_ name: String) -> FilePath { FilePath(directory.path).pushing(FilePath(name)) }

    func write(_ name: String, _ text: String) throws {
      try directory.write(name, Array(text.utf8))
    }

    func watch(_ name: String, _ options: WatchingOptions? = nil) -> (FileWatch, Events) {
      let events = Events()
      let watch = watcher.watch(path(name), options: options ?? self.options) { events.add($0) }
      return (watch, events)
    }

    func waitUntilFilesWait(_ count: Int = 1) {
      while files.waiting < count { usleep(200) }
    }
  }

  /// Events that a thread reports.
  final class Events: Sendable {
    private let kinds = Mutex<[FileEvent.Kind]>([])
    private let arrived = DispatchSemaphore(value: 0)

    func add(_ event: FileEvent) {
      kinds.withLock { $0.append(event.kind) }
      arrived.signal()
    }

    /// The events until now, of which there is at least one, unless none comes.
    func wait() -> [FileEvent.Kind] {
      _ = arrived.wait(timeout: .now() + 20 * 60)
      return kinds.withLock { $0 }
    }

    var all: [FileEvent.Kind] { kinds.withLock { $0 } }
  }

  /// Does something on another thread.
  ///
  /// - Returns: whether it has come to an end.
  private func ends(_ body: @escaping @Sendable () -> Void) -> Bool {
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      end.signal()
    }
    return end.wait(timeout: .now() + 20 * 60) == .success
  }

  @Test("A blocked check delays neither the events of other items nor other callers")
  func lookThatWaits() throws {
    let place = try Place()
    let (share, shareEvents) = place.watch("share/a.txt")
    let (disk, diskEvents) = place.watch("disk/a.txt")
    place.files.stop()
    try place.write("share/a.txt", "new")
    place.waitUntilFilesWait()
    try place.write("disk/a.txt", "new")
    #expect(diskEvents.wait() == [.changed([])])
    let isDone = ends {
      let (new, newEvents) = place.watch("disk/b.txt")
      #expect(share.path == place.path("share/a.txt") && share.isPresent && disk.isPresent)
      disk.acknowledge()
      new.retarget(to: place.path("disk/c.txt"))
      #expect(place.watcher.cost.items == 3)
      try? place.write("disk/c.txt", "new")
      #expect(newEvents.wait() == [.appeared])
      new.cancel()
    }
    #expect(isDone)
    #expect(shareEvents.all == [])
    place.files.goOn()
    #expect(shareEvents.wait() == [.changed([])])
  }

  @Test("A watch that begins waits for its item only, and is the only one that may wait")
  func beginningThatWaits() throws {
    let place = try Place()
    let (disk, diskEvents) = place.watch("disk/a.txt")
    place.files.stop()
    let begun = DispatchSemaphore(value: 0)
    let events = Mutex<(FileWatch, Events)?>(nil)
    Thread.detachNewThread {
      let new = place.watch("share/a.txt")
      events.withLock { $0 = new }
      begun.signal()
    }
    place.waitUntilFilesWait()
    try place.write("disk/a.txt", "new")
    #expect(diskEvents.wait() == [.changed([])])
    disk.cancel()
    place.files.goOn()
    #expect(begun.wait(timeout: .now() + 20 * 60) == .success)
    try place.write("share/a.txt", "new")
    #expect(events.withLock { $0 }?.1.wait() == [.changed([])])
  }

  @Test("A watch that ends during a check reports nothing and leaves nothing")
  func endWhileLooking() throws {
    let place = try Place()
    let (share, shareEvents) = place.watch("share/a.txt")
    place.files.stop()
    try FileManager.default.removeItem(atPath: place.path("share/a.txt").string)
    place.waitUntilFilesWait()
    #expect(ends { share.cancel() })
    let cost = place.watcher.cost
    #expect(cost.items == 0 && cost.directories == 0 && cost.descriptors == 0)
    // Its queue is another one, and the look that still waits must not meddle with that.
    let (disk, diskEvents) = place.watch("disk/a.txt")
    place.files.goOn()
    while place.files.waiting > 0 { usleep(200) }
    try place.write("disk/a.txt", "new")
    #expect(diskEvents.wait() == [.changed([])])
    #expect(shareEvents.all == [])
    disk.cancel()
    #expect(place.watcher.cost.directories == 0)
  }

  @Test("A change that is acknowledged during a check is not reported by that check")
  func acknowledgedWhileLooking() throws {
    let place = try Place()
    let (share, shareEvents) = place.watch("share/a.txt")
    place.files.stop()
    try place.write("share/a.txt", "ours")
    place.waitUntilFilesWait()
    let acknowledged = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      share.acknowledge()
      acknowledged.signal()
    }
    place.waitUntilFilesWait(2)
    place.files.goOn()
    #expect(acknowledged.wait(timeout: .now() + 20 * 60) == .success)
    try place.write("share/a.txt", "theirs, which is longer")
    #expect(shareEvents.wait() == [.changed([])])
    #expect(shareEvents.all == [.changed([])])
  }

  @Test("Many items of a blocked share use only a few threads")
  func manyItems() throws {
    let place = try Place()
    var watches: [FileWatch] = []
    for number in 0..<20 {
      try place.write("share/\(number).txt", "old")
      watches.append(place.watch("share/\(number).txt").0)
    }
    let (last, lastEvents) = place.watch("share/19.txt")
    place.files.stop()
    for number in 0..<20 { try place.write("share/\(number).txt", "newer") }
    place.waitUntilFilesWait(WatchEngine.mostLooksAtVolume)
    usleep(20_000)
    #expect(place.files.waiting == WatchEngine.mostLooksAtVolume)
    #expect(lastEvents.all == [])
    place.files.goOn()
    #expect(lastEvents.wait() == [.changed([])])
    last.cancel()
    watches = []
  }
}
