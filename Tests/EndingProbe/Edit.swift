import Foundation
import UniformDocuments

/// A way to have a document, and to edit it.
enum Edit: String, CaseIterable {
  /// A `Document` with an undo action.
  case undo
  /// A `Document` that calls `updateChangeCount`.
  case count
  /// A `Document` whose edit is not registered.
  case unregistered
  /// A `MainDocument` with an undo action.
  case main
  /// A `Document` of an actor.
  case actor
  /// A package with an undo action.
  case package
  /// A package whose edit is not registered.
  case unregisteredPackage = "package-unregistered"
  /// A draft.
  case draft
  /// A `Document` that is edited before it is opened.
  case unopened
  /// A `Document` whose file is read-only.
  case readOnly = "read-only"
  /// A `Document` whose file another process has changed.
  case conflict
  /// A `FileDocument`.
  case value
  /// A `ReferenceFileDocument` with `@Published`.
  case object
  /// A `ReferenceFileDocument` with `@Observable`.
  case observable
  /// A `ReferenceFileDocument` that publishes nothing.
  case unregisteredObject = "object-unregistered"
  /// A `WritableDocument` with `@Observable`.
  case model
  /// An `NSDocument` that autosaves in place.
  case nsDocument = "NSDocument"
  /// An `NSDocument` that autosaves elsewhere.
  case nsDocumentElsewhere = "NSDocument-elsewhere"
  /// An `NSDocument` whose edit is not registered.
  case unregisteredNSDocument = "NSDocument-unregistered"

  /// True if the document learns of the edit when it is made.
  var isRegistered: Bool {
    switch self {
    case .unregistered, .unregisteredPackage, .unregisteredObject, .unregisteredNSDocument: false
    default: true
    }
  }

  @MainActor func editor(of url: URL) throws -> any Editor {
    let type = "public.plain-text"
    return switch self {
    case .undo: NoteEditor(UndoNote(fileURL: url)) { ($0 as? UndoNote)?.setText($1) }
    case .count, .readOnly: NoteEditor(Note(fileURL: url)) { $0.count($1) }
    case .unregistered: NoteEditor(Note(fileURL: url)) { $0.text = $1 }
    case .conflict:
      NoteEditor(Note(fileURL: url)) { note, text in
        note.count(text)
        if text == "new" { try Data("theirs".utf8).write(to: url) }
      }
    case .unopened: NoteEditor(Note(fileURL: url), opens: false) { $0.count($1) }
    case .draft:
      NoteEditor(
        DraftNote(fileURL: url.deletingLastPathComponent().appending(path: "Untitled.txt"))
      ) { $0.count($1) }
    case .package: NoteEditor(PackageNote(fileURL: url)) { $0.count($1) }
    case .unregisteredPackage: NoteEditor(PackageNote(fileURL: url)) { $0.text = $1 }
    case .main: MainEditor(MainNote(at: url))
    case .actor: DeskEditor(url)
    case .value: ValueEditor(url)
    case .object: ObjectEditor<PublishedText>(url)
    case .observable: ObjectEditor<ObservedText>(url)
    case .unregisteredObject: ObjectEditor<SilentText>(url)
    case .model: ModelEditor(url)
    case .nsDocument: try NSEditor(NSNote(contentsOf: url, ofType: type), url) { $0.count($1) }
    case .nsDocumentElsewhere:
      try NSEditor(ElsewhereNSNote(contentsOf: url, ofType: type), url) { $0.count($1) }
    case .unregisteredNSDocument:
      try NSEditor(NSNote(contentsOf: url, ofType: type), url) { $0.text = $1 }
    }
  }
}

/// The edit of a program to a document.
@MainActor protocol Editor: AnyObject {
  var document: Document { get }
  func open() async throws
  func edit(_ text: String) async throws
  func save(_ handler: @escaping @Sendable (Bool) -> Void)
  func close(_ handler: @escaping @Sendable (Bool) -> Void)
  func saveAndClose() async throws
}

extension Editor {
  func open() async throws { try await document.openContents() }

  func save(_ handler: @escaping @Sendable (Bool) -> Void) {
    document.save(to: document.fileURL, for: .forOverwriting, completionHandler: handler)
  }

  func close(_ handler: @escaping @Sendable (Bool) -> Void) {
    document.close(completionHandler: handler)
  }

  func saveAndClose() async throws { try await document.saveAndClose() }
}
