import Foundation
import Toolkit
import UniformDocuments
import UniformTypeIdentifiers

extension NoteWindow {
  func chooseNote() {
    FileChooser(title: "Open", for: window)
      .offer(program.notes.browser.filters)
      .ask { [self] url, _ in
        program.notes.browser.pick([url])
        Task { await open(url) }
      }
  }

  func saveElsewhere() {
    askForPlace(titled: "Save As") { [self] url, type in
      // The chooser has confirmed the replacement.
      Task { await session.saveAs(to: url, type: type, replacing: true) }
    }
  }

  func export() {
    askForPlace(titled: "Export a Copy") { [self] url, type in
      Task { await session.export(to: url, type: type, replacing: true) }
    }
  }

  private func askForPlace(
    titled title: String, _ found: @escaping @MainActor (URL, UTType?) -> Void
  ) {
    FileChooser(title: title, for: window, isSaving: true)
      .propose(session.presentation.url)
      .offer(types: program.notes.types, now: session.presentation.type)
      .ask(found)
  }

  func chooseAttachment() {
    FileChooser(title: "Attach", for: window)
      .ask { [self] url, _ in Task { await attach(url) } }
  }

  /// Attaches a file; a text note continues as a package next to the text, which stays.
  func attach(_ url: URL) async {
    guard let note, let data = try? Data(contentsOf: url) else { return }
    if !note.isPackage {
      let type = TypeRegistry.current.type(Note.packageType)
      let place = note.fileURL.deletingPathExtension().appendingPathExtension("gtknotes")
      guard await session.saveAs(to: place, type: type) else { return }
    }
    note.attach(data, as: url.lastPathComponent)
  }

  /// Opens dropped notes, and attaches other dropped files.
  func acceptFiles() {
    // The text, which would insert the names of files, gets them later.
    window.acceptFiles { [unowned self] paths in
      Task {
        for path in paths {
          let url = URL(filePath: path)
          if program.notes.browser.allows(url) { await open(url) } else { await attach(url) }
        }
      }
    }
  }
}
