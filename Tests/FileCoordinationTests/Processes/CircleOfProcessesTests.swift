import CoordinationTestSupport
import Foundation
import TestSupport
import Testing
import UTIPlatform

@testable import UTIFileCoordination

/// Accesses that would wait for themselves through other processes.
@Suite struct CirclesOfProcesses {
  private let place: MeetingPlace

  init() throws { place = try MeetingPlace() }

  /// Far longer than it takes to find a circle.
  private static let patience = 3_600_000

  /// Starts a program, and waits until it holds its first items.
  private func start(_ command: String, _ names: String..., says: String = "holding") async throws
    -> CoordinatingProcess
  {
    let process = try place.start(
      program: "CoordinationProbe", [command] + names.map(place.path), patience: Self.patience)
    #expect(await process.says(says))
    return process
  }

  /// Lets processes continue that would wait for each other, and returns the messages of failures.
  private func failures(of processes: [CoordinatingProcess]) async -> [String] {
    for process in processes {
      process.nextStep()
      process.goOn()
    }
    for process in processes { await process.end() }
    return processes.flatMap(\.lines).filter { $0.hasPrefix("failed ") }
  }

  @Test(
    "K9: a circle of processes ends, and the message names processes and items", arguments: 2...4)
  func nested(count: Int) async throws {
    var processes: [CoordinatingProcess] = []
    for index in 0..<count {
      processes.append(
        try await start(
          "nest", "item \(index)", "item \((index + 1) % count)", says: "holding item \(index)"))
    }
    let failures = await failures(of: processes)
    #expect(failures.count == 1)
    let message = failures.first ?? ""
    for index in 0..<count {
      #expect(message.contains(place.path("item \(index)") + " waits for"), "\(message)")
    }
    #expect(message.components(separatedBy: "(CoordinationPro").count == count, "\(message)")
    // All others have written their second item.
    let successes = processes.flatMap(\.lines).filter { $0 == "done" }
    #expect(successes.count == count - 1)
    #expect(place.waits == [])
  }

  @Test("K9: two processes that write what both read are a circle")
  func upgrade() async throws {
    let processes = [try await start("upgrade", "item"), try await start("upgrade", "item")]
    #expect(await failures(of: processes).count == 1)
    #expect(processes.flatMap(\.lines).filter { $0 == "done" }.count == 1)
  }

  @Test("K9: a circle through two accesses of one process and one of another ends")
  func crossed() async throws {
    let crossing = try await start("cross", "a", "b", "c")
    let nesting = try await start("nest", "c", "a", says: "holding c")
    #expect(await failures(of: [crossing, nesting]).count == 1)
    #expect((crossing.lines + nesting.lines).filter { $0.hasPrefix("done") }.count == 2)
  }

  @Test("A process that is killed while it waits leaves nothing that others believe")
  func killed() async throws {
    let first = try await start("nest", "a", "b", says: "holding a")
    let second = try await start("hold", "b")
    first.nextStep()
    // The file of the wait appears after a moment.
    await TestProgram.onOwnThread { while place.waits.isEmpty { usleep(10_000) } }
    kill(first.number, SIGKILL)
    await first.end()
    // This access waits too, so that the files are read.
    let third = try await start("nest", "c", "b", says: "holding c")
    third.nextStep()
    await TestProgram.onOwnThread {
      while place.waits.count != 1 || place.waits.first?.hasPrefix("\(third.number)-") != true {
        usleep(10_000)
      }
    }
    await second.end()
    await third.end()
    #expect(third.lines.contains("done"))
  }

  // MARK: - The graph

  private func byte(_ offset: Int, isExclusive: Bool) -> LockByte {
    LockByte(offset: Int64(offset), isExclusive: isExclusive)
  }

  @Test("A circle is found exactly if a wait can be reached from itself")
  func graph() throws {
    var random = SeededGenerator(seed: 20)
    var counts = (with: 0, without: 0)
    for _ in 0..<3_000 {
      let count = Int.random(in: 1...6, using: &random)
      let members = (0..<count).map { index in
        ProcessWaits.Member(
          name: "\(index)-process.wait",
          wait: ProcessWait(
            held: (0..<Int.random(in: 0...2, using: &random)).map { _ in
              byte(.random(in: 0...5, using: &random), isExclusive: .random(using: &random))
            },
            awaited: byte(.random(in: 0...5, using: &random), isExclusive: .random(using: &random)),
            isNested: .random(using: &random), began: UInt64(index), path: "/\(index)",
            isWriting: true))
      }
      #expect(members.allSatisfy { !$0.isBlocked(by: $0) })
      // Reachable by one or more steps.
      var reaches = members.map { one in members.map { one.isBlocked(by: $0) } }
      for middle in 0..<count {
        for one in 0..<count {
          for other in 0..<count where reaches[one][middle] && reaches[middle][other] {
            reaches[one][other] = true
          }
        }
      }
      let waits = ProcessWaits(members: members)
      for index in 0..<count {
        let circle = waits.circle(through: members[index])
        #expect((circle != nil) == reaches[index][index])
        guard let circle else {
          counts.without += 1
          continue
        }
        counts.with += 1
        #expect(circle.first == members[index])
        for (one, next) in zip(circle, circle.dropFirst() + circle.prefix(1)) {
          #expect(one.isBlocked(by: next))
        }
        let victim = try #require(ProcessWaits.victim(of: circle))
        #expect(victim.wait.isNested || !circle.contains { $0.wait.isNested })
      }
    }
    #expect(counts.with > 500 && counts.without > 500)
  }
}
