import Foundation
import StorageTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import UTIDocumentStorage

@Suite(.requires(LateWriter.reports))
struct LateWriters {
  private func save(
    _ path: FilePath, _ text: String = "new"
  ) throws(SafeWritingError) -> SaveOutcome {
    try SafeWriter().write(to: path, .overwrite) {
      try Data(text.utf8).write(to: URL(filePath: $0.string))
    }
  }

  private func text(_ path: FilePath) throws -> String {
    try String(contentsOfFile: path.string, encoding: .utf8)
  }

  @Test func `L11: Writes through a descriptor from before the save are kept`() throws {
    let directory = try ScratchDirectory(["a.txt": "old old"])
    let path = directory.path.appending("a.txt")
    let writer = try LateWriter(path)
    let outcome = try save(path)
    #expect(try text(#require(outcome.itemStillOpen)) == "old old")
    #expect(outcome.conflict == nil && outcome.leftovers.isEmpty)
    // Nothing is reported while the program may write and has not written.
    #expect(try SafeWriter().recover(at: path) == RecoveryReport())
    try writer.write("late")
    let report = try SafeWriter().recover(at: path)
    #expect(try report.kept.map(text) == ["lateold"])
    #expect(report.kept.first?.lastComponent == "a.txt" && report.removed.isEmpty)
    #expect(try text(path) == "new")
  }

  @Test func `L11: Late writes are kept before the program closes the file`() throws {
    let directory = try ScratchDirectory(["a.txt": "old"])
    let path = directory.path.appending("a.txt")
    let file = try FileDescriptor.open(path, .writeOnly, options: [.append, .closeOnExec])
    #expect(try save(path).itemStillOpen != nil)
    try file.writeAll("+".utf8)
    let kept = try #require(try SafeWriter().recover(at: path).kept.first)
    try file.writeAll("+".utf8)
    try file.close()
    #expect(try text(kept) == "old++")
    #expect(try SafeWriter().recover(at: path) == RecoveryReport())
  }

  @Test func `A save that has ended is recovered while the program starts others`() async throws {
    let directory = try ScratchDirectory(["a.txt": "old"])
    let path = directory.path.appending("a.txt")
    let isEnded = Atomic(false)
    // Until a started program replaces its parent's, it has the locks that its parent holds.
    async let starts: Void = TestProgram.onOwnThread {
      while !isEnded.load(ordering: .relaxed) { _ = TestProgram.succeeds(["true"]) }
    }
    defer { isEnded.store(true, ordering: .relaxed) }
    for number in 1...2_000 {
      let file = try FileDescriptor.open(path, .writeOnly, options: [.append, .closeOnExec])
      #expect(try save(path).itemStillOpen != nil)
      try file.writeAll("+".utf8)
      #expect(try SafeWriter().recover(at: path).kept.count == 1, "\(number)")
      try file.close()
    }
    isEnded.store(true, ordering: .relaxed)
    await starts
  }

  @Test func `A program that closes the file without writing leaves no files`() throws {
    let directory = try ScratchDirectory(["a.txt": "old"])
    let path = directory.path.appending("a.txt")
    let writer = try LateWriter(path)
    #expect(try save(path).itemStillOpen != nil)
    // The item that is replaced next is our own, which no program has open.
    #expect(try save(path, "newer").itemStillOpen == nil)
    writer.end()
    #expect(try SafeWriter().recover(at: path).removed.count == 1)
    #expect(try directory.contents() == ["a.txt": "newer"])
  }

  @Test func `Programs that only read the file, and its other names, keep no old item`() throws {
    let directory = try ScratchDirectory(["a.txt": "old"])
    let path = directory.path.appending("a.txt")
    let reader = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    defer { try? reader.close() }
    #expect(try save(path).itemStillOpen == nil)
    #expect(try directory.contents() == ["a.txt": "new"])
    try SystemFileStore().link(
      FileLocation(path), to: FileLocation(directory.path.appending("b.txt")))
    let writer = try FileDescriptor.open(path, .writeOnly, options: .closeOnExec)
    defer { try? writer.close() }
    var options = SafeWriter.Options()
    options.preservesHardLinks = false
    let outcome = try SafeWriter(options: options).write(to: path, .overwrite) {
      try Data("parted".utf8).write(to: URL(filePath: $0.string))
    }
    #expect(outcome.strategy == .exchange && outcome.itemStillOpen == nil)
    #expect(try directory.contents() == ["a.txt": "parted", "b.txt": "new"])
  }

  @Test func `L11: Writes through a map are kept, whatever the file times are`() throws {
    let directory = try ScratchDirectory(["a.txt": "old old"])
    let path = directory.path.appending("a.txt")
    for text in ["late", nil] {
      let writer = try LateWriter(path, maps: true)
      #expect(try save(path, "new new").itemStillOpen != nil)
      #expect(try SafeWriter().recover(at: path) == RecoveryReport())
      if let text { try writer.write(text) } else { writer.end() }
      let kept = try SafeWriter().recover(at: path).kept
      #expect(try kept.map(self.text) == (text == nil ? [] : ["lateold"]))
      for item in kept {
        let place = item.removingLastComponent().string
        #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["a.txt"])
        try FileManager.default.removeItem(atPath: place)
      }
    }
    #expect(try directory.contents() == ["a.txt": "new new"])
  }

  @Test
  func `K9: An item that is moved while another process has its old item open is in no conflict`()
    throws
  {
    let directory = try ScratchDirectory(["a.txt": "old old"])
    let path = directory.path.appending("a.txt")
    let writer = try LateWriter(path)
    _ = try save(path)
    let other = directory.path.appending("b.txt")
    try FileManager.default.moveItem(atPath: path.string, toPath: other.string)
    #expect(try SafeWriter().recover(at: other) == RecoveryReport())
    #expect(try SafeWriter().recover(at: path) == RecoveryReport())
    writer.end()
    #expect(try text(other) == "new")
  }
}
