import Synchronization
internal import UTIPlatform

/// A transformation of many elements on all cores.
package enum ConcurrentMap {
  /// The elements that a core takes at a time, to acquire the lock rarely.
  private static let pieceSize = 16

  /// The order is of the elements.
  package static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    guard elements.count > 1 else { return elements.map(transform) }
    let pieceCount = (elements.count + pieceSize - 1) / pieceSize
    let pieces = Mutex<[[Result]]>(Array(repeating: [], count: pieceCount))
    let next = Atomic(0)
    Threads.run(min(pieceCount, Threads.coreCount)) { _ in
      while true {
        let piece = next.add(1, ordering: .relaxed).oldValue
        guard piece < pieceCount else { return }
        let start = piece * pieceSize
        let results = elements[start..<min(start + pieceSize, elements.count)].map(transform)
        pieces.withLock { $0[piece] = results }
      }
    }
    return pieces.withLock { $0.flatMap(\.self) }
  }
}
