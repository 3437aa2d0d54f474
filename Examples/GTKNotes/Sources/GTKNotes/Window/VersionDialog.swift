import CGtk
import Documents
import Foundation

/// A dialog with the versions of a note, the newest first, each of which can be restored.
@MainActor struct VersionDialog {
  private let window = made(gtk_window_new())
  private let list = made(gtk_list_box_new())

  /// - Parameters:
  ///   - title: the title of the dialog.
  ///   - parent: the window of the note.
  ///   - versions: the versions.
  ///   - restore: called with the version that the user restores.
  init(
    title: String, for parent: Widget, _ versions: [DocumentVersion],
    restore: @escaping @MainActor (DocumentVersion) -> Void
  ) {
    gtk_window_set_title(window.cast(), title)
    gtk_window_set_transient_for(window.cast(), parent.cast())
    gtk_window_set_modal(window.cast(), 1)
    gtk_window_set_destroy_with_parent(window.cast(), 1)
    gtk_window_set_default_size(window.cast(), 480, 360)
    gtk_list_box_set_selection_mode(list.cast(), GTK_SELECTION_NONE)
    gtk_widget_add_css_class(list, "boxed-list")
    gtk_widget_set_valign(list, GTK_ALIGN_START)
    list.setMargin(12)
    list.describe("Versions", showsTip: false)
    for version in versions { append(version, restore) }
    let scrolled = made(gtk_scrolled_window_new())
    let empty = makeLabel("No earlier versions are kept yet.")
    empty.setMargin(24)
    gtk_scrolled_window_set_child(scrolled.cast(), versions.isEmpty ? empty : list)
    gtk_window_set_child(window.cast(), scrolled)
    closeWithEscape()
  }

  func present() { gtk_window_present(window.cast()) }

  private func append(
    _ version: DocumentVersion, _ restore: @escaping @MainActor (DocumentVersion) -> Void
  ) {
    let row = made(adw_action_row_new())
    let date = version.date.formatted(date: .abbreviated, time: .standard)
    // The user's text is not markup.
    adw_preferences_row_set_use_markup(row.cast(), 0)
    adw_preferences_row_set_title(row.cast(), version.isConflict ? date + " – in conflict" : date)
    let words = [Note.beginning(at: version.url), version.computer].compactMap(\.self)
    adw_action_row_set_subtitle(row.cast(), words.joined(separator: " – "))
    let button = made(gtk_button_new_with_label("Restore"))
    button.describe("Restore " + date, showsTip: false)
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    connect(button, "clicked") { [window] in
      gtk_window_destroy(window.cast())
      restore(version)
    }
    adw_action_row_add_suffix(row.cast(), button)
    gtk_list_box_append(list.cast(), row)
  }

  private func closeWithEscape() {
    let keys = gtk_shortcut_controller_new()
    gtk_shortcut_controller_add_shortcut(
      keys,
      gtk_shortcut_new(
        gtk_shortcut_trigger_parse_string("Escape"), gtk_named_action_new("window.close")))
    gtk_widget_add_controller(window, keys)
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
