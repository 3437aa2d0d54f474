import StorageTestSupport
import SystemPackage
import TestSupport
import Testing
import UTIDocumentStorage

@Suite struct CaseRenames {
  @Test func `N5: A name that differs in case only is free if the directory folds case`() throws {
    let directory = try ScratchDirectory(["a.txt": "a"])
    let writer = SafeWriter(store: InterposedFileStore(FoldingObserver()))
    let moved = try writer.move(
      directory.path.appending("a.txt"), to: directory.path.appending("A.txt"))
    #expect(moved.lastComponent == "A.txt")
    #expect(try directory.contents() == ["A.txt": "a"])
  }

  @Test func `N5: The second name of a file is taken, although it leads to the same file`() throws {
    let directory = try ScratchDirectory(["a.txt": "a"])
    let old = directory.path.appending("a.txt")
    let new = directory.path.appending("A.txt")
    try SystemFileStore().link(FileLocation(old), to: FileLocation(new))
    let error = #expect(throws: SafeWritingError.self) { try SafeWriter().move(old, to: new) }
    #expect(error?.code == .alreadyExists)
    #expect(try directory.contents() == ["a.txt": "a", "A.txt": "a"])
  }
}
