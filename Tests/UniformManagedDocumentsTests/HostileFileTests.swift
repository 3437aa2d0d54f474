#if ManagedDocuments

import UniformDocuments
import Foundation
import GRDB
import UniformManagedDocuments
import Testing

@MainActor @Suite(.timeLimit(.minutes(10))) struct HostileFiles {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func code(opening url: URL) async throws -> DocumentError.Code? {
    let document = scratch.prepare(Library(fileURL: url))
    let error = await #expect(throws: DocumentError.self) { try await document.openContents() }
    let path = error.map { "\($0)" } ?? ""
    #expect(path.contains(url.lastPathComponent), "the error names the file: \(path)")
    #expect(error?.remedy.isEmpty == false)
    #expect(scratch.copies.isEmpty)
    return error?.code
  }

  private func write(_ bytes: some Sequence<UInt8>) throws -> URL {
    let url = scratch.file("hostile.sqlite")
    try Data(bytes).write(to: url)
    return url
  }

  /// A database with its bytes changed.
  private func changed(_ change: (inout Data) -> Void) async throws -> URL {
    var titles: [String] = []
    for number in 0..<2000 { titles.append("A title of some length, number \(number)") }
    let document = scratch.library("whole.sqlite")
    try document.write { db in
      for title in titles {
        try db.execute(sql: "INSERT INTO book(title) VALUES (?)", arguments: [title])
      }
    }
    try await document.saveContents(to: document.fileURL, for: .forCreating)
    try await document.saveAndClose()
    var data = try Data(contentsOf: document.fileURL)
    change(&data)
    return try write(data)
  }

  @Test func `Text is no database`() async throws {
    #expect(try await code(opening: write(Data("Dear diary".utf8))) == .notADatabase)
  }

  @Test func `Random bytes count as encrypted`() async throws {
    var state: UInt64 = 7
    let noise = (0..<8192).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    #expect(try await code(opening: write(noise)) == .encryptedDatabase)
  }

  @Test func `A header alone is damaged`() async throws {
    #expect(try await code(opening: write(Data("SQLite format 3\0".utf8))) == .damagedDatabase)
  }

  @Test func `A truncated database is damaged`() async throws {
    let url = try await changed { $0.removeLast(5000) }
    #expect(try await code(opening: url) == .damagedDatabase)
  }

  @Test func `A header that claims billions of pages is damaged`() async throws {
    let url = try await changed { $0.replaceSubrange(28..<32, with: [0xFF, 0xFF, 0xFF, 0xFE]) }
    #expect(try await code(opening: url) == .damagedDatabase)
  }

  @Test func `An invalid page size is damaged`() async throws {
    let url = try await changed { $0.replaceSubrange(16..<18, with: [0x12, 0x34]) }
    #expect(try await code(opening: url) == .damagedDatabase)
  }

  @Test func `An overwritten page is damaged`() async throws {
    let url = try await changed { data in
      data.replaceSubrange(8192..<16384, with: [UInt8](repeating: 0x5A, count: 8192))
    }
    #expect(try await code(opening: url) == .damagedDatabase)
  }

  @Test func `A format that this SQLite does not support is newer`() async throws {
    let url = try await changed { $0.replaceSubrange(18..<20, with: [9, 9]) }
    #expect(try await code(opening: url) == .newerThanProgram)
  }

  @Test func `A pipe is not waited for`() async throws {
    let url = scratch.file("pipe.sqlite")
    #expect(mkfifo(url.path, 0o600) == 0)
    #expect(try await code(opening: url) == .specialFile)
  }

  @Test func `A package whose database is a link is not followed`() async throws {
    let secret = try await scratch.saved("Secret")
    let package = scratch.file("shelf.rtfd")
    let content = package.appending(path: "StoreContent")
    try FileManager.default.createDirectory(at: content, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: content.appending(path: "persistentStore"), withDestinationURL: secret)
    let shelf = scratch.prepare(Shelf(fileURL: package))
    let error = await #expect(throws: DocumentError.self) { try await shelf.openContents() }
    #expect(error?.code == .specialFile)
  }

  @Test func `A link to a document is followed, and stays one`() async throws {
    let url = try await scratch.saved("Emma")
    let link = scratch.file("link.sqlite")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    let document = scratch.prepare(Library(fileURL: link))
    try await document.openContents()
    try document.add("Persuasion")
    try await document.saveAndClose()
    #expect(try titles(inFileAt: url) == ["Emma", "Persuasion"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == url.path)
  }

  @Test func `A log that another program has left is read with the database`() async throws {
    let url = try await scratch.saved("Emma")
    let pool = try DatabasePool(path: url.path)
    try await pool.write { try $0.execute(sql: "INSERT INTO book(title) VALUES ('Evelina')") }
    let document = scratch.library()
    try await document.openContents()
    #expect(try document.titles == ["Emma", "Evelina"])
    try await document.close(discardingChanges: true)
    try pool.close()
  }

  @Test func `An empty file is a new database`() async throws {
    let document = scratch.prepare(Library(fileURL: try write([])))
    try await document.openContents()
    try document.add("Emma")
    try await document.saveAndClose()
    #expect(try titles(inFileAt: document.fileURL) == ["Emma"])
  }
}

#endif
