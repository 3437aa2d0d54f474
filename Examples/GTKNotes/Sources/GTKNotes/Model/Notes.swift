import Foundation
import Toolkit
import UniformDocuments
import UniformTypeIdentifiers

/// The state of the program besides its windows.
@MainActor struct Notes {
  let controller: DocumentController
  let browser: DocumentBrowser

  /// - Throws: an error if the declarations of the program cannot be read.
  init() throws {
    let declarations = Bundle.module.bundleURL.appending(path: "GTKNotes.plist")
    TypeRegistry.current = try TypeRegistry.current.adding(file: declarations.path)
    controller = DocumentController.shared
    controller.register(Note.self)
    controller.preservesVersions = true
    // The end of a session sends the first, Control-C the second, a shutdown the third.
    controller.saveDocuments(beforeEndingBy: [SIGHUP, SIGINT, SIGTERM])
    browser = DocumentBrowser(controller: controller)
    // Otherwise a note that is saved as several types would have one name.
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

  /// The directory of new notes.
  var directory: URL {
    let documents = UserDirectories.documents.flatMap {
      FileManager.default.fileExists(atPath: $0) ? $0 : nil
    }
    return URL(filePath: documents ?? UserDirectories.home, directoryHint: .isDirectory)
  }

  /// The types of saved notes.
  var types: [UTType] { controller.writableTypes(of: Note.self) }

  private static func type(_ identifier: String) -> UTType? {
    TypeRegistry.current.type(identifier)
  }
}
