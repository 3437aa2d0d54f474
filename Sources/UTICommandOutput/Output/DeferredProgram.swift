import UTIPlatform

/// A program that a process can still start after it has been restricted.
package struct DeferredProgram: Sendable {
  private let process: WaitingProcess

  /// Comes before the restriction, in a process with one thread; nil without a second process.
  package init?(_ arguments: [String]) {
    guard let process = WaitingProcess({ Self.run(arguments) }) else { return nil }
    self.process = process
  }

  /// Starts the program and waits for its end, once.
  package func run() throws(ChildProcess.Failure) {
    switch process.perform() {
    case 0: return
    case Self.notFound: throw .notFound
    case Self.failed, nil: throw .failed
    case let number?: throw .system(number)
    }
  }

  private static let notFound: Int32 = -1
  private static let failed: Int32 = -2

  private static func run(_ arguments: [String]) -> Int32 {
    do throws(ChildProcess.Failure) {
      _ = try ChildProcess.run(arguments, input: [])
      return 0
    } catch {
      return switch error {
      case .notFound: notFound
      case .failed: failed
      case .system(let number): number
      }
    }
  }
}
