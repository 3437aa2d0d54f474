import Foundation
import SystemPackage
import TestSupport
import Testing
import UniformTypes

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

/// The arguments of the functions that document classes override.
@Suite @MainActor struct DocumentContract {
  /// A document that notes what it is asked and given.
  private final class Witness: TracingDocument {
    var extensionsAsked: [(type: String?, operation: SaveOperation)] = []
    var originals: [URL?] = []
    var loaded: Any?

    override func load(fromContents contents: Any, ofType typeName: String?) throws {
      loaded = contents
      trace.add("load \(typeName ?? "nil")")
      text = (contents as? Data).map { String(decoding: $0, as: UTF8.self) } ?? "package"
    }

    override func contents(forType typeName: String) throws -> Any {
      trace.add("contents \(typeName)")
      return contentsToGive ?? Data(text.utf8)
    }

    override func fileNameExtension(
      forType typeName: String?, saveOperation: SaveOperation
    ) -> String {
      extensionsAsked.append((typeName, saveOperation))
      return super.fileNameExtension(forType: typeName, saveOperation: saveOperation)
    }

    override func writeContents(
      _ contents: Any, to url: URL, for saveOperation: SaveOperation, originalContentsURL: URL?
    ) throws {
      originals.append(originalContentsURL)
      try super.writeContents(
        contents, to: url, for: saveOperation, originalContentsURL: originalContentsURL)
    }
  }

  private func witness(_ url: URL) -> Witness {
    let document = Witness(fileURL: url)
    document.environment = .quiet
    return document
  }

  @Test("B9: the contents of a file outweigh its name")
  func actualType() async throws {
    let scratch = try ScratchDirectory(["picture.txt": ""])
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    try Data(signature + [0, 0, 0, 0x0D] + Array("IHDR".utf8) + Array(repeating: 0, count: 17))
      .write(to: scratch.url("picture.txt"))
    let document = witness(scratch.url("picture.txt"))
    try await document.openContents()
    #expect(document.trace.names.last == "load public.png" && document.fileType == "public.png")
    try await document.saveAndClose()
  }

  @Test("B10: an extension without a declared type stays with the file")
  func unknownExtension() async throws {
    let scratch = try ScratchDirectory(["a.unheard-of": "\u{1}\u{0}old"])
    let document = witness(scratch.url("a.unheard-of"))
    try await document.openContents()
    let type = try #require(document.fileType.flatMap { UTType($0) })
    #expect(type.isDynamic && type.preferredFilenameExtension == "unheard-of")
    document.edit("\u{1}\u{0}new")
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    try await document.saveContents(to: scratch.url("b.unheard-of"), for: .forCreating)
    #expect(
      try scratch.contents() == ["a.unheard-of": document.text, "b.unheard-of": document.text])
    try await document.saveAndClose()
  }

  @Test("C2, C3: contents are Data for a file and FileWrapper for a package, loaded when open ends")
  func contents() async throws {
    let scratch = try ScratchDirectory(["a.txt": "text", "p.rtfd/TXT.rtf": "{\\rtf1 }"])
    let file = witness(scratch.url("a.txt"))
    try file.read(from: file.fileURL)
    #expect(file.loaded as? Data == Data("text".utf8))
    let package = witness(scratch.url("p.rtfd"))
    try await package.openContents()
    let wrapper = try #require(package.loaded as? FileWrapper)
    #expect(wrapper.isDirectory && wrapper.fileWrappers?.keys.sorted() == ["TXT.rtf"])
    #expect(package.trace.names.last == "load com.apple.rtfd")
    try await package.saveAndClose()
  }

  @Test("D7: the original is the item to be replaced, and nil for a new or vanished item")
  func originals() async throws {
    let scratch = try ScratchDirectory()
    let document = witness(scratch.url("a.txt"))
    try await document.saveContents(to: document.fileURL, for: .forCreating)
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    try FileManager.default.removeItem(at: document.fileURL)
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    #expect(document.originals.map { $0?.lastPathComponent } == [nil, "a.txt", nil])
    try await document.saveAndClose()
  }

  @Test("E1, E10: the saving type is the type, and the extension is requested once, with both")
  func savingType() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = witness(scratch.url("a.txt"))
    try await document.openContents()
    #expect(document.savingFileType == document.fileType)
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    document.typeToSave = "public.html"
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    try await document.saveContents(to: scratch.url("b"), for: .forCreating)
    #expect(
      document.extensionsAsked.map(\.type) == ["public.plain-text", "public.html", "public.html"])
    #expect(
      document.extensionsAsked.map(\.operation) == [.forOverwriting, .forOverwriting, .forCreating])
    #expect(try Set(scratch.contents().keys) == ["a.html", "b.html"])
    try await document.saveAndClose()
  }

  /// A document that counts its changes by itself.
  private final class Counter: TracingDocument {
    var count = 0
    var savedCount = 0

    override var hasUnsavedChanges: Bool { count != savedCount }
    override func changeCountToken(for saveOperation: SaveOperation) -> Any { count }
    override func updateChangeCount(
      withToken changeCountToken: Any, for saveOperation: SaveOperation
    ) {
      if let token = changeCountToken as? Int { savedCount = token }
    }
  }

  @Test("F6: custom tokens and change states work without an undo manager")
  func ownTokens() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = Counter(fileURL: scratch.url("a.txt"))
    document.environment = .quiet
    try await document.openContents()
    document.text = "new"
    try await document.autosaveContents()
    #expect(scratch.text("a.txt") == "old")
    document.count = 3
    try await document.autosaveContents()
    #expect(scratch.text("a.txt") == "new" && document.savedCount == 3)
    document.text = "newest"
    document.count = 4
    try await document.saveAndClose()
    #expect(scratch.text("a.txt") == "newest")
  }

  /// A document whose extension is what a test says.
  private final class Oddity: TracingDocument {
    var filenameExtension = ""

    override func fileNameExtension(
      forType typeName: String?, saveOperation: SaveOperation
    ) -> String { filenameExtension }
  }

  @Test("E3, N4: an extension may begin with a period, and must be valid")
  func oddExtensions() async throws {
    let scratch = try ScratchDirectory()
    let document = Oddity(fileURL: scratch.url("a"))
    document.environment = .quiet
    document.filenameExtension = ".note"
    try await document.saveContents(to: scratch.url("a"), for: .forCreating)
    for filenameExtension in ["../../x", "a/b", "a\0b"] {
      document.filenameExtension = filenameExtension
      let error = await #expect(throws: DocumentError.self) {
        try await document.saveContents(to: scratch.url("b"), for: .forCreating)
      }
      #expect(error?.code == .invalidName)
    }
    #expect(try scratch.contents() == ["a.note": ""])
    try await document.saveAndClose()
  }

  @Test("D4, O4: a cancellation error without a cancellation is an ordinary error")
  func uncalledCancellation() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = witness(scratch.url("a.txt"))
    try await document.openContents()
    document.attributesError = CancellationError()
    await #expect(throws: DocumentError.self) {
      try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    }
    #expect(document.documentState == .savingError && document.handled.count == 1)
    try await document.saveAndClose()
  }

  @Test("E12, C11: an impossible path is reported as such, and not as remains of a crash")
  func impossiblePlaces() async throws {
    let scratch = try ScratchDirectory(["file": ""])
    for place in [String(repeating: "n", count: 300) + ".txt", "file/a.txt"] {
      let document = witness(scratch.url(place))
      let error = await #expect(throws: DocumentError.self) { try await document.openContents() }
      #expect(error.map { !"\($0)".contains("crash") } == true)
      #expect(error?.errno == (place.count > 255 ? .fileNameTooLong : .notDirectory))
    }
  }
}
