import Synchronization
import Testing

@testable import UTICommandOutput

@Suite("Work on all cores")
struct OrderedWorkTests {
  @Test("returns its results in the order of the inputs, however long each takes")
  func order() {
    var inputs = (0..<2_000).makeIterator()
    var taken: [Int] = []
    OrderedWork<Int, Int>.run(
      next: { inputs.next() }, worker: { UInt64(1) },
      answer: { state, input in
        // Every seventh takes some hundred times as long.
        for _ in 0..<(input % 7 == 0 ? 20_000 : 50) { state = state &* 6_364_136_223 &+ 1 }
        return state == 0 ? -1 : input
      },
      take: {
        taken.append($0)
        return true
      })
    #expect(taken == Array(0..<2_000))
  }

  @Test("ends when no more results are requested, and reads few inputs beyond that")
  func end() {
    var inputs = (0...).makeIterator()
    var given = 0
    var taken: [Int] = []
    OrderedWork<Int, Int>.run(
      next: {
        given += 1
        return inputs.next()
      },
      worker: {}, answer: { _, input in input },
      take: {
        taken.append($0)
        return $0 < 99
      })
    #expect(taken == Array(0...99))
    #expect(given < 100_000)
  }

  @Test("has no work without inputs")
  func nothing() {
    let isAsked = Mutex(false)
    OrderedWork<Int, Int>.run(
      next: { nil }, worker: {},
      answer: { _, input in
        isAsked.withLock { $0 = true }
        return input
      },
      take: { _ in true })
    #expect(!isAsked.withLock { $0 })
  }
}
