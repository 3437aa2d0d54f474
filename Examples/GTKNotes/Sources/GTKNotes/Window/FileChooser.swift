import CGtk
import Documents
import Foundation
import UniformTypeIdentifiers

/// The file chooser of the desktop, for one choice.
@MainActor final class FileChooser {
  private let dialog: OpaquePointer
  private var types: [UTType] = []

  init(title: String, for window: Widget, action: GtkFileChooserAction) {
    guard
      let dialog = gtk_file_chooser_native_new(title, window.cast(), action, nil, nil)
    else { preconditionFailure("GTK has made no file chooser") }
    self.dialog = dialog
  }

  // Swift imports the class as a pointer, not as a structure.
  private var chooser: OpaquePointer { dialog }

  /// Offers filters for documents.
  func offer(_ filters: [DocumentFilter]) -> FileChooser {
    for filter in filters {
      let offered = gtk_file_filter_new()
      gtk_file_filter_set_name(offered, filter.name)
      // GTK adds the types that conform to these.
      for type in filter.ownMIMETypes { gtk_file_filter_add_mime_type(offered, type) }
      // The system's database may not have the types of the program.
      for ending in filter.commonFilenameExtensions { gtk_file_filter_add_suffix(offered, ending) }
      gtk_file_chooser_add_filter(chooser, offered)
    }
    return self
  }

  /// Offers types to save as, the present type of the note first.
  func offer(types all: [UTType], now: String?) -> FileChooser {
    types = all.filter { $0.identifier == now } + all.filter { $0.identifier != now }
    let names = types.map { $0.localizedDescription ?? $0.identifier }
    names.withCStrings { labels in
      types.map(\.identifier).withCStrings { identifiers in
        gtk_file_chooser_add_choice(chooser, "type", "Type", identifiers, labels)
      }
    }
    return self
  }

  /// Proposes a directory and a name.
  func propose(_ url: URL?) -> FileChooser {
    guard let url else { return self }
    let folder = g_file_new_for_path(url.deletingLastPathComponent().path)
    gtk_file_chooser_set_current_folder(chooser, folder, nil)
    g_object_unref(UnsafeMutableRawPointer(folder))
    gtk_file_chooser_set_current_name(chooser, url.lastPathComponent)
    return self
  }

  /// Shows the chooser, and calls a closure with the choice.
  func ask(_ found: @escaping @MainActor (URL, UTType?) -> Void) {
    connectResponse(UnsafeMutableRawPointer(dialog)) { [self] response in
      if response == GTK_RESPONSE_ACCEPT.rawValue, let url = chosenURL {
        found(url, chosenType(for: url))
      }
      // The dialog holds this closure, and through it the chooser.
      g_object_unref(UnsafeMutableRawPointer(dialog))
    }
    gtk_native_dialog_show(
      UnsafeMutableRawPointer(dialog).assumingMemoryBound(to: GtkNativeDialog.self))
  }

  private var chosenURL: URL? {
    guard let file = gtk_file_chooser_get_file(chooser), let path = g_file_get_path(file) else {
      return nil
    }
    defer {
      g_free(path)
      g_object_unref(UnsafeMutableRawPointer(file))
    }
    return URL(filePath: String(cString: path))
  }

  /// Returns the chosen type, unless the typed name has an extension of another one.
  private func chosenType(for url: URL) -> UTType? {
    if let named = types.first(where: { type in
      type.tags[.filenameExtension]?.contains(url.pathExtension.lowercased()) == true
    }) {
      return named
    }
    guard !types.isEmpty, let choice = gtk_file_chooser_get_choice(chooser, "type") else {
      return nil
    }
    let identifier = String(cString: choice)
    return types.first { $0.identifier == identifier }
  }
}

extension [String] {
  /// Calls a closure with the strings as a C array.
  fileprivate func withCStrings(_ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Void) {
    let copies = map { strdup($0) }
    var list = copies.map { UnsafePointer<CChar>($0) } + [nil]
    list.withUnsafeMutableBufferPointer { list in
      if let start = list.baseAddress { body(start) }
    }
    for copy in copies { free(copy) }
  }
}
