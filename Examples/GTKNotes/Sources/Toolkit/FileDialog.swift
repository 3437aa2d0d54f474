internal import CGtk

/// The file chooser of the desktop, for one choice.
@MainActor package final class FileDialog {
  private let dialog: OpaquePointer

  package init(title: String, for window: Window, isSaving: Bool) {
    let action = isSaving ? GTK_FILE_CHOOSER_ACTION_SAVE : GTK_FILE_CHOOSER_ACTION_OPEN
    guard let made = gtk_file_chooser_native_new(title, window.cast(), action, nil, nil) else {
      preconditionFailure("GTK has made no file chooser")
    }
    dialog = made
  }

  /// Offers a filter; GTK adds the types that conform to its MIME types.
  package func addFilter(name: String, mimeTypes: [String], filenameExtensions: [String]) {
    let filter = gtk_file_filter_new()
    gtk_file_filter_set_name(filter, name)
    for type in mimeTypes { gtk_file_filter_add_mime_type(filter, type) }
    for ending in filenameExtensions { gtk_file_filter_add_suffix(filter, ending) }
    gtk_file_chooser_add_filter(dialog, filter)
  }

  /// Offers options with a label each.
  package func addChoice(_ name: String, label: String, options: [(name: String, label: String)]) {
    withCStrings(options.map(\.label)) { labels in
      withCStrings(options.map(\.name)) { names in
        gtk_file_chooser_add_choice(dialog, name, label, names, labels)
      }
    }
  }

  /// Proposes a directory and a name.
  package func propose(directory: String, name: String) {
    let folder = g_file_new_for_path(directory)
    gtk_file_chooser_set_current_folder(dialog, folder, nil)
    g_object_unref(UnsafeMutableRawPointer(folder))
    gtk_file_chooser_set_current_name(dialog, name)
  }

  /// Shows the dialog, and calls a closure once: with the chosen path, or with nil.
  package func ask(_ answered: @escaping @MainActor (String?) -> Void) {
    connectResponse(UnsafeMutableRawPointer(dialog)) { [self] response in
      answered(response == GTK_RESPONSE_ACCEPT.rawValue ? path : nil)
      // The dialog holds this closure, and through it this object.
      g_object_unref(UnsafeMutableRawPointer(dialog))
    }
    gtk_native_dialog_show(UnsafeMutablePointer<GtkNativeDialog>(dialog))
  }

  /// Returns the chosen option, during the answer.
  package func choice(_ name: String) -> String? {
    gtk_file_chooser_get_choice(dialog, name).map { String(cString: $0) }
  }

  private var path: String? {
    guard let file = gtk_file_chooser_get_file(dialog) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    guard let path = g_file_get_path(file) else { return nil }
    defer { g_free(path) }
    return String(cString: path)
  }
}

/// Calls a closure with strings as a C array.
private func withCStrings(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Void
) {
  let copies = strings.map { g_strdup($0) }
  var list = copies.map { UnsafePointer<CChar>($0) } + [nil]
  list.withUnsafeMutableBufferPointer { list in
    if let start = list.baseAddress { body(start) }
  }
  for copy in copies { g_free(copy) }
}
