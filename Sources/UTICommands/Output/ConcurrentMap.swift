import Dispatch
import Synchronization

/// Work on many elements on all cores.
enum ConcurrentMap {
  /// Pieces rather than single elements are handed out, so that the lock is taken a few times only.
  private static let pieceSize = 16

  /// The results of a transformation, in the order of the elements.
  static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    guard elements.count > 1 else { return elements.map(transform) }
    let pieceCount = (elements.count + pieceSize - 1) / pieceSize
    let pieces = Mutex<[[Result]]>(Array(repeating: [], count: pieceCount))
    DispatchQueue.concurrentPerform(iterations: pieceCount) { piece in
      let start = piece * pieceSize
      let results = elements[start..<min(start + pieceSize, elements.count)].map(transform)
      pieces.withLock { $0[piece] = results }
    }
    return pieces.withLock { $0.flatMap(\.self) }
  }

  /// The same while the caller does something else.
  ///
  /// - Parameter meanwhile: what is done on the thread of the caller until the results are there, or
  ///   longer.
  static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], while meanwhile: () -> Void,
    _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    guard elements.count > pieceSize else {
      meanwhile()
      return map(elements, transform)
    }
    let outcome = Outcome<Result>()
    let isDone = DispatchSemaphore(value: 0)
    DispatchQueue.global(qos: .userInitiated).async {
      let results = map(elements, transform)
      outcome.results.withLock { $0 = results }
      isDone.signal()
    }
    meanwhile()
    isDone.wait()
    return outcome.results.withLock { $0 }
  }

  private final class Outcome<Result: Sendable>: Sendable {
    let results = Mutex<[Result]>([])
  }
}
