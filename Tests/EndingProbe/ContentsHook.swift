import Foundation
import Synchronization
import UniformDocuments

/// What the code does that returns the contents of a document.
enum ContentsHook: Int {
  case nothing
  /// It ends the program.
  case exits
  /// It takes longer than the end of a program waits, and announces itself.
  case isSlow

  /// The time for which the end of a program with slow contents waits.
  static let patience = Duration.seconds(2)

  private static let current = Atomic(ContentsHook.nothing.rawValue)

  /// Sets what the code does from now on.
  func install() { Self.current.store(rawValue, ordering: .relaxed) }

  /// Called by the code that returns the contents.
  static func call() {
    switch ContentsHook(rawValue: current.load(ordering: .relaxed)) {
    case .exits?: exit(0)
    case .isSlow?:
      print("contents")
      Thread.sleep(forTimeInterval: 3)
    case .nothing?, nil: break
    }
  }
}

/// Uses the stack up.
@inline(never) func overflowStack(_ depth: Int = 0) -> Int {
  guard depth < .max else { return 0 }
  return withUnsafeTemporaryAllocation(of: Int.self, capacity: 128) { memory in
    memory.initialize(repeating: depth)
    return overflowStack(depth + 1) &+ memory[depth & 127]
  }
}
