import Foundation
import SystemPackage
import TestSupport
import UniformTypes

@testable import UniformDocumentCore
@testable import UniformDocuments

/// A controller with one class of documents, a session of it, and the reports of the session.
@MainActor final class SessionFixture {
  let scratch: ScratchDirectory
  let controller: DocumentController
  let session: DocumentSession
  /// The reports, in order: presentations by their main content, and the other callbacks.
  var steps: [String] = []

  init(_ files: [String: String] = ["a.txt": "old"]) throws {
    scratch = try ScratchDirectory(files)
    controller = QuietController(
      registry: TypeRegistry.current, recentDocumentList: .keepingNothing)
    controller.register(SessionNote.self, for: [.plainText])
    session = DocumentSession(controller: controller)
    session.documentDidOpen = { [weak self] in self?.steps.append("opened \($0.localizedName)") }
    session.documentDidDetach = { [weak self] in
      self?.steps.append("detached \($0.localizedName)")
    }
    session.presentationDidChange = { [weak self] shown in
      self?.steps.append(
        "\(shown.title.isEmpty ? "nothing" : shown.title)"
          + "\(shown.isOpen ? " open" : "")\(shown.isBusy ? " busy" : "")")
    }
  }

  func url(_ name: String) -> URL { scratch.url(name) }

  var note: SessionNote? { session.document as? SessionNote }

  /// Another window.
  func makeSession() -> DocumentSession { DocumentSession(controller: controller) }

  /// Waits until a session shows something.
  func shown(
    by other: DocumentSession? = nil, _ isMeant: (DocumentPresentation) -> Bool
  ) async -> DocumentPresentation? {
    for await presentation in (other ?? session).presentations where isMeant(presentation) {
      return presentation
    }
    return nil
  }
}

extension DocumentController {
  /// A controller of notes, which keeps its recent documents in the folder `state` of a directory.
  static func forNotes(in scratch: ScratchDirectory) -> DocumentController {
    let controller = DocumentController(
      registry: TypeRegistry.current,
      recentDocumentList: RecentDocumentList(
        path: scratch.path.appending("state").appending("recently-used.xbel"),
        application: RecentDocumentList.Application(name: "notes")))
    controller.register(SessionNote.self, for: [.plainText])
    return controller
  }
}

private final class QuietController: DocumentController {
  override func noteNewRecentDocument(_ document: Document) {}
}

/// A text that is changed so that it can be undone.
final class SessionNote: Document {
  var text = ""

  override class func makeDocument(at url: URL) -> Document {
    let note = SessionNote(fileURL: url)
    note.environment = .quiet
    let directory = FilePath(url.deletingLastPathComponent().path)
    note.environment.autosaveDirectory = directory.appending("autosaved")
    note.environment.versionsDirectory = directory.appending("versions")
    return note
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    guard let data = contents as? Data, let text = String(validating: data, as: UTF8.self) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    self.text = text
  }

  override func contents(forType typeName: String) throws -> Any { Data(text.utf8) }

  @MainActor func type(_ newText: String, named name: String = "Typing") {
    let old = text
    undoManager.registerUndo(withTarget: self) { $0.type(old, named: name) }
    undoManager.setActionName(name)
    text = newText
  }
}
