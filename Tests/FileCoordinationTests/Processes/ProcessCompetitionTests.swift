import CoordinationTestSupport
import Foundation
import TestSupport
import Testing

/// Processes that do everything at once with one item, some of which are killed or stopped.
@Suite struct ProcessCompetition {
  private static let count = 40

  @Test("K1, K2: the counts of processes are exact", arguments: [2, 5, 10])
  func counting(processes: Int) async throws {
    let place = try MeetingPlace()
    let seed = UInt64.random(in: 0 ... .max)
    let competitors = try (0..<processes).map { index in
      try place.start(
        "compete", place.path("item"), "\(Self.count / processes + 10)", "\(seed &+ UInt64(index))")
    }
    for competitor in competitors { #expect(await competitor.end() == 0, "seed \(seed)") }
    let said = competitors.flatMap(\.lines)
    #expect(said.filter { $0.hasPrefix("error") } == [], "seed \(seed)")
    #expect(competitors.flatMap(\.reports) == [], "seed \(seed)")
    let numbers = said.compactMap { Int($0) }.sorted()
    #expect(numbers == Array(1...max(numbers.count, 1)), "seed \(seed)")
    #expect(place.sockets == [], "seed \(seed)")
  }

  @Test(
    "K1, K9: a process that is killed or stopped at any moment loses no count and leaves no files")
  func killing() async throws {
    let place = try MeetingPlace()
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    let competitors = try (0..<6).map { index in
      try place.start(
        "compete", place.path("item"), "\(Self.count / 2)", "\(seed &+ UInt64(index))")
    }
    for victim in competitors.prefix(2) {
      usleep(.random(in: 1_000...60_000, using: &generator))
      kill(victim.number, SIGKILL)
    }
    for pausing in competitors[2..<4] {
      kill(pausing.number, SIGSTOP)
      usleep(.random(in: 1_000...60_000, using: &generator))
      kill(pausing.number, SIGCONT)
    }
    for competitor in competitors.prefix(2) { await competitor.end() }
    for competitor in competitors.dropFirst(2) {
      #expect(await competitor.end() == 0, "seed \(seed)")
    }
    let said = competitors.flatMap(\.lines)
    #expect(said.filter { $0.hasPrefix("error") } == [], "seed \(seed)")
    #expect(competitors.flatMap(\.reports) == [], "seed \(seed)")
    let numbers = said.compactMap { Int($0) }
    // Who was killed may have counted without having said so.
    #expect(Set(numbers).count == numbers.count, "seed \(seed)")
    #expect(numbers.count >= (numbers.max() ?? 0) - 2, "seed \(seed)")
    // The next process removes the sockets of the killed processes.
    #expect(try await place.start("read", place.path("item")).end() == 0)
    #expect(place.sockets == [], "seed \(seed)")
  }
}
