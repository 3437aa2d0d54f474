import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) final class NotesAtATerminal {
  private let directory = FileManager.default.temporaryDirectory
    .appending(path: UUID().uuidString, directoryHint: .isDirectory)

  init() throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
  }

  private func path(_ name: String) -> String { directory.appending(path: name).path }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  @Test func `A Markdown file is opened by its type, edited, undone and saved`() throws {
    try Data("# Title\nfirst\n".utf8).write(to: URL(filePath: path("a.md")))
    let terminal = try Terminal([path("a.md")])
    try terminal.expect("a.md: net.daringfireball.markdown as MarkdownNote")
    try terminal.type("add second")
    try terminal.type("remove 2")
    try terminal.type("undo")
    try terminal.type("show")
    try terminal.expect("1§ # Title")
    try terminal.expect("2  first")
    try terminal.expect("3  second")
    try terminal.type("info")
    try terminal.expect("changes: unsaved")
    try terminal.type("save")
    try terminal.expect("saved a.md")
    #expect(try text("a.md") == "# Title\nfirst\nsecond\n")
    try terminal.type("undo")
    try terminal.type("undo")
    try terminal.type("undo")
    try terminal.expect("nothing to undo")
    try terminal.type("close")
    try terminal.expect("closed a.md")
    #expect(terminal.status() == 0)
    #expect(try text("a.md") == "# Title\nfirst\n")
  }

  @Test func `A note saves itself a while after a change`() throws {
    let terminal = try Terminal([path("new.txt")])
    try terminal.expect("new.txt: public.plain-text as TextNote")
    #expect(try text("new.txt") == "")
    try terminal.type("add kept")
    // Nothing but the program's own clock decides when; asking often only finds out.
    var prefix = "un"
    while !prefix.isEmpty {
      try terminal.type("info")
      try terminal.expect("changes: ")
      prefix = try terminal.expect("saved")
    }
    #expect(try text("new.txt") == "kept\n")
    try terminal.type("close")
    try terminal.expect("closed new.txt")
    #expect(terminal.status() == 0)
  }

  @Test func `An attachment makes a text a notebook, under its own type and extension`() throws {
    try Data("hello\n".utf8).write(to: URL(filePath: path("b.txt")))
    try Data("picture".utf8).write(to: URL(filePath: path("p.png")))
    let terminal = try Terminal([path("b.txt")])
    try terminal.type("attach \(path("p.png"))")
    try terminal.type("save")
    try terminal.expect("saved b.notebook")
    try terminal.type("close")
    #expect(terminal.status() == 0)
    #expect(!FileManager.default.fileExists(atPath: path("b.txt")))
    #expect(try text("b.notebook/Text.md") == "hello\n")
    #expect(try text("b.notebook/Attachments/p.png") == "picture")

    let again = try Terminal([path("b.notebook")])
    try again.expect("b.notebook: org.example.notes.notebook as Notebook")
    try again.type("show")
    try again.expect("attached: p.png, 7 bytes")
    try again.type("close")
    #expect(again.status() == 0)
  }

  @Test func `A conversion saves under the new extension`() throws {
    try Data("# T\n".utf8).write(to: URL(filePath: path("c.txt")))
    let terminal = try Terminal([path("c.txt")])
    try terminal.type("convert png")
    try terminal.expect("notes are not saved as .png")
    try terminal.type("convert md")
    try terminal.type("save")
    try terminal.expect("saved c.md")
    try terminal.type("close")
    #expect(terminal.status() == 0)
    #expect(try text("c.md") == "# T\n")
    #expect(!FileManager.default.fileExists(atPath: path("c.txt")))
  }

  @Test func `Input that cannot be used is refused, and the end of input loses nothing`() throws {
    let terminal = try Terminal([path("d.txt")])
    try terminal.type("remove 7")
    try terminal.expect("there is no line 7")
    try terminal.type("what")
    try terminal.expect("not understood: what")
    try terminal.type("add last")
    // Control-D at the beginning of a line ends input.
    try terminal.type("\u{4}")
    try terminal.expect("closed d.txt")
    #expect(terminal.status() == 0)
    #expect(try text("d.txt") == "last\n")
    let picture = try Terminal([path("e.png")])
    try picture.expect("no document class handles public.png")
    #expect(picture.status() == 1)
  }
}
