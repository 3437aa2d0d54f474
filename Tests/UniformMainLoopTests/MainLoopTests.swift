import Foundation
import TestSupport
import Testing

/// Loops that serve the main actor, each in a separate program, whose main thread runs the loop.
@Suite("The main actor in other loops")
struct UniformMainLoopTests {
  private static func observe(_ form: String) async throws -> [String: Double] {
    let result = try await TestProgram.running([TestProgram.path("MainLoopProbe"), form])
    try #require(result.status == 0)
    return try JSONDecoder().decode([String: Double].self, from: Data(result.output.utf8))
  }

  /// The forms, with the number of wake-ups of an idle second that the form allows.
  static var forms: [(form: String, mostWakeUps: Double)] {
    let forms = [("pull", 201.0), ("epoll", 2), ("periodic", 202)]
    #if GLib
    return forms + [("glib", 3)]
    #else
    return forms
    #endif
  }

  @Test("Without one of the forms no work of the main actor runs")
  func unserved() async throws {
    #expect(try await Self.observe("unserved")["received"] == 0)
  }

  @Test("Work runs in order on the main thread, and an idle loop sleeps", arguments: forms)
  func served(form: String, mostWakeUps: Double) async throws {
    let seen = try await Self.observe(form)
    #expect(seen["received"] == 1000 && seen["ordered"] == 1 && seen["mainThread"] == 1)
    #expect(seen["delays"] == 200 && seen["runAfterNested"] == 1)
    #expect(seen["switched"] == 1)
    let isExact = ["epoll", "glib"].contains(form)
    #expect(seen["exact"] == (isExact ? 1 : 0))
    #expect(try #require(seen["idleWakeUps"]) <= mostWakeUps)
    #expect(try #require(seen["nestedWakeUps"]) <= mostWakeUps)
    // A loop that never sleeps takes 1 and 0.5 seconds.
    #expect(try #require(seen["idleProcessorTime"]) < (isExact ? 0.02 : 0.2))
    #expect(try #require(seen["nestedProcessorTime"]) < (isExact ? 0.02 : 0.2))
    // Half a period is 2.5 milliseconds.
    if isExact { #expect(try #require(seen["medianDelay"]) < 0.002) }
    #expect(try #require(seen["timerFired"]) >= 3)
    #expect(try #require(seen["sleptFor"]) >= 0.19)
  }
}
