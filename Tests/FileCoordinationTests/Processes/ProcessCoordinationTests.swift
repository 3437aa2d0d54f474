import CoordinationTestSupport
import Foundation
import Testing
import UTIPlatform

@Suite struct ProcessCoordination {
  private let place: MeetingPlace

  init() throws { place = try MeetingPlace() }

  @Test(
    "K2, K3: presenters of other processes relinquish, save for readers, and are notified at the end"
  )
  func order() async throws {
    let presenter = try await place.startPresenter("item", "saving")
    #expect(try await place.start("read", place.path("item")).end() == 0)
    #expect(try await place.start("write", place.path("item")).end() == 0)
    #expect(try await place.start("read", place.path("item"), "withoutChanges").end() == 0)
    #expect(try await place.start("write", place.path("item"), "forMerging").end() == 0)
    #expect(try await place.start("write", place.path("item"), "forDeleting").end() == 0)
    #expect(try await place.start("write", place.path("item/in/it")).end() == 0)
    #expect(try await place.start("read", place.path("other")).end() == 0)
    #expect(await presenter.end() == 0)
    #expect(
      presenter.lines == [
        "ready",
        "reader", "save", "reader is done",
        "writer", "writer is done", "changed",
        "reader", "reader is done",
        "writer", "save", "writer is done", "changed",
        "writer", "deletion", "writer is done",
        "it changed",
        "end",
      ])
    #expect(place.sockets == [])
  }

  @Test("K1: readers of all processes read at once, and writers wait")
  func readersAndWriters() async throws {
    let path = place.path("item")
    let first = try place.start("hold", path, "read")
    let second = try place.start("hold", path, "read")
    #expect(await first.says("holding"))
    #expect(await second.says("holding"))
    let writer = try place.start("hold", path, "write")
    #expect(await place.waitForWaiting(1))
    // A stream of readers does not keep the writer out.
    let reader = try place.start("read", path)
    #expect(await place.waitForWaiting(2))
    #expect(await first.end() == 0)
    #expect(await second.end() == 0)
    #expect(await writer.says("holding"))
    #expect(try await place.start("read", place.path("other")).end() == 0)
    #expect(await place.waitForWaiting(1))
    #expect(reader.lines == [])
    #expect(await writer.end() == 0)
    #expect(await reader.end() == 0)
  }

  @Test("K1: an access that moves a directory waits for its contents, and blocks others")
  func directories() async throws {
    let inside = try place.start("hold", place.path("a/b/c"), "read")
    #expect(await inside.says("holding"))
    #expect(try await place.start("write", place.path("a")).end() == 0)
    let mover = try place.start("hold", place.path("a"), "forMoving")
    #expect(await place.waitForWaiting(1))
    #expect(mover.lines == [])
    #expect(await inside.end() == 0)
    #expect(await mover.says("holding"))
    let late = try place.start("read", place.path("a/b/d"))
    #expect(await place.waitForWaiting(1))
    #expect(try await place.start("write", place.path("b")).end() == 0)
    #expect(late.lines == [])
    #expect(await mover.end() == 0)
    #expect(await late.end() == 0)
  }

  @Test("K9: an access that waits for a stopped process reports it, and fails after a time")
  func stoppedProcess() async throws {
    let path = place.path("item")
    let holder = try place.start("hold", path, "write")
    #expect(await holder.says("holding"))
    #expect(kill(holder.number, SIGSTOP) == 0)
    let patient = try place.start("read", path, patience: 100)
    let report =
      "report process-stopped: the access waits, because process \(holder.number) (CoordinationPro) "
      + "accesses the item and is stopped"
    #expect(await patient.reports(report))
    let other = try place.start("read", path, "stoppedProcessPatience", patience: 100)
    #expect(await other.end() == 1)
    #expect(other.lines.first?.contains("stays stopped") == true)
    #expect(kill(holder.number, SIGCONT) == 0)
    #expect(await holder.end() == 0)
    #expect(await patient.end() == 0)
    #expect(patient.lines == ["read item", "end"])
  }

  @Test("K9: a stopped process is found if others wait for it, one for another")
  func stoppedChain() async throws {
    let holder = try place.start("hold", place.path("a"), "write")
    #expect(await holder.says("holding"))
    #expect(kill(holder.number, SIGSTOP) == 0)
    var others: [CoordinatingProcess] = []
    for (own, next) in [("b", "a"), ("c", "b")] {
      let other = try place.start("nest", place.path(own), place.path(next))
      #expect(await other.says("holding \(own)"))
      other.nextStep()
      others.append(other)
    }
    let last = try place.start("read", place.path("c"), patience: 100)
    let report =
      "report process-stopped: the access waits, because process \(holder.number) (CoordinationPro) "
      + "accesses the item and is stopped"
    #expect(await last.reports(report))
    #expect(kill(holder.number, SIGCONT) == 0)
    #expect(await holder.end() == 0)
    for other in others + [last] { #expect(await other.end() == 0) }
  }

  @Test("K5: an error of a presenter in another process prevents the accessor")
  func refusal() async throws {
    let presenter = try await place.startPresenter("item", "refusing")
    for arguments in [["read", ""], ["write", "forDeleting"]] {
      let other = try place.start(arguments[0], place.path("item"), arguments[1])
      #expect(await other.end() == 1)
      #expect(other.lines.count == 2)
      #expect(other.lines.first?.contains("the disk of the presenter is full") == true)
      #expect(other.lines.first?.contains("process \(presenter.number) (Coord") == true)
    }
    #expect(await presenter.end() == 0)
    #expect(!presenter.lines.contains("changed"))
  }

  @Test("K7: accesses with one purpose do not wait for each other across processes")
  func purpose() async throws {
    let path = place.path("item")
    for kind in ["write", "read"] {
      let first = try place.start("hold", path, kind, purpose: "synchronization")
      #expect(await first.says("holding"))
      let second = try place.start("hold", path, "write", purpose: "synchronization")
      #expect(await second.says("holding"))
      let other = try place.start("write", path)
      #expect(await place.waitForWaiting(1))
      // The last of a purpose lets others in.
      first.nextStep()
      #expect(await first.says("done"))
      #expect(try await place.start("read", path, purpose: "synchronization").end() == 0)
      #expect(other.lines == [])
      #expect(await second.end() == 0)
      #expect(await other.end() == 0)
      #expect(await first.end() == 0)
    }
    // An access without the purpose is waited for.
    let other = try place.start("hold", path, "write")
    #expect(await other.says("holding"))
    let last = try place.start("write", path, purpose: "synchronization")
    #expect(await place.waitForWaiting(1))
    #expect(last.lines == [])
    #expect(await other.end() == 0)
    #expect(await last.end() == 0)
  }

  @Test("K9: a presenter of a stopped process is ignored, and its process is reported")
  func patience() async throws {
    let presenter = try await place.startPresenter("item")
    kill(presenter.number, SIGSTOP)
    defer { kill(presenter.number, SIGCONT) }
    let start = ContinuousClock.now
    let reader = try place.start("read", place.path("item"), patience: 100)
    #expect(await reader.end() == 0)
    // Without the stated patience, the reader would wait for 30 s.
    let duration = start.duration(to: .now)
    #expect(duration >= .milliseconds(100) && duration < .seconds(20))
    #expect(reader.lines.count == 2)
    #expect(
      reader.reports.contains {
        $0.hasPrefix("report presenter-unresponsive: process \(presenter.number) (Coord")
      })
    kill(presenter.number, SIGCONT)
    #expect(await presenter.end() == 0)
  }

  @Test("A killed process blocks no other process and leaves no files", arguments: [true, false])
  func death(ofHolder: Bool) async throws {
    let path = place.path("item")
    let holder = try place.start("hold", path, "write")
    #expect(await holder.says("holding"))
    let presenter = try await place.startPresenter("item", "saving")
    kill(presenter.number, SIGKILL)
    #expect(await presenter.end() == -SIGKILL)
    #expect(place.sockets.count == 1)
    let waiting = try place.start("write", path)
    #expect(await place.waitForWaiting(1))
    if ofHolder { kill(holder.number, SIGKILL) }
    #expect(await holder.end() == (ofHolder ? -SIGKILL : 0))
    #expect(await waiting.end() == 0)
    #expect(place.sockets == [])
  }

  @Test(
    "J7, J10: moves and deletions by other processes are reported to presenters of the item and around it"
  )
  func moves() async throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: place.path("d/e"), withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: place.path("d/e/item")))
    let item = try await place.startPresenter("d/e/item")
    let directory = try await place.startPresenter("d")
    #expect(try await place.start("move", place.path("d/e/item"), place.path("d/e/new")).end() == 0)
    #expect(await item.says("moved to \(place.path("d/e/new"))"))
    #expect(await directory.says("item moved to new"))
    #expect(try await place.start("move", place.path("d/e"), place.path("d/f")).end() == 0)
    #expect(await item.says("moved to \(place.path("d/f/new"))"))
    #expect(await directory.says("e moved to f"))
    #expect(try await place.start("delete", place.path("d/f/new")).end() == 0)
    #expect(await item.says("deletion"))
    #expect(await directory.says("deletion of new"))
    #expect(try await place.start("delete", place.path("d")).end() == 0)
    #expect(await directory.says("deletion"))
    #expect(await item.end() == 0)
    #expect(await directory.end() == 0)
    // A process that was notified of a move presents the new path from then on. A presenter that polls,
    // because the system has no watch left, may also report the deletion that it finds.
    #expect(item.lines.filter { $0 == "deletion" }.count >= 2)
    #expect(place.sockets == [])
  }

  @Test("E6: an access that waits for an item that another process moves follows it")
  func following() async throws {
    try Data().write(to: URL(filePath: place.path("item")))
    let mover = try place.start("move", place.path("item"), place.path("new"), "waiting")
    #expect(await mover.says("holding"))
    // Who presents something, be it another item, hears of moves.
    let reader = try place.start("read", place.path("item"), "presenting")
    #expect(await place.waitForWaiting(1))
    #expect(await mover.end() == 0)
    #expect(await reader.end() == 0)
    #expect(reader.lines.first == "read new")
  }

  @Test("The items of one access are locked in the same order by all processes")
  func twoItems() async throws {
    let paths = [place.path("item"), place.path("other")]
    let movers = try (0..<4).map { index in
      try place.start("pair", paths[index % 2], paths[1 - index % 2], "200")
    }
    for mover in movers { #expect(await mover.end() == 0) }
  }

  @Test("An access that waits for another process can be cancelled, and leaves no locks")
  func cancellation() async throws {
    let path = place.path("item")
    let holder = try place.start("hold", path, "read")
    #expect(await holder.says("holding"))
    let other = try place.start("cancel", path)
    let reason = "The operation could not be completed. The operation was cancelled."
    #expect(await other.says("failed \(reason)"))
    // The turn that it had is free.
    #expect(try await place.start("read", path).end() == 0)
    #expect(await holder.end() == 0)
    #expect(try await place.start("write", path).end() == 0)
    #expect(await other.end() == 1)
  }

  @Test("An access that waits for a presenter of another process can be cancelled")
  func cancelledQuestion() async throws {
    let presenter = try await place.startPresenter("item")
    kill(presenter.number, SIGSTOP)
    defer { kill(presenter.number, SIGCONT) }
    let start = ContinuousClock.now
    let other = try place.start("cancel", place.path("item"), patience: 100_000)
    let reason = "The operation could not be completed. The operation was cancelled."
    #expect(await other.says("failed \(reason)"))
    #expect(start.duration(to: .now) < .seconds(80))
    #expect(await other.end() == 1)
    kill(presenter.number, SIGCONT)
    #expect(await presenter.end() == 0)
  }

  @Test("Documents that open and close leave no descriptor, thread or memory")
  func cycles() async throws {
    let cycles = try place.start("cycle", place.path("item"), "500")
    #expect(await cycles.end() == 0)
    let line = try #require(cycles.lines.first { $0.hasPrefix("held ") })
    let numbers = line.split { !$0.isNumber }.compactMap { Int($0) }
    try #require(numbers.count == 12)
    /// The smallest growth in one of the three rounds: a leak is in each of them, and the arenas and
    /// stacks of new threads are not.
    func growth(_ place: Int) -> Int {
      (1...3).map { numbers[$0 * 3 + place] - numbers[($0 - 1) * 3 + place] }.min() ?? .max
    }
    // A thread waits for the next access or does not; what is made for each would be 500.
    #expect(growth(0) <= 0 && growth(1) < 4, "\(line)")
    // Pages of 4 KB: less than one for each time.
    #expect(growth(2) < 250, "\(line)")
    #expect(place.sockets == [])
  }
}
