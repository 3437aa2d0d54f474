import Documents
import SystemPackage
import Testing

/// Answers as a file system does that folds case: the new name leads to the item, and a listing
/// shows the old one alone.
final class FoldingObserver: StoreObserver {
  private var folded: FileLocation?

  func willPerform(_ call: StoreCall) throws(FileStoreError) -> Int? {
    switch call {
    case .rename(let old, let new, .exclusively):
      try SystemFileStore().link(old, to: new)
      folded = new
      throw FileStoreError(.rename, path: new.path, errno: .fileExists)
    case .other(.list):
      if let folded { try SystemFileStore().removeFile(at: folded) }
      folded = nil
    default: break
    }
    return nil
  }
}

@Suite struct CaseRenames {
  @Test func `N5: A name that differs in case alone is free where case is folded`() throws {
    let directory = try ScratchDirectory(["a.txt": "a"])
    let writer = SafeWriter(store: InterposedFileStore(FoldingObserver()))
    let moved = try writer.move(
      directory.path.appending("a.txt"), to: directory.path.appending("A.txt"))
    #expect(moved.lastComponent == "A.txt")
    #expect(try directory.contents() == ["A.txt": "a"])
  }

  @Test func `N5: The second name of a file is taken, though it leads to the same file`() throws {
    let directory = try ScratchDirectory(["a.txt": "a"])
    let old = directory.path.appending("a.txt")
    let new = directory.path.appending("A.txt")
    try SystemFileStore().link(FileLocation(old), to: FileLocation(new))
    let error = #expect(throws: SafeWritingError.self) { try SafeWriter().move(old, to: new) }
    #expect(error?.code == .alreadyExists)
    #expect(try directory.contents() == ["a.txt": "a", "A.txt": "a"])
  }
}
