import CGtk
import Documents
import Foundation
import UniformTypeIdentifiers

/// What the program knows besides its windows.
@MainActor struct Notes {
  let controller: DocumentController
  let browser: DocumentBrowser

  /// - Throws: when the declarations of the program cannot be read.
  init() throws {
    let declarations = Bundle.module.bundleURL.appending(path: "GTKNotes.plist")
    TypeRegistry.current = try TypeRegistry.current.adding(file: declarations.path)
    controller = DocumentController.shared
    controller.register(Note.self)
    controller.preservesVersions = true
    // A session that ends sends the first, Control-C the second, a shutdown the third.
    controller.saveDocuments(beforeEndingBy: [SIGHUP, SIGINT, SIGTERM])
    browser = DocumentBrowser(controller: controller)
    // One note saved as several types has one name otherwise.
    browser.shouldShowFileExtensions = true
    let template = Bundle.module.bundleURL.appending(path: "Templates/Meeting.md")
    browser.launchOptions = LaunchOptions(
      title: "GTK Notes",
      creations: [
        CreateDocumentAction(
          title: "New Note", contentType: Self.type("net.daringfireball.markdown")),
        CreateDocumentAction(
          intent: Document.CreationIntent("org.example.gtknotes.meeting"),
          title: "New Meeting Note",
          contentType: Self.type("net.daringfireball.markdown"), template: template, name: "Meeting"
        ),
      ])
  }

  /// Where new notes are.
  var directory: URL {
    let documents = g_get_user_special_dir(G_USER_DIRECTORY_DOCUMENTS).map { String(cString: $0) }
    let home = URL(filePath: String(cString: g_get_home_dir()), directoryHint: .isDirectory)
    guard let documents, FileManager.default.fileExists(atPath: documents) else { return home }
    return URL(filePath: documents, directoryHint: .isDirectory)
  }

  /// The types that notes are saved as.
  var types: [UTType] { controller.writableTypes(of: Note.self) }

  private static func type(_ identifier: String) -> UTType? {
    TypeRegistry.current.type(identifier)
  }
}
