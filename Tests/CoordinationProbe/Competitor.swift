import Foundation
import TestSupport
import UTIFileCoordination

/// Reads, writes, presents and saves for readers, all with one item, as others do at the same time.
struct Competitor {
  private let url: URL
  private let count: Int
  private var generator: SeededGenerator

  init(_ url: URL, count: Int, seed: UInt64) {
    self.url = url
    self.count = count
    generator = SeededGenerator(seed: seed)
  }

  func run() {
    var generator = generator
    let presenter = ProbePresenter(url, isSaving: true, isReporting: false)
    var waits = Waits()
    for _ in 0..<count {
      let start = ContinuousClock.now
      var error: NSError?
      // Coordinates like a document, with its own presenter, or like any other program.
      let own = coordinator(Bool.random(using: &generator) ? presenter : nil)
      if Int.random(in: 0..<3, using: &generator) == 0 {
        own.coordinate(writingItemAt: url, error: &error) { url in
          waits.add(start.duration(to: .now))
          do {
            try say("\(Counter(url: url).add(1))")
          } catch {
            say("error \(error)")
          }
        }
      } else {
        own.coordinate(readingItemAt: url, error: &error) { _ in
          waits.add(start.duration(to: .now))
        }
      }
      if let error { say("error \(error.localizedDescription)") }
    }
    presenter.resign()
    say("waits \(waits.description)")
  }
}
