import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UTIDocumentStorage
import UTIPlatform

@testable import UTIFileWatching

/// Places without reports by the system, and the cost of watching.
@Suite struct WatchingLimits {
  @Test("J18: file systems that other machines change are recognised by their numbers")
  func kinds() {
    #expect(FileSystemKind(number: 0x6969).pollingReason == .network)
    #expect(FileSystemKind(number: 0xFF53_4D42).pollingReason == .network)
    #expect(FileSystemKind(number: 0x6573_5546).pollingReason == .userSpace)
    // ext4, tmpfs, overlayfs, btrfs, XFS.
    for number: UInt64 in [0xEF53, 0x0102_1994, 0x794C_7630, 0x9123_683E, 0x5846_5342] {
      #expect(FileSystemKind(number: number).pollingReason == nil)
    }
  }

  @Test("J18: items without notifications are examined at intervals, which is reported once")
  func polling() throws {
    let place = try WatchedPlace(["p.rtfd/d/a.txt": "a", "p.rtfd/TXT.rtf": "old"])
    place.watch("p.rtfd") { $0.mostDirectories = 1 }
    #expect(place.events() == [.becamePolled(.tooManyDirectories)])
    #expect(place.watcher.cost.polled == 1)
    try place.write("p.rtfd/d/a.txt", "newer")
    #expect(place.events() == [.changed([.changed("d/a.txt")])])
    #expect(place.events() == [])
  }

  @Test("J18: without a notification queue all items are examined at intervals")
  func noQueue() throws {
    let place = try WatchedPlace(["a.txt": "old"])
    let watcher = FileWatcher(isDrivenByHand: true, files: SystemFiles()) { nil }
    let received = ReceivedEvents()
    let watch = watcher.watch(place.path("a.txt")) { received.add($0) }
    func events() -> [FileEvent.Kind] {
      watcher.settle(within: .seconds(5))
      return received.take()
    }
    #expect(events() == [.becamePolled(.instanceLimit)])
    try place.write("a.txt", "new")
    #expect(events() == [.changed([])])
    try place.rename("a.txt", "b.txt")
    #expect(events() == [.moved(to: place.path("b.txt"))])
    try FileManager.default.removeItem(atPath: place.path("b.txt").string)
    #expect(events() == [.deleted])
    watch.cancel()
    let cost = watcher.cost
    #expect(cost.items == 0 && cost.polled == 0 && cost.descriptors == 0)
  }

  @Test("J18: when notifications are lost, all items are examined again")
  func overflow() throws {
    let limit = try String(
      contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let most = Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 16_384
    guard most <= 65_536 else {
      return print("overflow: the queue holds \(most) notices, which takes too long to fill")
    }
    let place = try WatchedPlace(["a.txt": "old", "x": "", "y": ""])
    place.watch("a.txt")
    // Two names in turn, because equal notices in a row become one.
    let names = ["x", "y"].map { place.path($0).string }
    for number in 0...most { _ = chmod(names[number % 2], number % 4 < 2 ? 0o600 : 0o644) }
    try place.write("a.txt", "new")
    #expect(place.events() == [.noticesLost, .changed([])])
  }

  @Test("J18: an item of a removed volume is not deleted, and is the same after mounting")
  func unmounted() throws {
    let place = try WatchedPlace(["disk/x": ""])
    let disk = place.path("disk").string
    guard mount("none", disk, "tmpfs", 0, nil) == 0 else {
      return print("unmounted: mounting takes rights that these tests do not have")
    }
    try place.write("disk/a.txt", "old")
    place.watch("disk/a.txt") {
      // As with what lies below /media: what is held cannot be unmounted.
      $0.mostHeldItems = 0
      $0.holdsDirectories = false
    }
    #expect(umount2(disk, 0) == 0)
    #expect(place.events() == [.becamePolled(.unmounted)])
    #expect(mount("none", disk, "tmpfs", 0, nil) == 0)
    defer { _ = umount2(disk, CInt(MNT_DETACH)) }
    try place.write("disk/a.txt", "another text")
    #expect(place.events().contains(.changed([])))
  }

  @Test("Items of a directory share its watch and those above it; none is left at the end")
  func costs() throws {
    let place = try WatchedPlace()
    for number in 0..<50 { try place.write("d/\(number).txt", "x") }
    for number in 0..<50 { place.watch("d/\(number).txt") }
    let depth = place.path("d").components.count + 1
    #expect(place.watcher.cost.directories == depth && place.watcher.cost.items == 50)
    #expect(place.watcher.cost.descriptors == 50)
    place.end()
    let cost = place.watcher.cost
    #expect(cost.items == 0 && cost.directories == 0 && cost.descriptors == 0)
  }

  @Test("Begun and ended 10,000 times, watching leaves no watch, no descriptor and no thread")
  func cycles() throws {
    let place = try WatchedPlace(["a.txt": "old", "d/e/b.txt": "old"])
    let watcher = FileWatcher()
    let directory = place.directory.path
    let kept = watcher.watch(place.path("a.txt")) { _ in }
    let cost = watcher.cost
    for _ in 0..<10_000 { watcher.watch(place.path("d/e/b.txt")) { _ in }.cancel() }
    #expect(watcher.cost == cost)
    kept.cancel()
    // A separate queue each time: closing one takes the kernel some milliseconds.
    for _ in 0..<20 {
      while watcher.cost.hasThread { sched_yield() }
      watcher.watch(place.path("a.txt")) { _ in }.cancel()
    }
    while watcher.cost.hasThread { sched_yield() }
    // Other tests of this process open files too; no other test has these.
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let own = descriptors.filter { number in
      let place = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/fd/\(number)")
      return place?.hasPrefix(directory) == true
    }
    #expect(own == [])
  }

  @Test("A watcher with a thread reports changes itself, and sleeps without events")
  func thread() throws {
    let place = try WatchedPlace(["a.txt": "old"])
    let watcher = FileWatcher()
    var options = WatchingOptions()
    options.quietPeriod = .milliseconds(5)
    let received = DispatchSemaphore(value: 0)
    let watch = watcher.watch(place.path("a.txt"), options: options) { _ in received.signal() }
    #expect(watcher.cost.hasThread)
    try place.write("a.txt", "new")
    #expect(received.wait(timeout: .now() + 20 * 60) == .success)
    watch.cancel()
    while watcher.cost.hasThread { sched_yield() }
  }
}
