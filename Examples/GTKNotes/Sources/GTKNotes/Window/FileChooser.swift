import Foundation
import Toolkit
import UniformDocuments
import UniformTypeIdentifiers

/// The file chooser of the desktop, for one choice.
@MainActor final class FileChooser {
  private let dialog: FileDialog
  private var types: [UTType] = []

  init(title: String, for window: Window, isSaving: Bool = false) {
    dialog = FileDialog(title: title, for: window, isSaving: isSaving)
  }

  /// Offers filters for documents.
  func offer(_ filters: [DocumentFilter]) -> FileChooser {
    for filter in filters {
      // The system's database may not have the types of the program, so that extensions are needed too.
      dialog.addFilter(
        name: filter.name, mimeTypes: filter.ownMIMETypes,
        filenameExtensions: filter.commonFilenameExtensions)
    }
    return self
  }

  /// Offers types to save as, the present type of the note first.
  func offer(types all: [UTType], now: String?) -> FileChooser {
    types = all.filter { $0.identifier == now } + all.filter { $0.identifier != now }
    dialog.addChoice(
      "type", label: "Type",
      options: types.map { ($0.identifier, $0.localizedDescription ?? $0.identifier) })
    return self
  }

  /// Proposes a directory and a name.
  func propose(_ url: URL?) -> FileChooser {
    guard let url else { return self }
    dialog.propose(
      directory: url.deletingLastPathComponent().path, name: url.lastPathComponent)
    return self
  }

  /// Shows the chooser, and calls a closure with the choice.
  func ask(_ found: @escaping @MainActor (URL, UTType?) -> Void) {
    dialog.ask { [self] path in
      guard let path else { return }
      let url = URL(filePath: path)
      found(url, chosenType(for: url))
    }
  }

  /// Returns the chosen type, unless the typed name has an extension of another one.
  private func chosenType(for url: URL) -> UTType? {
    if let named = types.first(where: { type in
      type.tags[.filenameExtension]?.contains(url.pathExtension.lowercased()) == true
    }) {
      return named
    }
    guard !types.isEmpty, let identifier = dialog.choice("type") else { return nil }
    return types.first { $0.identifier == identifier }
  }
}
