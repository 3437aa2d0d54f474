import Documents
import Foundation
import TestSupport
import Testing

/// A wrapper with everything in it as data.
@Suite struct FileWrapperSerialization {
  @Test func `What is serialized comes back, and can be written`() throws {
    let scratch = try FileWrapperReading.package()
    try scratch.setModificationDate(
      Date(timeIntervalSince1970: 1_000_000), of: "a.pack/text.md")
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

  @Test func `A name that leads out of the directory is refused`() throws {
    let package = FileWrapper(directoryWithFileWrappers: ["../x": FileWrapper(text: "text")])
    let data = try #require(package.serializedRepresentation)
    #expect(FileWrapper(serializedRepresentation: data) == nil)
  }
}
