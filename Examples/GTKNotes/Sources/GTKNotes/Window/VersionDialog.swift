import Foundation
import Toolkit
import UniformDocuments

/// A dialog with the versions of a note, the newest first, each of which can be restored.
@MainActor struct VersionDialog {
  private let window: Dialog
  private let list = ListBox()

  /// - Parameters:
  ///   - title: the title of the dialog.
  ///   - parent: the window of the note.
  ///   - versions: the versions.
  ///   - restore: called with the version that the user restores.
  init(
    title: String, for parent: Window, _ versions: [DocumentVersion],
    restore: @escaping @MainActor (DocumentVersion) -> Void
  ) {
    window = Dialog(title: title, for: parent, width: 480, height: 360)
    list.place(vertically: .start)
    list.setMargin(12)
    list.describe("Versions", showsTip: false)
    for version in versions { append(version, restore) }
    let empty = Label("No earlier versions are kept yet.")
    empty.setMargin(24)
    window.setContent(ScrolledArea(versions.isEmpty ? empty : list))
  }

  func present() { window.present() }

  private func append(
    _ version: DocumentVersion, _ restore: @escaping @MainActor (DocumentVersion) -> Void
  ) {
    let date = version.date.formatted(date: .abbreviated, time: .standard)
    let words = [Note.beginning(at: version.url), version.computer].compactMap(\.self)
    let button = Button(title: "Restore") { [window] in
      window.destroy()
      restore(version)
    }
    button.describe("Restore " + date, showsTip: false)
    button.place(vertically: .center)
    list.append(
      Row(
        title: version.isConflict ? date + " – in conflict" : date,
        subtitle: words.joined(separator: " – "), button))
  }
}

extension NoteWindow {
  func browseVersions() async {
    let versions = await session.versions()
    VersionDialog(title: "Versions of " + session.presentation.title, for: window, versions) {
      [self] version in Task { await session.restore(version) }
    }.present()
  }
}
