import Dispatch

/// Starts three tasks of the main actor, one of which waits, and ends the loop after them.
@MainActor public func startWork(end: @escaping @MainActor () -> Void) {
  DispatchQueue.main.async { print("a block of the main queue") }
  Task {
    print("a task of the main actor")
    try await Task.sleep(for: .milliseconds(50))
    let sum = await Task.detached { (1...1_000).reduce(0, +) }.value
    print("a task that waited: \(sum)")
    end()
  }
}
