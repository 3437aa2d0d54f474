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
    // A session that ends sends the first, Control-C the second, a shutdown the third.
    controller.saveDocuments(beforeEndingBy: [SIGHUP, SIGINT, SIGTERM])
    browser = DocumentBrowser(controller: controller)
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
    let documents = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first
    let home = FileManager.default.homeDirectoryForCurrentUser
    guard let documents, (try? documents.checkResourceIsReachable()) == true else { return home }
    return documents
  }

  /// The types that notes are saved as.
  var types: [UTType] { controller.writableTypes(of: Note.self) }

  private static func type(_ identifier: String) -> UTType? {
    TypeRegistry.current.type(identifier)
  }
}
