import Foundation
import FoundationTestSupport
import TestSupport
import Testing
import UniformFoundationAdditions

@testable import UTIDocumentStorage

/// A wrapper with everything in it as data.
@Suite struct FileWrapperSerialization {
  @Test func `A serialized wrapper is restored, and can be written`() throws {
    let scratch = try FileWrapperReading.package()
    try scratch.setModificationDate(Date(timeIntervalSince1970: 1_000_000), of: "a.pack/text.md")
    let package = try FileWrapper(url: scratch.url("a.pack"))
    let data = try #require(package.serializedRepresentation)
    #expect(package.serializedRepresentation == data, "twice the same")
    let copy = try #require(FileWrapper(serializedRepresentation: data))
    #expect(copy.filename == "a.pack" && copy.isDirectory)
    #expect(copy.serializedRepresentation == data)
    try copy.write(to: scratch.url("b.pack"), originalContentsURL: nil)
    #expect(try scratch.contents(of: "b.pack") == scratch.contents(of: "a.pack"))
    #expect(
      try scratch.modificationDate("b.pack/text.md") == Date(timeIntervalSince1970: 1_000_000))
    #expect(
      copy.fileWrappers?["text.md"]?.fileAttributes[FileAttributeKey.posixPermissions.rawValue]
        as? Int == 0o644)
  }

  @Test func `Damaged data are no wrapper: every prefix, every changed byte, random ones`() throws {
    let scratch = try FileWrapperReading.package()
    let data = try #require(try FileWrapper(url: scratch.url("a.pack")).serializedRepresentation)
    for count in 0..<data.count {
      #expect(FileWrapper(serializedRepresentation: data.prefix(count)) == nil)
    }
    #expect(FileWrapper(serializedRepresentation: data + [0]) == nil)
    var random = SeededGenerator(seed: 7)
    for index in data.indices {
      var damaged = data
      damaged[index] ^= UInt8.random(in: 1...255, using: &random)
      #expect(FileWrapper(serializedRepresentation: damaged) == nil, "byte \(index)")
    }
    #expect(FileWrapper(serializedRepresentation: Data()) == nil)
  }

  @Test func `A name that leads out of the directory is rejected`() throws {
    let package = FileWrapper(directoryWithFileWrappers: ["../x": FileWrapper(text: "text")])
    let data = try #require(package.serializedRepresentation)
    #expect(FileWrapper(serializedRepresentation: data) == nil)
  }

  /// The same bytes with a correct digest, as in a hostile file.
  private func signed(_ body: Data) -> Data {
    let digest = body.withUnsafeBytes { FileIdentity.digest(of: $0) }
    return body + withUnsafeBytes(of: digest.bigEndian) { Data($0) }
  }

  @Test func `Crafted data with the right digest never end the program`() throws {
    let scratch = try FileWrapperReading.package()
    let data = try #require(try FileWrapper(url: scratch.url("a.pack")).serializedRepresentation)
    let body = data.dropLast(8)
    #expect(signed(body) == data)
    var refused = 0
    for index in body.indices {
      for value: UInt8 in [0x00, 0x01, 0x2F, 0x7F, 0xFF] {
        var changed = body
        changed[index] = value
        if FileWrapper(serializedRepresentation: signed(changed)) == nil { refused += 1 }
      }
    }
    #expect(refused > body.count)
  }

  struct Item: Encodable {
    var directory: Int?
    var key, filename, destination: String?
    var byteCount: Int?
    var permissions: UInt16?
  }

  private struct Tree: Encodable {
    let items: [Item]
    var contents = Data()
  }

  private func crafted(_ items: [Item]) throws -> Data {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return signed(try encoder.encode(Tree(items: items)))
  }

  @Test(arguments: [("a directory", 127, true), ("too deep", 400, false)])
  func `M10: directories nested in data`(_ name: String, depth: Int, isRead: Bool) throws {
    let data = try crafted([Item()] + (0..<depth).map { Item(directory: $0, key: "a") })
    #expect((FileWrapper(serializedRepresentation: data) != nil) == isRead)
  }

  @Test(arguments: [
    [], [Item(), Item(directory: 1, key: "a")], [Item(), Item(directory: 0)], [Item(), Item()],
    [Item(byteCount: 1)], [Item(byteCount: -1)], [Item(destination: "a", byteCount: 0)],
    [Item(byteCount: 0), Item(directory: 0, key: "a")], [Item(permissions: 0o10000)],
    [Item(), Item(directory: 0, key: "a"), Item(directory: 0, key: "a")],
  ])
  func `Items that form no tree are rejected`(_ items: [Item]) throws {
    #expect(FileWrapper(serializedRepresentation: try crafted(items)) == nil)
  }

  @Test func `M10: a text that many items share is limited`() throws {
    let text = String(repeating: "a", count: 100_000)
    let items = (0..<2_000).map { Item(directory: 0, key: "\($0)", filename: text) }
    let data = try crafted([Item()] + items)
    #expect(data.count < 300_000 && FileWrapper(serializedRepresentation: data) == nil)
  }

  @Test func `Equal names in many directories are restored`() throws {
    let name = String(repeating: "a", count: 255)
    let children = (0..<2_000).map {
      ("\($0)", FileWrapper(directoryWithFileWrappers: [name: FileWrapper(text: "text")]))
    }
    let package = FileWrapper(directoryWithFileWrappers: Dictionary(uniqueKeysWithValues: children))
    let data = try #require(package.serializedRepresentation)
    let copy = try #require(FileWrapper(serializedRepresentation: data))
    #expect(copy.serializedRepresentation == data)
  }
}
