import Foundation
import UniformDocuments
import UniformTypeIdentifiers

/// `notes FILE`: opens or creates a note, and edits it line by line.
@main @MainActor struct Notes {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard let path = arguments.first, arguments.count == 1, !path.hasPrefix("-") else {
      fail("usage: notes FILE.txt|FILE.md|FILE.notebook", status: 64)
    }
    do {
      let note = try await openNote(at: URL(filePath: path).standardizedFileURL)
      await edit(note)
    } catch {
      fail("\(error)", status: 1)
    }
  }

  private static func openNote(at url: URL) async throws -> TextNote {
    guard let declarations = Bundle.module.path(forResource: "Notes", ofType: "plist") else {
      fail("Notes.plist is missing beside the program; build it again", status: 69)
    }
    TypeRegistry.current = try TypeRegistry.current.adding(file: declarations)
    let controller = DocumentController.shared
    // A terminal that is closed sends the first, Control-C the second, a shutdown the third.
    controller.saveDocuments(beforeEndingBy: [SIGHUP, SIGINT, SIGTERM])
    // Without a reader, writing fails instead of ending the program.
    signal(SIGPIPE, SIG_IGN)
    let document = try await openDocument(at: url, with: controller)
    guard let note = document as? TextNote else {
      fail("\(url.path): \(type(of: document)) is no note", status: 1)
    }
    say("\(note.localizedName): \(note.fileType ?? "") as \(type(of: note))")
    return note
  }

  /// Opens a note, with the changes that could not be saved last time, or creates it.
  private static func openDocument(
    at url: URL, with controller: DocumentController
  ) async throws -> Document {
    let autosaved = try controller.autosavedDocuments()
    if let changes = autosaved.first(where: { $0.documentURL.path == url.path }) {
      let document = try await controller.reopenDocument(changes)
      say("the changes of \(changes.modificationDate) were not saved; here they are")
      return document
    }
    return FileManager.default.fileExists(atPath: url.path)
      ? try await controller.openDocument(at: url).document
      : try await controller.newDocument(at: url)
  }

  private static func edit(_ note: TextNote) async {
    let session = Session(note)
    prompt()
    for await line in InputLines() {
      guard await session.perform(line) else { return }
      prompt()
    }
    // The end of input closes the note like the command, so that no input is lost.
    if let url = await session.end() {
      fail("\(note.localizedName) is not saved; its contents are in \(url.path)", status: 1)
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    try? FileHandle.standardError.write(contentsOf: Data("notes: \(message)\n".utf8))
    exit(status)
  }
}
