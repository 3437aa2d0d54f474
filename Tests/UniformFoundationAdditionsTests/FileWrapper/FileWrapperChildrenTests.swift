import Foundation
import FoundationTestSupport
import StorageTestSupport
import TestSupport
import Testing
import UTIDocumentStorage
import UniformFoundationAdditions

/// Rule M5: keys and names.
@Suite struct FileWrapperChildren {
  @Test func `M5: children with one name get different keys`() throws {
    let package = FileWrapper(directoryWithFileWrappers: [:])
    let names = ["photo.png", "photo.png", "photo.png", "plain", "plain", ".hidden", ".hidden"]
    let keys = names.map {
      package.addRegularFile(withContents: Data(), preferredFilename: $0)
    }
    #expect(
      keys == [
        "photo.png", "photo 2.png", "photo 3.png", "plain", "plain 2", ".hidden", ".hidden 2",
      ])
    let second = try package.child("photo 2.png")
    #expect(second.preferredFilename == "photo.png")
    #expect(package.keyForChildFileWrapper(second) == "photo 2.png")
    package.removeFileWrapper(second)
    #expect(package.keyForChildFileWrapper(second) == nil)
    #expect(package.addFileWrapper(second) == "photo 2.png")
  }

  @Test func `M5: another preferred name takes a child out and adds it again`() throws {
    let child = FileWrapper(text: "text")
    let first = FileWrapper(directoryWithFileWrappers: ["a": child])
    let second = FileWrapper(directoryWithFileWrappers: ["b": FileWrapper(text: "other")])
    second.addFileWrapper(child)
    #expect(child.preferredFilename == "a")
    child.preferredFilename = "b"
    #expect(first.keyForChildFileWrapper(child) == "b")
    #expect(second.keyForChildFileWrapper(child) == "b 2")
    #expect(first.fileWrappers?.count == 1 && second.fileWrappers?.count == 2)
    first.removeFileWrapper(child)
    child.preferredFilename = "c"
    #expect(first.fileWrappers?.isEmpty == true)
    #expect(second.keyForChildFileWrapper(child) == "c")
  }

  @Test(arguments: ["a/b", ".", "..", "nul\0", "../../escape", String(repeating: "x", count: 256)])
  func `M5: invalid names are rejected before anything is written`(_ name: String)
    throws
  {
    let scratch = try ScratchDirectory()
    let inner = FileWrapper(directoryWithFileWrappers: [name: FileWrapper(text: "text")])
    let package = FileWrapper(directoryWithFileWrappers: ["inner": inner])
    let recorder = CallRecorder()
    #expect {
      try package.write(to: scratch.url("a.pack"), originalContentsURL: nil, store: recorder.store)
    } throws: {
      wrapperError("cannot be the name of an item")($0)
    }
    #expect(recorder.count(.createDirectory) == 0)
    #expect(try scratch.contents().isEmpty)
  }

  @Test func `A subclass adds properties for its documents`() throws {
    final class Notebook: FileWrapper {
      var added: [String] = []

      override func addFileWrapper(_ child: FileWrapper) -> String {
        let key = super.addFileWrapper(child)
        added.append(key)
        return key
      }
    }
    let notebook = Notebook(directoryWithFileWrappers: [:])
    notebook.addRegularFile(withContents: Data(), preferredFilename: "a")
    #expect(notebook.added == ["a"])
  }

  enum Misuse: String, CaseIterable, Codable, Sendable {
    case noPreferredName
    case emptyPreferredName
    case childOfFile
    case childOfItself
    case childOfGrandchild

    var message: String {
      switch self {
      case .noPreferredName: "needs a child whose preferredFilename is set"
      case .emptyPreferredName: "must not be nil or empty"
      case .childOfFile: "addFileWrapper(_:)"
      case .childOfItself, .childOfGrandchild: "a directory that would contain itself"
      }
    }

    func commit() {
      let file = FileWrapper(regularFileWithContents: Data())
      switch self {
      case .noPreferredName: FileWrapper(directoryWithFileWrappers: [:]).addFileWrapper(file)
      case .emptyPreferredName: file.preferredFilename = ""
      case .childOfItself, .childOfGrandchild:
        let inner = FileWrapper(directoryWithFileWrappers: [:])
        let middle = FileWrapper(directoryWithFileWrappers: ["inner": inner])
        let outer = FileWrapper(directoryWithFileWrappers: ["middle": middle])
        outer.preferredFilename = "outer"
        (self == .childOfItself ? outer : inner).addFileWrapper(outer)
      case .childOfFile: file.addRegularFile(withContents: Data(), preferredFilename: "a")
      }
    }
  }

  @Test(arguments: Misuse.allCases)
  func `M5: misuse ends the program with a message`(_ misuse: Misuse) async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [misuse = misuse as Misuse] in
      misuse.commit()
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains(misuse.message))
  }
}
