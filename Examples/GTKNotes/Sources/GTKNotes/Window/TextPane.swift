import CGtk

/// The text of a note.
@MainActor final class TextPane {
  let widget = made(gtk_scrolled_window_new())
  /// Called with the text after the user has typed.
  var typed: ((String) -> Void)?
  private let view = made(gtk_text_view_new())
  private let buffer: UnsafeMutablePointer<GtkTextBuffer>
  private var isShowing = false

  init() {
    guard let buffer = gtk_text_view_get_buffer(view.cast()) else {
      preconditionFailure("GTK has made no text")
    }
    self.buffer = buffer
    gtk_widget_set_vexpand(widget, 1)
    gtk_text_view_set_wrap_mode(view.cast(), GTK_WRAP_WORD_CHAR)
    gtk_text_view_set_left_margin(view.cast(), 12)
    gtk_text_view_set_right_margin(view.cast(), 12)
    gtk_text_view_set_top_margin(view.cast(), 12)
    gtk_text_view_set_accepts_tab(view.cast(), 0)
    gtk_scrolled_window_set_child(widget.cast(), view)
    view.describe("Note", showsTip: false)
    // The document's undo manager has the steps.
    gtk_text_buffer_set_enable_undo(buffer, 0)
    connect(buffer, "changed") { [unowned self] in
      if !isShowing { typed?(text) }
    }
  }

  func focus() { gtk_widget_grab_focus(view) }

  func setEditable(_ isEditable: Bool) {
    gtk_text_view_set_editable(view.cast(), isEditable ? 1 : 0)
  }

  private var text: String {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    guard let characters = gtk_text_buffer_get_text(buffer, &start, &end, 1) else { return "" }
    defer { g_free(characters) }
    return String(cString: characters)
  }

  /// Shows a text; its unchanged beginning and end stay, and so does the cursor.
  func show(_ newText: String) {
    let (old, new) = (Array(text.unicodeScalars), Array(newText.unicodeScalars))
    guard old != new else { return }
    isShowing = true
    defer { isShowing = false }
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - prefix
    let suffix = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.prefix(most).count
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_iter_at_offset(buffer, &start, Int32(prefix))
    gtk_text_buffer_get_iter_at_offset(buffer, &end, Int32(old.count - suffix))
    gtk_text_buffer_delete(buffer, &start, &end)
    var inserted = String.UnicodeScalarView()
    inserted.append(contentsOf: new[prefix..<(new.count - suffix)])
    gtk_text_buffer_insert(buffer, &start, String(inserted), -1)
  }
}
