import Dispatch
import Synchronization

/// Calls in the order they came, each with whether it came on the main actor.
final class Calls: Sendable {
  private static let mark = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  private let calls = Mutex<[String]>([])

  var all: [String] { calls.withLock { $0 } }

  func note(_ name: String) {
    let place = DispatchQueue.getSpecific(key: Self.mark) == true ? "main" : "elsewhere"
    calls.withLock { $0.append("\(name) @ \(place)") }
  }

  func forget() { calls.withLock { $0 = [] } }
}
