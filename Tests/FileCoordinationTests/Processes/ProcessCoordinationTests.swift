import CoordinationTestSupport
import Foundation
import Testing
import UTIPlatform

@Suite struct ProcessCoordination {
  private let place: MeetingPlace

  init() throws { place = try MeetingPlace() }

  @Test(
    "K2, K3: presenters of other processes give way, save for readers, and hear when it is over")
  func order() throws {
    let presenter = try place.startPresenter("item", "saving")
    #expect(try place.start("read", place.path("item")).end() == 0)
    #expect(try place.start("write", place.path("item")).end() == 0)
    #expect(try place.start("read", place.path("item"), "withoutChanges").end() == 0)
    #expect(try place.start("write", place.path("item"), "forMerging").end() == 0)
    #expect(try place.start("write", place.path("item"), "forDeleting").end() == 0)
    #expect(try place.start("write", place.path("item/in/it")).end() == 0)
    #expect(try place.start("read", place.path("other")).end() == 0)
    #expect(presenter.end() == 0)
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
  func readersAndWriters() throws {
    let path = place.path("item")
    let first = try place.start("hold", path, "read")
    let second = try place.start("hold", path, "read")
    #expect(first.says("holding") && second.says("holding"))
    let writer = try place.start("hold", path, "write")
    #expect(place.waitForWaiting(1))
    // A stream of readers does not keep the writer out.
    let reader = try place.start("read", path)
    #expect(place.waitForWaiting(2))
    #expect(first.end() == 0)
    #expect(second.end() == 0)
    #expect(writer.says("holding"))
    #expect(try place.start("read", place.path("other")).end() == 0)
    #expect(place.waitForWaiting(1))
    #expect(reader.lines == [])
    #expect(writer.end() == 0)
    #expect(reader.end() == 0)
  }

  @Test("K1: who takes a directory away waits for what is in it, and keeps others out of it")
  func directories() throws {
    let inside = try place.start("hold", place.path("a/b/c"), "read")
    #expect(inside.says("holding"))
    #expect(try place.start("write", place.path("a")).end() == 0)
    let mover = try place.start("hold", place.path("a"), "forMoving")
    #expect(place.waitForWaiting(1))
    #expect(mover.lines == [])
    #expect(inside.end() == 0)
    #expect(mover.says("holding"))
    let late = try place.start("read", place.path("a/b/d"))
    #expect(place.waitForWaiting(1))
    #expect(try place.start("write", place.path("b")).end() == 0)
    #expect(late.lines == [])
    #expect(mover.end() == 0)
    #expect(late.end() == 0)
  }

  @Test("K5: an error of a presenter elsewhere keeps the accessor from running")
  func refusal() throws {
    let presenter = try place.startPresenter("item", "refusing")
    for arguments in [["read", ""], ["write", "forDeleting"]] {
      let other = try place.start(arguments[0], place.path("item"), arguments[1])
      #expect(other.end() == 1)
      #expect(other.lines.count == 2)
      #expect(other.lines.first?.contains("the disk of the presenter is full") == true)
      #expect(other.lines.first?.contains("process \(presenter.number) (Coord") == true)
    }
    #expect(presenter.end() == 0)
    #expect(!presenter.lines.contains("changed"))
  }

  @Test("K7: accesses of one purpose do not wait for each other in several processes either")
  func purpose() throws {
    let path = place.path("item")
    for kind in ["write", "read"] {
      let first = try place.start("hold", path, kind, purpose: "synchronization")
      #expect(first.says("holding"))
      let second = try place.start("hold", path, "write", purpose: "synchronization")
      #expect(second.says("holding"))
      let other = try place.start("write", path)
      #expect(place.waitForWaiting(1))
      // The last of a purpose lets others in.
      first.nextStep()
      #expect(first.says("done"))
      #expect(try place.start("read", path, purpose: "synchronization").end() == 0)
      #expect(other.lines == [])
      #expect(second.end() == 0)
      #expect(other.end() == 0)
      #expect(first.end() == 0)
    }
  }

  @Test("K9: a presenter whose process is stopped is passed over, and somebody hears which it was")
  func patience() throws {
    let presenter = try place.startPresenter("item")
    kill(presenter.number, SIGSTOP)
    defer { kill(presenter.number, SIGCONT) }
    let start = ContinuousClock.now
    let reader = try place.start("read", place.path("item"), patience: 100)
    #expect(reader.end() == 0)
    let duration = start.duration(to: .now)
    #expect(duration >= .milliseconds(100) && duration < .seconds(5))
    #expect(reader.lines.count == 3)
    #expect(
      reader.lines.first?.hasPrefix(
        "report presenter-unresponsive: process \(presenter.number) (Coord") == true)
    kill(presenter.number, SIGCONT)
    #expect(presenter.end() == 0)
  }

  @Test("Who is killed keeps nobody waiting and leaves nothing", arguments: [true, false])
  func death(ofHolder: Bool) throws {
    let path = place.path("item")
    let holder = try place.start("hold", path, "write")
    #expect(holder.says("holding"))
    let presenter = try place.startPresenter("item", "saving")
    kill(presenter.number, SIGKILL)
    #expect(presenter.end() == -SIGKILL)
    #expect(place.sockets.count == 1)
    let waiting = try place.start("write", path)
    #expect(place.waitForWaiting(1))
    if ofHolder { kill(holder.number, SIGKILL) }
    #expect(holder.end() == (ofHolder ? -SIGKILL : 0))
    #expect(waiting.end() == 0)
    #expect(place.sockets == [])
  }

  @Test("J7, J10: moves and deletions elsewhere are told to presenters of the item and around it")
  func moves() throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: place.path("d/e"), withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: place.path("d/e/item")))
    let item = try place.startPresenter("d/e/item")
    let directory = try place.startPresenter("d")
    #expect(try place.start("move", place.path("d/e/item"), place.path("d/e/new")).end() == 0)
    #expect(item.says("moved to \(place.path("d/e/new"))"))
    #expect(directory.says("item moved to new"))
    #expect(try place.start("move", place.path("d/e"), place.path("d/f")).end() == 0)
    #expect(item.says("moved to \(place.path("d/f/new"))"))
    #expect(directory.says("e moved to f"))
    #expect(try place.start("delete", place.path("d/f/new")).end() == 0)
    #expect(item.says("deletion"))
    #expect(directory.says("deletion of new"))
    #expect(try place.start("delete", place.path("d")).end() == 0)
    #expect(directory.says("deletion"))
    #expect(item.end() == 0)
    #expect(directory.end() == 0)
    // Who was told of a move presents it from then on.
    #expect(item.lines.filter { $0 == "deletion" }.count == 2)
    #expect(place.sockets == [])
  }

  @Test("E6: who waits for an item that moves elsewhere follows it")
  func following() throws {
    try Data().write(to: URL(filePath: place.path("item")))
    let mover = try place.start("move", place.path("item"), place.path("new"), "waiting")
    #expect(mover.says("holding"))
    // Who presents something, be it another item, hears of moves.
    let reader = try place.start("read", place.path("item"), "presenting")
    #expect(place.waitForWaiting(1))
    #expect(mover.end() == 0)
    #expect(reader.end() == 0)
    #expect(reader.lines.first == "read new")
  }

  @Test("Two items of one access are locked in one order by all")
  func twoItems() throws {
    let paths = [place.path("item"), place.path("other")]
    let movers = try (0..<4).map { index in
      try place.start("pair", paths[index % 2], paths[1 - index % 2], "200")
    }
    #expect(movers.allSatisfy { $0.end() == 0 })
  }

  @Test("What waits for another process can be called off, and leaves nothing locked")
  func cancellation() throws {
    let path = place.path("item")
    let holder = try place.start("hold", path, "read")
    #expect(holder.says("holding"))
    let other = try place.start("cancel", path)
    let reason = "The operation could not be completed. The operation was cancelled."
    #expect(other.says("failed \(reason)"))
    // The turn that it had is free.
    #expect(try place.start("read", path).end() == 0)
    #expect(holder.end() == 0)
    #expect(try place.start("write", path).end() == 0)
    #expect(other.end() == 1)
  }

  @Test("Documents that open and close leave no descriptor, thread or memory")
  func cycles() throws {
    let cycles = try place.start("cycle", place.path("item"), "1000")
    #expect(cycles.end() == 0)
    let numbers = cycles.lines[0].split { !$0.isNumber }.compactMap { Int($0) }
    try #require(numbers.count == 6)
    // A thread waits for the next access or does not; what is made for each would be a thousand.
    #expect(numbers[0] == numbers[3] && abs(numbers[1] - numbers[4]) < 4, "\(cycles.lines[0])")
    // Pages of 4 KB: less than one for each time.
    #expect(numbers[5] - numbers[2] < 500, "\(cycles.lines[0])")
    #expect(place.sockets == [])
  }
}
