import Foundation
import FoundationTestSupport
import SystemPackage
import TestSupport
import Testing
import UTIFoundationBridge
import UTIPlatform

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments
@testable import UniformFoundationAdditions

/// Paths of URLs: other texts than paths are refused, and names are bytes.
@Suite @MainActor struct DocumentPaths {
  private static func url(_ scratch: ScratchDirectory, _ name: String) throws -> URL {
    try #require(URL(string: scratch.url("").absoluteString + "/" + name))
  }

  private static func expectRefusal(
    _ url: URL, _ operation: DocumentError.Operation, _ body: () async throws -> Void
  ) async {
    let error = await #expect(throws: DocumentError.self) { try await body() }
    #expect(error?.code == .invalidName && error?.operation == operation)
    #expect(error?.description.contains("a%00b.txt") == true)
    #expect(error?.description.contains("null byte") == true)
    #expect(error?.remedy == "remove %00 from the URL")
  }

  @Test func `N4: a URL with a null byte leads to no item, and never to another one`() async throws
  {
    let scratch = try ScratchDirectory(["a": "other", "c.txt": "text"])
    let url = try Self.url(scratch, "a%00b.txt")
    await Self.expectRefusal(url, .open) { try await TracingDocument.make(url).openContents() }
    for operation in [Document.SaveOperation.forCreating, .forOverwriting] {
      await Self.expectRefusal(url, .save) {
        let document = TracingDocument.make(url)
        document.edit("new")
        try await document.saveContents(to: url, for: operation)
      }
    }
    let document = TracingDocument.make(scratch.url("c.txt"))
    try await document.openContents()
    document.edit("new")
    await Self.expectRefusal(url, .save) {
      try await document.saveContents(to: url, for: .forCreating)
    }
    #expect(document.fileURL == scratch.url("c.txt") && document.hasUnsavedChanges)
    await Self.expectRefusal(url, .revert) { try await document.revertContents(to: url) }
    await Self.expectRefusal(url, .open) {
      _ = try DocumentController(recentDocumentList: .keepingNothing).typeForContents(of: url)
    }
    #expect(throws: DocumentError.self) { try FileWrapper(url: url) }
    #expect(throws: DocumentError.self) {
      try FileWrapper(text: "x").write(to: url, originalContentsURL: nil)
    }
    #expect(try scratch.contents() == ["a": "other", "c.txt": "text"])
  }

  @Test func `C11: a file whose name is not text is opened, saved and renamed`() async throws {
    let scratch = try ScratchDirectory()
    let name: [UInt8] = Array("b".utf8) + [0xFF] + Array("d.txt".utf8)
    try scratch.write("old", to: name, in: "")
    let url = try Self.url(scratch, "b%FFd.txt")
    let controller = DocumentController(recentDocumentList: .keepingNothing)
    #expect(try controller.typeForContents(of: url) == "public.plain-text")
    let document = TracingDocument.make(url)
    try await document.openContents()
    #expect(document.text == "old" && document.fileType == "public.plain-text")
    #expect(document.localizedName == "b\u{FFFD}d.txt")
    document.edit("new")
    try await document.saveContents(to: url, for: .forOverwriting)
    #expect(try scratch.files(in: "") == [name: "new"])
    document.edit("newer")
    try await document.autosaveContents()
    #expect(try scratch.files(in: "") == [name: "newer"])
    try await document.rename(to: "c")
    #expect(try scratch.files(in: "") == [Array("c.txt".utf8): "newer"])
    let other = TracingDocument.make(try Self.url(scratch, "n%FE.txt"))
    other.edit("made")
    try await other.saveContents(to: other.fileURL, for: .forCreating)
    #expect(
      try scratch.files(in: "") == [
        Array("c.txt".utf8): "newer", Array("n".utf8) + [0xFE] + Array(".txt".utf8): "made",
      ])
  }

  @Test func `C11: an error about a name that is not text shows it as the URL does`() async throws {
    let scratch = try ScratchDirectory()
    let url = try Self.url(scratch, "b%FFd.txt")
    let error = await #expect(throws: DocumentError.self) {
      try await TracingDocument.make(url).openContents()
    }
    #expect(error?.code == .noSuchFile && error?.errno == .noSuchFileOrDirectory)
    #expect(error?.description.hasPrefix(url.absoluteString + ": error: ") == true)
    #expect(error?.message.contains("b\u{FFFD}d.txt cannot be read") == true)
  }

  @Test func `C3, M4: a package in a directory whose name is not text is opened and saved`()
    async throws
  {
    let scratch = try ScratchDirectory(["d/a.rtfd/TXT.rtf": "text"])
    let directory = scratch.path.appending(try scratch.component([0x64, 0xFE]))
    let moved = scratch.path.appending("d").withPlatformString { old in
      directory.withPlatformString { rename(old, $0) }
    }
    try #require(moved == 0)
    let document = try await WrapperDocument.opened(Self.url(scratch, "d%FE/a.rtfd/"))
    #expect(document.fileType == "com.apple.rtfd")
    document.add("new", as: "new")
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    let names = try SystemFileStore().names(at: FileLocation(directory.appending("a.rtfd")))
    #expect(names.map(\.string).sorted() == ["TXT.rtf", "new"])
    #expect(try SystemFileStore().names(at: FileLocation(directory)).count == 1)
  }

  @Test func `G7: a draft whose name is not text is autosaved, found and opened again`()
    async throws
  {
    let scratch = try ScratchDirectory()
    let url = try Self.url(scratch, "b%FFd.txt")
    var environment = DocumentEnvironment.quiet
    environment.autosaveDirectory = scratch.path.appending("autosaved")
    let document = TracingDocument(fileURL: url)
    document.environment = environment
    document.isDraft = true
    try await document.openContents()
    document.edit("work")
    try await document.autosaveContents()
    let place = try #require(document.autosavedContentsFileURL)
    #expect(place.absoluteString.hasSuffix("/b%FFd.txt"))
    #expect(
      place.deletingLastPathComponent().deletingLastPathComponent().lastPathComponent
        == "autosaved")
    try await document.saveContents(to: url, for: .forCreating)
    try await document.saveAndClose()
    #expect(document.autosavedContentsFileURL == nil)
    let autosaved = FileLocation(scratch.path.appending("autosaved"))
    #expect(try SystemFileStore().names(at: autosaved).isEmpty)
  }

  @Test(arguments: ["/a b/\u{E9};?#%25", "/", "/a/", "/%", "/%zz", "/a%2", "/\u{1F600}/e\u{301}"])
  func `A10: paths and URLs convert to each other without loss`(_ text: String) throws {
    let path = FilePath(text)
    #expect(try FilePath(of: URL(of: path)) == path)
    #expect(try FilePath(of: URL(of: path, directoryHint: .isDirectory)) == path)
    #expect(try FilePath(of: URL(filePath: text)) == path)
    let bytes = Array(text.utf8) + [0xC3, 0x28, 0xFF]
    let textless = (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
      FilePath(platformString: Array($0))
    }
    let url = URL(of: textless)
    #expect(try FilePath(of: url) == textless)
    #expect(url.absoluteString.hasSuffix("%C3(%FF"))
  }
}
