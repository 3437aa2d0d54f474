// Edits a document in one way and ends in one way, for tests that look for the edit afterwards.
//
// EndingProbe EDIT END PATH: opens the document at PATH, whose text becomes "new"; see Edit and End.
// EndingProbe offered: prints the completeness and the path of the autosaved documents.
// EndingProbe: prints the ways to edit and to end.
import Documents
import Foundation
import UniformTypeIdentifiers

let arguments = CommandLine.arguments
if arguments.count == 2, arguments[1] == "offered" {
  for document in try DocumentController.shared.autosavedDocuments() {
    print("\(document.completeness.rawValue) \(document.contentsURL.path())")
  }
  exit(0)
}
guard arguments.count == 4, let edit = Edit(rawValue: arguments[1]),
  let end = End(rawValue: arguments[2])
else {
  for edit in Edit.allCases { print("edit \(edit.rawValue)") }
  for end in End.allCases { print("end \(end.rawValue)") }
  exit(64)
}

// A debug build loads the registry for a second, which is not a part of the test.
_ = UTType("public.plain-text")
var editor: (any Editor)? = try edit.editor(of: URL(filePath: arguments[3]))
try await editor?.open()
if end == .handledTermination, let editor {
  DocumentController.shared.addDocument(editor.document)
  DocumentController.shared.saveDocuments(beforeEndingBy: [SIGTERM])
}
try await editor?.edit()

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
case .exitInHandler:
  editor?.save { _ in exit(0) }
  try await wait()
case .uncaughtError: throw CocoaError(.featureUnsupported)
case .fatalError: fatalError("the end of the program")
case .outOfBounds: print([0][arguments.count])
case .termination, .handledTermination:
  kill(getpid(), SIGTERM)
  try await wait()
case .interrupt:
  kill(getpid(), SIGINT)
  try await wait()
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
