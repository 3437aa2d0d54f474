import Foundation
import Synchronization
import UniformDocuments

/// An end by a signal, while the main thread waits in a certain way between two edits and after
/// them: the first edit gives the text "new", the second one, later than the autosave delay, the
/// text "newer".
struct WaitingEnd: RawRepresentable, CaseIterable {
  /// What the main thread does.
  enum Wait: String, CaseIterable {
    /// It serves its queue.
    case serving
    /// It reads lines, and makes an edit for each of them.
    case readLine
    case sleep
    /// It computes.
    case computing
    /// It runs a loop that knows no queue, which calls it for each event.
    case foreignLoop = "foreign-loop"
    /// It makes both edits at once, and waits for a line that does not come.
    case burstBeforeReadLine = "burst-readLine"
    /// It makes both edits at once, and sleeps.
    case burstBeforeSleep = "burst-sleep"
    /// It makes both edits at once, and waits in a function of the C library, which it announces.
    case burstBeforePause = "burst-pause"
  }

  /// The signals that end programs at a terminal or at a shutdown, and the one that no program
  /// notices.
  static let signals = [
    ("SIGHUP", SIGHUP), ("SIGINT", SIGINT), ("SIGPIPE", SIGPIPE), ("SIGTERM", SIGTERM),
    ("SIGKILL", SIGKILL),
  ]

  static var allCases: [WaitingEnd] {
    Wait.allCases.flatMap { wait in signals.map { WaitingEnd(wait: wait, signal: $0) } }
  }

  let wait: Wait
  let signal: (name: String, number: Int32)

  var rawValue: String { "\(wait.rawValue)-\(signal.name)" }

  init(wait: Wait, signal: (String, Int32)) {
    self.wait = wait
    self.signal = signal
  }

  init?(rawValue: String) {
    guard let end = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = end
  }
}

/// A program whose main thread waits between two edits and after them, until a thread ends it.
@MainActor final class WaitingProgram {
  /// The autosave delay.
  private static let delay = Duration.milliseconds(500)

  private let end: WaitingEnd
  private let url: URL
  private let observer: Observer

  /// Prepares the environment; call it before the document is created.
  init(_ end: WaitingEnd, _ edit: Edit, _ url: URL) {
    self.end = end
    self.url = url
    var environment = DocumentEnvironment.standard
    environment.autosavePolicy?.idlePeriod = Self.delay
    environment.endPatience = .seconds(2)
    let observer = Observer(
      [url.deletingLastPathComponent().path, environment.autosaveDirectory.map { "\($0)" } ?? ""],
      isRegistered: edit.isRegistered)
    self.observer = observer
    let report = environment.report
    environment.report = { error in
      report(error)
      if error.code == .autosaveOverdue { observer.noteReport() }
    }
    DocumentEnvironment.standard = environment
  }

  func run(_ editor: any Editor) async throws {
    // A process inherits the signals that the thread that has started it blocks.
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    switch end.wait {
    case .serving:
      try await editor.edit("new")
      try await Task.sleep(for: Self.delay * 2)
      try await editor.edit("newer")
      endSoon()
      try await Task.sleep(for: .seconds(60))
    case .readLine, .foreignLoop:
      let input = try observer.makeInput(after: Self.delay * 2)
      endSoon()
      while let line = end.wait == .readLine ? readLine() : Self.waitForEvent(input) {
        try await editor.edit(line)
        observer.noteEdit()
      }
    case .burstBeforeReadLine, .burstBeforeSleep, .burstBeforePause:
      let input = try observer.makeSilentInput()
      try await editor.edit("new")
      try await editor.edit("newer")
      observer.noteEdit(count: 2)
      endSoon()
      switch end.wait {
      case .burstBeforeReadLine: _ = readLine()
      case .burstBeforeSleep: sleep(60)
      default:
        DocumentController.saveBeforeWaiting()
        pause()
      }
      withExtendedLifetime(input) {}
    case .sleep, .computing:
      let wait = end.wait == .sleep ? { sleep(1) } : { Self.compute(for: .seconds(1)) }
      try await editor.edit("new")
      _ = wait()
      try await editor.edit("newer")
      observer.noteEdit(count: 2)
      endSoon()
      while true { _ = wait() }
    }
  }

  private func endSoon() {
    if end.wait == .serving { observer.noteEdit(count: 2) }
    let (observer, number) = (observer, end.signal.number)
    let isBurst = end.wait.rawValue.hasPrefix("burst")
    Thread.detachNewThread {
      observer.waitForFile(withLatest: isBurst)
      kill(getpid(), number)
    }
  }

  /// Waits as a loop that knows neither Dispatch nor Swift.
  private static func waitForEvent(_ descriptor: Int32) -> String? {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&wait, 1, 50) == 0 {}
    return readLine()
  }

  private static func compute(for duration: Duration) -> UInt32 {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end {}
    return 0
  }
}

/// Edits documents, and sleeps on the main thread until an overdue autosave is reported, and four
/// autosave delays longer.
@MainActor func sleepUntilReported(_ edits: Edit..., in directory: URL) async throws -> Never {
  let observer = Observer([], isRegistered: false)
  var environment = DocumentEnvironment.standard
  environment.autosavePolicy?.idlePeriod = .milliseconds(200)
  environment.endPatience = nil
  let report = environment.report
  environment.report = { error in
    report(error)
    if error.code == .autosaveOverdue { observer.noteReport() }
  }
  DocumentEnvironment.standard = environment
  for (number, edit) in edits.enumerated() {
    let url = directory.appending(path: "\(number).txt")
    try Data("old".utf8).write(to: url)
    let editor = try edit.editor(of: url)
    try await editor.open()
    try await editor.edit("new")
  }
  observer.noteEdit(count: 2)
  // Another thread waits in turns, so that the main one sleeps whenever it is looked at.
  Thread.detachNewThread {
    observer.waitForFile()
    usleep(800_000)
    _exit(0)
  }
  sleepForEver()
}

private func sleepForEver() -> Never {
  while true { Thread.sleep(forTimeInterval: 60) }
}

/// The edits that the main thread has made, and the files that have them.
private final class Observer: Sendable {
  /// The directory of the document, and the recovery location.
  private let directories: [String]
  private let isRegistered: Bool
  private let edits = Mutex(0)
  private let hasReported = Mutex(false)

  init(_ directories: [String], isRegistered: Bool) {
    self.directories = directories
    self.isRegistered = isRegistered
  }

  func noteEdit(count: Int = 1) { edits.withLock { $0 += count } }
  func noteReport() { hasReported.withLock { $0 = true } }

  /// Makes a pipe the standard input, and writes the two lines into it.
  func makeInput(after delay: Duration) throws -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0, dup2(ends[0], STDIN_FILENO) == STDIN_FILENO else {
      throw CocoaError(.fileReadUnknown)
    }
    let writer = FileHandle(fileDescriptor: ends[1])
    Thread.detachNewThread { [self] in
      writer.write(Data("new\n".utf8))
      waitUntil { edits.withLock { $0 } >= 1 }
      Thread.sleep(forTimeInterval: delay / .seconds(1))
      writer.write(Data("newer\n".utf8))
    }
    return STDIN_FILENO
  }

  /// Makes an empty pipe the standard input.
  func makeSilentInput() throws -> FileHandle {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0, dup2(ends[0], STDIN_FILENO) == STDIN_FILENO else {
      throw CocoaError(.fileReadUnknown)
    }
    return FileHandle(fileDescriptor: ends[1])
  }

  /// Waits until a file has an edit, or until the program has said that none will have it.
  ///
  /// - Parameter needsLatest: whether the file must have the latest edit.
  func waitForFile(withLatest needsLatest: Bool = false) {
    waitUntil { edits.withLock { $0 } >= 2 }
    if needsLatest { return waitUntil { hasFile(with: ["newer"]) } }
    waitUntil { hasFile(with: ["new", "newer"]) || !isRegistered && hasReported.withLock { $0 } }
  }

  private func waitUntil(_ condition: () -> Bool) {
    let end = ContinuousClock.now + .seconds(20)
    while !condition(), ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.01) }
  }

  private func hasFile(with texts: Set<String>) -> Bool {
    directories.contains { directory in
      let names = FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String }
      return (names ?? []).contains { name in
        // A save in progress has its item in a hidden folder next to the document's item.
        if directory == directories.first, name.hasPrefix(".") { return false }
        let text = try? String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)
        return text.map(texts.contains) ?? false
      }
    }
  }
}
