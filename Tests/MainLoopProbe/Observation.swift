internal import Foundation
internal import Synchronization
internal import UTIPlatform
internal import UniformMainLoop

/// A flag that threads share.
final class Flag: Sendable {
  private let flag = Atomic(true)

  var value: Bool {
    get { flag.load(ordering: .acquiring) }
    set { flag.store(newValue, ordering: .releasing) }
  }
}

/// The order, delay and cost with which a loop runs the work of the main actor.
@MainActor final class Observation {
  private let loop: ProbeLoop
  private var values: [String: Double] = [:]
  private var received: [Int] = []
  private var delays: [Double] = []
  private var isOnMainThread = true

  init(_ loop: ProbeLoop) { self.loop = loop }

  func observe() -> [String: Double] {
    order()
    if loop.form != .unserved {
      delay()
      idle()
      nested()
      timers()
      switching()
      cost()
    }
    values["exact"] = MainActorWork.isExact ? 1 : 0
    return values
  }

  private func receive(_ number: Int) {
    received.append(number)
    isOnMainThread = isOnMainThread && Thread.isMainThread
  }

  /// Work of another thread, in tasks and blocks by turns.
  private func order() {
    Thread.detachNewThread {
      for number in 0..<1000 {
        if number.isMultiple(of: 2) {
          DispatchQueue.main.async { self.receive(number) }
        } else {
          Task { @MainActor in self.receive(number) }
        }
        if number.isMultiple(of: 100) { usleep(1000) }
      }
    }
    loop.run(for: loop.form == .unserved ? 0.5 : 20) { received.count >= 1000 }
    values["received"] = Double(received.count)
    values["ordered"] = received == Array(0..<1000) ? 1 : 0
    values["mainThread"] = isOnMainThread ? 1 : 0
  }

  /// The time from another thread's request to the start of the work, in a loop that waits.
  private func delay() {
    Thread.detachNewThread {
      for _ in 0..<200 {
        usleep(UInt32.random(in: 1000...4000))
        let start = monotonicSeconds()
        Task { @MainActor in self.delays.append(monotonicSeconds() - start) }
      }
    }
    loop.run(for: 20) { delays.count >= 200 }
    values["delays"] = Double(delays.count)
    values["medianDelay"] = delays.sorted()[delays.count / 2]
  }

  /// The cost of a second without work.
  private func idle() {
    loop.run(for: 0.1)
    let start = processorSeconds()
    values["idleWakeUps"] = Double(loop.run(for: 1))
    values["idleProcessorTime"] = processorSeconds() - start
  }

  /// A loop in work of the main actor, while other work waits.
  private func nested() {
    var isOver = false
    var hasRunAfter = false
    Task { @MainActor in
      DispatchQueue.main.async { hasRunAfter = isOver }
      let start = processorSeconds()
      values["nestedWakeUps"] = Double(loop.run(for: 0.5))
      values["nestedProcessorTime"] = processorSeconds() - start
      isOver = true
    }
    loop.run(for: 20) { hasRunAfter }
    values["runAfterNested"] = hasRunAfter ? 1 : 0
  }

  /// A timer of Foundation, which only Foundation's run loop knows, and the sleep of a task.
  private func timers() {
    var count = 0
    var hasSlept = false
    let start = monotonicSeconds()
    Task { @MainActor in
      let timer = Timer(timeInterval: 0.02, repeats: true) { _ in
        MainActor.assumeIsolated { count += 1 }
      }
      RunLoop.main.add(timer, forMode: .default)
      try? await Task.sleep(for: .milliseconds(200))
      timer.invalidate()
      hasSlept = true
    }
    loop.run(for: 20) { hasSlept }
    values["timerFired"] = Double(count)
    values["sleptFor"] = monotonicSeconds() - start
  }

  /// The cost of a call without work.
  private func cost() {
    let start = monotonicSeconds()
    for _ in 0..<10_000 { MainActorWork.run() }
    values["callTime"] = (monotonicSeconds() - start) / 10_000
  }

  /// A task that leaves the main actor and comes back.
  private func switching() {
    var isDone = false
    let start = monotonicSeconds()
    Task { @MainActor in
      for _ in 0..<500 { await Task.detached {}.value }
      isDone = true
    }
    loop.run(for: 20) { isDone }
    values["switched"] = isDone ? 1 : 0
    values["switchTime"] = (monotonicSeconds() - start) / 500
  }
}
