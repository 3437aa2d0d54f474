import Foundation
import StorageTestSupport
import SystemPackage
import TestSupport
import Testing
import UniformDocuments

@Suite @MainActor struct DocumentRenaming {
  @Test("N1, N2, N4: names are checked, keep their extension, and never replace an item")
  func renaming() async throws {
    let scratch = try ScratchDirectory(["a.txt": "a", "b.txt": "b"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    for name in ["", ".", "..", "a/b", "a\0b", ".hidden", String(repeating: "x", count: 256)] {
      let error = await #expect(throws: DocumentError.self) { try await document.rename(to: name) }
      #expect(error?.code == .invalidName)
    }
    #expect(try await document.rename(to: "b").lastPathComponent == "b 2.txt")
    #expect(try await document.rename(to: "c.text").lastPathComponent == "c.text")
    #expect(try scratch.contents() == ["b.txt": "b", "c.text": "a"])
    document.edit("new")
    try await document.saveAndClose()
    #expect(scratch.text("c.text") == "new")
  }

  @Test("N1, J7: a name with another extension sets another type, also for a draft")
  func newType() async throws {
    let scratch = try ScratchDirectory(["a.txt": "a"])
    for (name, isDraft) in [("a.txt", false), ("b.txt", true)] {
      let document = TracingDocument.make(scratch.url(name))
      document.isDraft = isDraft
      try await document.openContents()
      #expect(document.fileType == "public.plain-text")
      #expect(try await document.rename(to: "c").lastPathComponent == "c.txt")
      #expect(document.fileType == "public.plain-text")
      let newName = isDraft ? "d.md" : "c.md"
      #expect(try await document.rename(to: newName).lastPathComponent == newName)
      #expect(document.fileType == "net.daringfireball.markdown")
      #expect(document.savingFileType == "net.daringfireball.markdown")
      document.edit("edited")
      try await document.saveAndClose()
      #expect(scratch.text(newName) == "edited")
    }
    #expect(try scratch.contents() == ["c.md": "edited", "d.md": "edited"])
  }

  @Test("N5: a document changes the case of its name if the directory folds case")
  func caseOnly() async throws {
    let scratch = try ScratchDirectory(["a.txt": "a"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    document.environment.store = InterposedFileStore(FoldingObserver())
    #expect(try await document.rename(to: "A").lastPathComponent == "A.txt")
    #expect(try scratch.contents() == ["A.txt": "a"])
    document.edit("new")
    try await document.saveAndClose()
    #expect(try scratch.contents() == ["A.txt": "new"])
  }

  @Test("N2: an item that cannot be moved stays at its path, and so does the document")
  func failingMove() async throws {
    let scratch = try ScratchDirectory(["a.txt": "a"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    document.environment.store = InterposedFileStore.failing { call, _ in
      call.operation == .rename ? .readOnlyFileSystem : nil
    }
    let error = await #expect(throws: DocumentError.self) { try await document.rename(to: "b") }
    #expect(error?.code == .noPermission && error?.operation == .rename)
    #expect(document.fileURL == scratch.url("a.txt"))
    #expect(try scratch.contents() == ["a.txt": "a"])
    try await document.saveAndClose()
  }

  @Test("D16, N7: exporting and duplicating do not change the document")
  func copies() async throws {
    let scratch = try ScratchDirectory(["a.txt": "a"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    document.edit("new")
    try await document.export(to: scratch.url("copy"))
    #expect(document.fileURL == scratch.url("a.txt") && document.hasUnsavedChanges)
    let duplicate = try document.duplicate()
    #expect(duplicate.text == "new" && duplicate.hasUnsavedChanges)
    #expect(duplicate.fileURL.lastPathComponent == "a copy.txt")
    #expect(try scratch.contents() == ["a.txt": "a", "copy.txt": "new"])
    try await document.close(discardingChanges: true)
  }
}
