import Documents
import Foundation
import UniformTypeIdentifiers

/// `notes FILE`: opens a note, or makes one, and edits it line by line.
@main @MainActor struct Notes {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard let path = arguments.first, arguments.count == 1, !path.hasPrefix("-") else {
      fail("usage: notes FILE.txt|FILE.md|FILE.notebook", status: 64)
    }
    do {
      let note = try await openNote(at: URL(filePath: path))
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
    let document =
      FileManager.default.fileExists(atPath: url.path)
      ? try await controller.openDocument(at: url).document
      : try await controller.newDocument(at: url)
    guard let note = document as? TextNote else {
      fail("\(url.path): \(type(of: document)) is no note", status: 1)
    }
    say("\(note.localizedName): \(note.fileType ?? "") as \(type(of: note))")
    return note
  }

  private static func edit(_ note: TextNote) async {
    let session = Session(note)
    TerminalLines.prompt()
    for await line in TerminalLines().stream {
      guard await session.perform(line) else { return }
      TerminalLines.prompt()
    }
    // The end of input closes as the command does, so that nothing typed is lost.
    _ = await session.perform("close")
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("notes: \(message)\n".utf8))
    exit(status)
  }
}
