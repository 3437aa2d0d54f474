import Toolkit
import UniformDocuments

/// The name of a note, which can be edited in place, and its location.
@MainActor final class TitleRow {
  let widget = Box(.vertical)
  /// Called with the name that the user has typed.
  var renamed: ((String) -> Void)?
  private let name = EditableLabel()
  private let place = Label(isLine: true)
  private var shownName = ""

  init() {
    widget.place(vertically: .center)
    name.addStyle("title")
    place.addStyle("subtitle")
    name.describe("Name of the note", showsTip: false)
    widget.append(name)
    widget.append(place)
    name.onEditing { [unowned self] in endEditing() }
  }

  func show(_ shown: DocumentPresentation, emptyTitle: String) {
    shownName = shown.title
    if !name.isEditing { name.text = shown.title.isEmpty ? emptyTitle : shown.title }
    name.setSensitive(shown.isOpen)
    var parts = [shown.place]
    if shown.isDraft {
      parts.append("not saved yet")
    } else if shown.isEdited {
      parts.append("edited")
    }
    if shown.isBusy { parts.append(shown.progress.map { "\(Int($0 * 100)) %" } ?? "…") }
    place.setText(parts.filter { !$0.isEmpty }.joined(separator: " – "))
  }

  func beginEditing() { name.beginEditing() }

  private func endEditing() {
    guard !name.isEditing, !shownName.isEmpty else { return }
    let typed = name.text
    if typed != shownName { renamed?(typed) }
    name.text = shownName
  }
}

extension NoteWindow {
  func beginRenaming() { title.beginEditing() }
}
