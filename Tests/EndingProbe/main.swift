import Foundation
// Edits a document in one way and ends in one way, for tests that look for the edit afterwards.
//
// EndingProbe EDIT END PATH: opens the document at PATH, whose text becomes "new"; see Edit, End and
// WaitingEnd.
// The variable APPLICATION of the environment has the identifier of the application.
// EndingProbe overdue PATH: edits two documents and sleeps until an overdue autosave is reported,
// and twice as long.
// EndingProbe observe QUEUE DIRECTORY: prints the notifications that arrive; see ReceivedNotifications.
// EndingProbe close-all PATH: closes all documents, one of which opens and edits another one.
// EndingProbe offered: prints the completeness and the path of the autosaved documents.
// EndingProbe: prints the ways to edit and to end.
import UniformDocuments
import UniformTypeIdentifiers

let arguments = CommandLine.arguments
if let identifier = ProcessInfo.processInfo.environment["APPLICATION"] {
  DocumentEnvironment.applicationIdentifier = identifier
}
if arguments.count == 2, arguments[1] == "offered" {
  for document in try DocumentController.shared.autosavedDocuments() {
    print("\(document.completeness.rawValue) \(document.contentsURL.path())")
  }
  exit(0)
}
if arguments.count == 3, arguments[1] == "overdue" {
  try await sleepUntilReported(Edit.count, Edit.undo, in: URL(filePath: arguments[2]))
}
if arguments.count == 3, arguments[1] == "close-all" {
  try await closeAll(at: URL(filePath: arguments[2]))
}
if arguments.count == 4, arguments[1] == "observe",
  let queue = ReceivedNotifications.Queue(rawValue: arguments[2])
{
  try await ReceivedNotifications.run(
    queue, in: URL(filePath: arguments[3], directoryHint: .isDirectory))
  exit(0)
}
guard arguments.count == 4, let edit = Edit(rawValue: arguments[1]),
  WaitingEnd(rawValue: arguments[2]) != nil || End(rawValue: arguments[2]) != nil
else {
  for edit in Edit.allCases { print("edit \(edit.rawValue)") }
  for end in End.allCases { print("end \(end.rawValue)") }
  for end in WaitingEnd.allCases { print("end \(end.rawValue)") }
  exit(64)
}
let url = URL(filePath: arguments[3])

// A debug build loads the registry for a second, which is not a part of the test.
_ = UTType("public.plain-text")
let waiting = WaitingEnd(rawValue: arguments[2]).map { WaitingProgram($0, edit, url) }
var editor: (any Editor)? = try edit.editor(of: url)
try await editor?.open()
if let waiting, let editor { try await waiting.run(editor) }
guard let end = End(rawValue: arguments[2]) else { exit(64) }
if end == .handledTermination, let editor {
  DocumentController.shared.addDocument(editor.document)
  DocumentController.shared.saveDocuments(beforeEndingBy: [SIGTERM])
}
if end == .slowContents { editor?.document.environment.endPatience = ContentsHook.patience }
try await editor?.edit("new")

/// Ends the process when all documents are closed.
@MainActor func closeAll(at url: URL) async throws -> Never {
  let first = Note(fileURL: url.deletingLastPathComponent().appending(path: "first.txt"))
  let second = MainNote(at: url)
  first.count("new")
  // It is never removed.
  _ = NotificationCenter.default.addObserver(
    forName: Document.stateChangedNotification, object: first, queue: .main
  ) { _ in
    MainActor.assumeIsolated {
      guard second.documentState.contains(.closed), !second.hasUnsavedChanges else { return }
      second.open { _ in MainActor.assumeIsolated { second.setText("new") } }
    }
  }
  for (document, error) in await DocumentController.closeAllDocumentsOfProcess() {
    print("\(document.fileURL.path()): \(error)")
  }
  _exit(0)
}

/// Sends the process a signal, of which the program says nothing.
func finish(by signal: Int32) async throws {
  kill(getpid(), signal)
  try await wait()
}

/// Waits for an end that another thread, a timer or a signal brings.
func wait() async throws { try await Task.sleep(for: .seconds(60)) }

switch end {
case .returning: break
case .exit: exit(0)
case .exitWhileSaving:
  editor?.save { _ in }
  exit(0)
case .quickExit: quick_exit(0)
case .immediateExit: _exit(0)
case .exitOnThread:
  Thread.detachNewThread { exit(0) }
  try await wait()
case .exitBesideBlockedMain:
  Thread.detachNewThread {
    usleep(100_000)
    exit(0)
  }
  sleep(60)
case .exitBesideHeldItem:
  await withCheckedContinuation { isHeld in
    Thread.detachNewThread {
      NSFileCoordinator().coordinate(writingItemAt: url, error: nil) { _ in
        isHeld.resume()
        while true { pause() }
      }
    }
  }
  exit(0)
case .exitInObserver:
  // It is never removed.
  _ = NotificationCenter.default.addObserver(
    forName: Document.stateChangedNotification, object: nil, queue: nil
  ) { _ in exit(0) }
  editor?.close { _ in }
  try await wait()
case .exitInHandler:
  editor?.save { _ in exit(0) }
  try await wait()
case .uncaughtError: throw CocoaError(.featureUnsupported)
case .fatalError: fatalError("the end of the program")
case .outOfBounds: print([0][arguments.count])
case .stackOverflow: print(overflowStack())
case .execution, .executionAfterClosing:
  if end == .executionAfterClosing {
    for (document, error) in await DocumentController.closeAllDocumentsOfProcess() {
      FileHandle.standardError.write(Data("\(document.fileURL.path()): \(error)\n".utf8))
    }
  }
  var words = [strdup("true"), nil]
  execvp("true", &words)
case .exitInContents:
  ContentsHook.exits.install()
  exit(0)
case .slowContents: ContentsHook.isSlow.install()
case .quit: try await finish(by: SIGQUIT)
case .processorTime: try await finish(by: SIGXCPU)
case .alarm: try await finish(by: SIGALRM)
case .user1: try await finish(by: SIGUSR1)
case .user2: try await finish(by: SIGUSR2)
case .termination, .handledTermination: try await finish(by: SIGTERM)
case .interrupt: try await finish(by: SIGINT)
case .killed:
  try await Task.sleep(for: .seconds(3))
  kill(getpid(), SIGKILL)
case .killedAtOnce: kill(getpid(), SIGKILL)
case .dropped: editor = nil
case .droppedLongBefore:
  editor = nil
  try await Task.sleep(for: .seconds(3.5))
  _exit(0)
case .unawaitedSave: editor?.save { _ in }
case .unawaitedClose: editor?.close { _ in }
case .unawaitedTask: Task { try await editor?.saveAndClose() }
}
