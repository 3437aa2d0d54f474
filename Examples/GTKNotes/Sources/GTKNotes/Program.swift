import Foundation
import Toolkit
import UniformDocuments

/// The application with its windows and its start.
@MainActor final class Program {
  let notes: Notes
  // Documents of two processes would not be notified of each other's edits.
  let application = Application("org.example.GTKNotes", isUnique: true)
  private var windows: [NoteWindow] = []
  private let paths: [String]

  init(notes: Notes) {
    self.notes = notes
    paths = Array(CommandLine.arguments.dropFirst())
    application.onStart { [unowned self] in
      // The program ends if it has no window at the end of this turn.
      makeWindow().present()
      Task { await begin() }
    }
  }

  /// Runs until the last window is closed.
  func run() -> Int32 { application.run() }

  /// Opens notes that an earlier run could not save, and the requested notes.
  private func begin() async {
    var urls = paths.map { URL(filePath: $0).standardizedFileURL }
    for autosaved in (try? notes.controller.autosavedDocuments()) ?? [] {
      await emptyWindow().attach(recovering: autosaved)
      urls.removeAll { $0.path == autosaved.documentURL.path }
    }
    for url in urls { await emptyWindow().open(url) }
  }

  /// Returns a window without a note.
  func emptyWindow() -> NoteWindow {
    if let window = windows.first(where: { $0.session.document == nil && !$0.isTaken }) {
      window.isTaken = true
      return window
    }
    let window = makeWindow()
    window.isTaken = true
    window.present()
    return window
  }

  func makeWindow() -> NoteWindow {
    let window = NoteWindow(self)
    windows.append(window)
    return window
  }

  func forget(_ window: NoteWindow) { windows.removeAll { $0 === window } }
}
