import Foundation
import FoundationTestSupport
import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments
@testable import UniformFoundationAdditions

/// A package whose model is the wrapper it was read as.
class WrapperDocument: Document {
  var package = FileWrapper(directoryWithFileWrappers: [:])

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    guard let wrapper = contents as? FileWrapper else { throw Refusal(reason: "no package") }
    package = wrapper
  }

  override func contents(forType typeName: String) throws -> Any { package }

  static func opened(_ url: URL) async throws -> WrapperDocument {
    let document = WrapperDocument(fileURL: url)
    document.environment = .quiet
    try await document.openContents()
    return document
  }

  func add(_ text: String, as name: String) {
    package.addRegularFile(withContents: Data(text.utf8), preferredFilename: name)
    updateChangeCount(.done)
  }
}

extension ScratchDirectory {
  /// Makes a file whose name is bytes.
  func write(_ text: String, to name: [UInt8], in directory: String) throws {
    let place = path.pushing(FilePath(directory)).appending(try component(name))
    let file = try FileDescriptor.open(
      place, .writeOnly, options: .create, permissions: .ownerReadWrite)
    try file.closeAfter { _ = try file.writeAll(text.utf8) }
  }

  func component(_ name: [UInt8]) throws -> FilePath.Component {
    let characters = name.map { CChar(bitPattern: $0) } + [0]
    let component = characters.withUnsafeBufferPointer { characters in
      characters.baseAddress.flatMap { FilePath.Component(platformString: $0) }
    }
    return try #require(component)
  }

  /// The texts of the files in a directory, by the bytes of their names.
  func files(in directory: String) throws -> [[UInt8]: String] {
    let store = SystemFileStore()
    let place = FileLocation(path.pushing(FilePath(directory)))
    var files: [[UInt8]: String] = [:]
    for name in try store.names(at: place) {
      let text = try store.contents(of: place.appending(name))
      files[name.bytes] = String(decoding: text, as: UTF8.self)
    }
    return files
  }
}

/// Rules M4, M5: names are bytes, and no child is lost because its name looks like another's, or
/// like nothing at all.
@Suite @MainActor struct NamesOnDisk {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let names: [[UInt8]]
    /// The keys, in the order of the names.
    let keys: [String]

    init(_ description: String, _ names: [[UInt8]], keys: [String]) {
      testDescription = description
      self.names = names
      self.keys = keys
    }

    func make() throws -> ScratchDirectory {
      let scratch = try ScratchDirectory(["a.rtfd/TXT.rtf": "text"])
      for (number, name) in names.enumerated() {
        try scratch.write("\(number)", to: name, in: "a.rtfd")
      }
      return scratch
    }

    /// The expected names, including `TXT.rtf` and all added ones.
    func files(_ others: [String: String]) -> [[UInt8]: String] {
      var files: [[UInt8]: String] = [:]
      for (number, name) in names.enumerated() { files[name] = "\(number)" }
      for (name, text) in others { files[Array(name.utf8)] = text }
      return files
    }
  }

  nonisolated static let composed = Array("\u{E9}.txt".utf8)
  nonisolated static let decomposed = Array("e\u{301}.txt".utf8)

  nonisolated static let rows = [
    Row("one name composed", [composed], keys: ["\u{E9}.txt"]),
    Row("one name decomposed", [decomposed], keys: ["e\u{301}.txt"]),
    Row(
      "two normalizations", [decomposed, composed], keys: ["e\u{301}.txt", "\u{E9} 2.txt"]),
    Row(
      "two normalizations beside the key of the second",
      [decomposed, composed, Array("\u{E9} 2.txt".utf8)],
      keys: ["e\u{301}.txt", "\u{E9} 3.txt", "\u{E9} 2.txt"]),
    Row("no text", [[0x62, 0xFF, 0x64]], keys: ["b\u{FFFD}d"]),
    Row(
      "no text, and text that looks like it",
      [[0x62, 0xFE, 0x64], [0x62, 0xFF, 0x64], Array("b\u{FFFD}d".utf8)],
      keys: ["b\u{FFFD}d 2", "b\u{FFFD}d 3", "b\u{FFFD}d"]),
    Row(
      "no text, and as long as a name may be", [Array(repeating: 0xFF, count: 255)],
      keys: [String(repeating: "\u{FFFD}", count: 85)]),
  ]

  @Test(arguments: rows)
  func `M5: every name has its own key, the same at every read`(_ row: Row) throws {
    let scratch = try row.make()
    let package = try FileWrapper(url: scratch.url("a.rtfd"))
    let texts = try package.children().mapValues { $0.text }
    #expect(texts.count == row.names.count + 1)
    for (number, key) in row.keys.enumerated() { #expect(texts[key] == "\(number)") }
    #expect(package.matchesContents(of: scratch.url("a.rtfd")))
    try package.read(from: scratch.url("a.rtfd"))
    #expect(try package.children().mapValues { $0.text } == texts)
  }

  @Test(arguments: rows)
  func `M4: a saved document keeps the names of all files`(_ row: Row) async throws {
    let scratch = try row.make()
    let document = try await WrapperDocument.opened(scratch.url("a.rtfd"))
    for text in ["one", "two"] {
      document.add(text, as: text)
      try await document.saveContents(to: document.fileURL, for: .forOverwriting)
      #expect(document.saveOutcome?.conflict == nil)
    }
    let expected = row.files(["TXT.rtf": "text", "one": "one", "two": "two"])
    #expect(try scratch.files(in: "a.rtfd") == expected)
    #expect(document.package.matchesContents(of: scratch.url("a.rtfd")))
    try await document.saveContents(to: scratch.url("b.rtfd"), for: .forCreating)
    #expect(try scratch.files(in: "b.rtfd") == expected)
    #expect(try scratch.files(in: "a.rtfd") == expected)
  }

  @Test(arguments: rows)
  func `M5: a file with a new name loses its old name`(_ row: Row) throws {
    let scratch = try row.make()
    let package = try FileWrapper(url: scratch.url("a.rtfd"), options: .immediate)
    let child = try package.child(row.keys[0])
    child.preferredFilename = "new"
    try package.write(
      to: scratch.url("a.rtfd"), options: [.atomic, .withNameUpdating],
      originalContentsURL: scratch.url("a.rtfd"))
    var expected = row.files(["TXT.rtf": "text", "new": "0"])
    expected[row.names[0]] = nil
    #expect(try scratch.files(in: "a.rtfd") == expected)
    #expect(child.filename == "new" && package.matchesContents(of: scratch.url("a.rtfd")))
  }

  @Test func `M5: a name that another child has got meanwhile stays with that child`() throws {
    let scratch = try Self.rows[2].make()
    let package = try FileWrapper(url: scratch.url("a.rtfd"), options: .immediate)
    package.removeFileWrapper(try package.child("e\u{301}.txt"))
    package.addRegularFile(withContents: Data("new".utf8), preferredFilename: "\u{E9}.txt")
    try package.write(to: scratch.url("b.rtfd"), originalContentsURL: scratch.url("a.rtfd"))
    #expect(
      try scratch.files(in: "b.rtfd") == [
        Array("TXT.rtf".utf8): "text", Self.composed: "new", Array("\u{E9} 2.txt".utf8): "1",
      ])
  }

  @Test func `M5: a wrapper keeps all children when it is serialized`() throws {
    for row in Self.rows {
      let scratch = try row.make()
      let data = try #require(try FileWrapper(url: scratch.url("a.rtfd")).serializedRepresentation)
      let copy = try #require(FileWrapper(serializedRepresentation: data))
      for (number, key) in row.keys.enumerated() {
        #expect(try copy.child(key).text == "\(number)")
      }
    }
  }

  @Test func `E12, M5: long names stay different after they are numbered`() throws {
    let scratch = try ScratchDirectory()
    let package = FileWrapper(directoryWithFileWrappers: [:])
    let name = String(repeating: "\u{E9}", count: 125) + ".txt"
    let keys = (0..<12).map { _ in
      package.addRegularFile(withContents: Data(), preferredFilename: name)
    }
    #expect(keys[0] == name)
    #expect(keys[1] == String(repeating: "\u{E9}", count: 124) + " 2.txt")
    #expect(keys[11] == String(repeating: "\u{E9}", count: 124) + " 12.txt")
    #expect(keys.allSatisfy { $0.utf8.count <= 255 } && Set(keys).count == 12)
    try package.write(to: scratch.url("a.pack"), originalContentsURL: nil)
    #expect(try scratch.files(in: "a.pack").count == 12)
  }
}
