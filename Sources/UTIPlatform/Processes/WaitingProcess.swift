internal import CUTISystemCalls

/// A second process, made before a restriction, that does one task when it is asked for it.
///
/// It waits for one byte and reads nothing else.
package struct WaitingProcess: Sendable {
  private let request: Int32
  private let answer: Int32

  /// This process has one thread; nil if a second one cannot be made.
  ///
  /// The task returns the number that ``perform()`` returns.
  package init?(_ task: () -> Int32) {
    var (requests, answers) = (Pipe(), Pipe())
    guard requests.make() else { return nil }
    guard answers.make() else {
      requests.close()
      return nil
    }
    let process = uti_fork()
    if process == 0 { Self.serve(task, requests, answers) }
    guard process > 0 else {
      requests.close()
      answers.close()
      return nil
    }
    close(requests.ends.read)
    close(answers.ends.write)
    request = requests.ends.write
    answer = answers.ends.read
  }

  /// Does the task, once; nil if the second process is gone.
  package func perform() -> Int32? {
    defer {
      close(request)
      close(answer)
    }
    var (byte, number, count): (UInt8, Int32, Int) = (1, 0, 0)
    guard write(request, &byte, 1) == 1 else { return nil }
    repeat {
      count = read(answer, &number, MemoryLayout<Int32>.size)
    } while count < 0
      && errno == EINTR
    return count == MemoryLayout<Int32>.size ? number : nil
  }

  private static func serve(_ task: () -> Int32, _ requests: Pipe, _ answers: Pipe) -> Never {
    close(requests.ends.write)
    close(answers.ends.read)
    var (byte, count): (UInt8, Int) = (0, 0)
    repeat { count = read(requests.ends.read, &byte, 1) } while count < 0 && errno == EINTR
    guard count == 1 else { _exit(0) }
    var number = task()
    _ = write(answers.ends.write, &number, MemoryLayout<Int32>.size)
    _exit(0)
  }

  private struct Pipe {
    var ends: (read: Int32, write: Int32) = (-1, -1)

    mutating func make() -> Bool {
      var numbers: [Int32] = [-1, -1]
      guard uti_pipe(&numbers) == 0 else { return false }
      ends = (numbers[0], numbers[1])
      return true
    }

    func close() {
      UTIPlatform.close(ends.read)
      UTIPlatform.close(ends.write)
    }
  }
}
