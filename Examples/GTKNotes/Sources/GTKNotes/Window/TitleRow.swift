import CGtk
import Documents

/// The name of a note, which can be edited in place, and its location.
@MainActor final class TitleRow {
  let widget = makeBox(GTK_ORIENTATION_VERTICAL)
  /// Called with the name that the user has typed.
  var renamed: ((String) -> Void)?
  private let name = made(gtk_editable_label_new(""))
  private let place = made(gtk_label_new(""))
  private var shownName = ""

  init() {
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    gtk_editable_set_alignment(name.cast(), 0.5)
    gtk_editable_set_max_width_chars(name.cast(), 30)
    gtk_widget_add_css_class(name, "title")
    gtk_widget_add_css_class(place, "subtitle")
    gtk_label_set_ellipsize(place.cast(), PANGO_ELLIPSIZE_START)
    name.describe("Name of the note", showsTip: false)
    widget.append(name)
    widget.append(place)
    connectIgnoringArgument(name, "notify::editing") { [unowned self] in endEditing() }
  }

  func show(_ shown: DocumentPresentation, emptyTitle: String) {
    shownName = shown.title
    if gtk_editable_label_get_editing(name.cast()) == 0 {
      gtk_editable_set_text(name.cast(), shown.title.isEmpty ? emptyTitle : shown.title)
    }
    name.setSensitive(shown.isOpen)
    var parts = [shown.place]
    if shown.isDraft {
      parts.append("not saved yet")
    } else if shown.isEdited {
      parts.append("edited")
    }
    if shown.isBusy { parts.append(shown.progress.map { "\(Int($0 * 100)) %" } ?? "…") }
    gtk_label_set_text(place.cast(), parts.filter { !$0.isEmpty }.joined(separator: " – "))
  }

  func beginEditing() { gtk_editable_label_start_editing(name.cast()) }

  private func endEditing() {
    guard gtk_editable_label_get_editing(name.cast()) == 0, !shownName.isEmpty else { return }
    let typed = String(cString: gtk_editable_get_text(name.cast()))
    if typed != shownName { renamed?(typed) }
    gtk_editable_set_text(name.cast(), shownName)
  }
}

extension NoteWindow {
  func beginRenaming() { title.beginEditing() }
}
