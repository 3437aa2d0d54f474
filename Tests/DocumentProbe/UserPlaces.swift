import Foundation
import SystemPackage
import UniformDocuments

/// Uses every directory of the user with the standard environment, and prints the results.
@MainActor struct UserPlaces {
  let directory: URL

  func run() async throws {
    DocumentEnvironment.standard.report = { error in
      print("report \(error.code.rawValue)")
    }
    let controller = DocumentController()
    for autosaved in try controller.autosavedDocuments() {
      print("offered \(autosaved.documentURL.lastPathComponent)")
    }
    let draft = BytesDocument(at: directory.appending(path: "draft.txt"))
    draft.environment.autosavePolicy = nil
    draft.isDraft = true
    try await draft.openContents()
    draft.bytes = Data("draft".utf8)
    draft.updateChangeCount(.done)
    try? await draft.autosaveContents()
    print("autosaved \(draft.autosavedContentsFileURL?.path ?? "nowhere")")

    let note = BytesDocument(at: directory.appending(path: "note.txt"))
    note.environment.autosavePolicy = nil
    note.preservesVersions = true
    try? FileManager.default.removeItem(at: note.fileURL)
    try await note.saveContents(to: note.fileURL, for: .forCreating)
    for text in ["one", "two"] {
      note.bytes = Data(text.utf8)
      note.updateChangeCount(.done)
      try await note.saveContents(to: note.fileURL, for: .forOverwriting)
    }
    print("saved \((try? String(contentsOf: note.fileURL, encoding: .utf8)) ?? "nothing")")
    let versions = NSFileVersion.otherVersionsOfItem(at: note.fileURL) ?? []
    print("versions \(versions.count)")
    controller.noteNewRecentDocumentURL(note.fileURL)
    print("recent \(controller.recentDocumentURLs.map(\.lastPathComponent).joined(separator: " "))")
  }
}
