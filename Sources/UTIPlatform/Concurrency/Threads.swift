internal import CUTISystemCalls

/// Threads that work on one task.
package enum Threads {
  /// The number of cores that this process may use.
  package static var coreCount: Int { max(1, Int(uti_core_count())) }

  /// Calls a function on several threads at a time, and returns when all calls have returned.
  ///
  /// - Parameters:
  ///   - count: the number of calls, of which the calling thread makes the first.
  ///   - body: receives the number of its call, from 0. If the system makes no more threads, the
  ///     calling thread makes the remaining calls, one after another.
  package static func run(_ count: Int, _ body: @Sendable (Int) -> Void) {
    withoutActuallyEscaping(body) { body in
      var body = body
      withUnsafeMutablePointer(to: &body) { pointer in
        uti_run_on_threads(
          CInt(count),
          { context, number in
            guard let context else { return }
            context.load(as: (@Sendable (Int) -> Void).self)(Int(number))
          }, pointer)
      }
    }
  }
}
