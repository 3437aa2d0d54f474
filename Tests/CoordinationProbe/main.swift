import Foundation
// Reads, writes and presents in a separate process, for tests of what processes do together.
//
// present PATH [saving|refusing|quiet]: prints "ready", then its requests and notifications, until
// its
// input ends. read PATH [withoutChanges|presenting|stoppedProcessPatience], write PATH [forDeleting|forMoving|...], hold PATH read|write: one access;
// hold says "holding" and keeps the item for a line of input, and goes on until the end of that. move OLD NEW [waiting], delete PATH:
// with all that belongs to it. twice PATH: presents, reads and writes.
// nest PATH...: writes each item inside the access to the one before, each after a line of input. upgrade PATH: writes inside a
// read. cross ONE OTHER THIRD: two threads, of which each writes an item and the next one inside.
// cat PATH, readers PATH COUNT, echo PATH TEXT: the contents. pair ONE OTHER COUNT: writes both at once. cancel PATH: calls its own
// waiting off. compete PATH COUNT SEED: presents, reads, writes and saves for readers; says
// each number that it has counted to. cycle PATH COUNT: what is left in the process after documents.
// measure [COUNT]: how long accesses wait.
//
// PATIENCE in the environment is how many milliseconds presenters may take.
import UTIFileCoordination

let arguments = CommandLine.arguments
guard arguments.count >= 2 else {
  say("usage: CoordinationProbe COMMAND PATH [ARGUMENT...]")
  exit(64)
}
let item = URL(filePath: arguments.count > 2 ? arguments[2] : "/nowhere")
let argument = arguments.count > 3 ? arguments[3] : ""
let patience = Duration.milliseconds(
  ProcessInfo.processInfo.environment["PATIENCE"].flatMap { Int($0) } ?? 30_000)

FileCoordinationConfiguration.standard.report = { say("report \($0.code.rawValue): \($0.message)") }

@Sendable func coordinator(_ presenter: ProbePresenter? = nil) -> NSFileCoordinator {
  let coordinator = NSFileCoordinator(filePresenter: presenter)
  coordinator.presenterPatience = patience
  if let purpose = ProcessInfo.processInfo.environment["PURPOSE"] {
    coordinator.purposeIdentifier = purpose
  }
  return coordinator
}

func waitForEndOfInput() { while readLine() != nil {} }

func finish(_ error: NSError?) -> Never {
  if let error { say("failed \(error.localizedDescription)") }
  exit(error == nil ? 0 : 1)
}

/// Lets another thread call a coordinator off, which any thread may.
struct Unsafe<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

let options: [String: NSFileCoordinator.WritingOptions] = [
  "forDeleting": .forDeleting, "forMoving": .forMoving, "forMerging": .forMerging,
  "forReplacing": .forReplacing,
]
var error: NSError?
if argument == "stoppedProcessPatience" {
  FileCoordinationConfiguration.standard.stoppedProcessPatience = .milliseconds(100)
}

switch arguments[1] {
case "present":
  let presenter = ProbePresenter(
    item, isSaving: argument == "saving", isRefusing: argument == "refusing",
    isReporting: argument != "quiet")
  say("ready")
  waitForEndOfInput()
  presenter.presentedItemOperationQueue.waitUntilAllOperationsAreFinished()
  presenter.resign()
case "read":
  let presenter =
    argument == "presenting"
    ? ProbePresenter(URL(filePath: "/nowhere/item"), isReporting: false) : nil
  defer { presenter?.resign() }
  coordinator().coordinate(
    readingItemAt: item, options: argument == "withoutChanges" ? .withoutChanges : [], error: &error
  ) { say("read \($0.lastPathComponent)") }
  finish(error)
case "cat":
  coordinator().coordinate(readingItemAt: item, error: &error) { url in
    say((try? String(contentsOf: url, encoding: .utf8)) ?? "nothing")
  }
  finish(error)
case "readers":
  // As many readers on separate threads as the argument names.
  let group = DispatchGroup()
  for _ in 0..<(Int(argument) ?? 1) {
    group.enter()
    Thread.detachNewThread {
      var error: NSError?
      coordinator().coordinate(readingItemAt: item, error: &error) { url in
        say((try? String(contentsOf: url, encoding: .utf8)) ?? "nothing")
      }
      if let error { say("failed \(error.localizedDescription)") }
      group.leave()
    }
  }
  group.wait()
case "echo":
  coordinator().coordinate(writingItemAt: item, error: &error) { url in
    try? Data(argument.utf8).write(to: url)
  }
  finish(error)
case "write":
  coordinator().coordinate(writingItemAt: item, options: options[argument] ?? [], error: &error) {
    say("wrote \($0.lastPathComponent)")
  }
  finish(error)
case "hold":
  let hold: (URL) -> Void = { _ in
    say("holding")
    _ = readLine()
  }
  if argument == "read" {
    coordinator().coordinate(readingItemAt: item, error: &error, byAccessor: hold)
  } else {
    coordinator().coordinate(
      writingItemAt: item, options: options[argument] ?? [], error: &error, byAccessor: hold)
  }
  say("done")
  waitForEndOfInput()
  finish(error)
case "nest":
  // Writes each item inside the accessor of the one before it.
  let own = coordinator()
  func nest(_ paths: ArraySlice<String>) {
    guard let path = paths.first else { return say("done") }
    var error: NSError?
    own.coordinate(writingItemAt: URL(filePath: path), error: &error) { _ in
      say("holding \(URL(filePath: path).lastPathComponent)")
      _ = readLine()
      nest(paths.dropFirst())
    }
    if let error { say("failed \(error.localizedDescription)") }
  }
  nest(arguments[2...])
  waitForEndOfInput()
case "upgrade":
  let own = coordinator()
  own.coordinate(readingItemAt: item) { _ in
    say("holding")
    _ = readLine()
    own.coordinate(writingItemAt: item, error: &error) { _ in say("done") }
    if let error { say("failed \(error.localizedDescription)") }
  }
  waitForEndOfInput()
case "cross":
  // One thread writes the first item and then the second, another the second and then the third.
  let paths = arguments[2...].map { URL(filePath: $0) }
  let areActive = (0...1).map { _ in DispatchSemaphore(value: 0) }
  let hasLine = DispatchSemaphore(value: 0)
  let group = DispatchGroup()
  for index in 0...1 {
    group.enter()
    Thread.detachNewThread {
      coordinator().coordinate(writingItemAt: paths[index]) { _ in
        areActive[index].signal()
        areActive[1 - index].wait()
        if index == 0 {
          say("holding")
          _ = readLine()
          hasLine.signal()
        } else {
          hasLine.wait()
        }
        var error: NSError?
        coordinator().coordinate(writingItemAt: paths[index + 1], error: &error) { _ in
          say("done \(index)")
        }
        if let error { say("failed \(error.localizedDescription)") }
      }
      group.leave()
    }
  }
  group.wait()
case "move":
  let own = coordinator()
  own.coordinate(
    writingItemAt: item, options: .forMoving, writingItemAt: URL(filePath: argument),
    error: &error
  ) { old, new in
    if arguments.count > 4 {
      say("holding")
      waitForEndOfInput()
    }
    own.item(at: old, willMoveTo: new)
    do {
      try FileManager.default.moveItem(at: old, to: new)
      own.item(at: old, didMoveTo: new)
    } catch {
      say("error \(error)")
    }
  }
  finish(error)
case "twice":
  let presenter = ProbePresenter(item, isReporting: false)
  coordinator().coordinate(readingItemAt: item) { _ in say("read") }
  coordinator().coordinate(writingItemAt: item) { _ in say("wrote") }
  presenter.resign()
case "pair":
  for _ in 0..<(Int(arguments[4]) ?? 1) {
    coordinator().coordinate(
      writingItemAt: item, writingItemAt: URL(filePath: argument), error: &error
    ) { _, _ in }
  }
  finish(error)
case "cancel":
  let own = coordinator()
  let handle = Unsafe(own)
  Thread.detachNewThread {
    usleep(50_000)
    handle.value.cancel()
  }
  own.coordinate(writingItemAt: item, error: &error) { _ in say("wrote") }
  // A process that goes on, unlike one that ends, has to give its turn back.
  say(error.map { "failed \($0.localizedDescription)" } ?? "not called off")
  waitForEndOfInput()
  exit(error == nil ? 0 : 1)
case "delete":
  coordinator().coordinate(writingItemAt: item, options: .forDeleting, error: &error) { url in
    try? FileManager.default.removeItem(at: url)
  }
  finish(error)
case "compete":
  Competitor(
    item, count: Int(argument) ?? 1, seed: arguments.count > 4 ? UInt64(arguments[4]) ?? 1 : 1
  ).run()
case "cycle":
  Cycles(item: item).run(Int(argument) ?? 10_000)
case "measure":
  let directory = FileManager.default.temporaryDirectory.appending(path: "measure-\(getpid())")
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: directory) }
  let place = directory.appending(path: "item")
  try Data("0".utf8).write(to: place)
  let count = arguments.count > 2 ? Int(arguments[2]) ?? 2_000 : 2_000
  for presenters in [0, 1, 3] {
    try Measurement(item: place, count: count).run(presenters: presenters)
  }
default:
  say("unknown command \(arguments[1])")
  exit(64)
}
