import CTestDirectories
import Foundation
import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@testable import UTIDocumentStorage

@Suite("Files that are read, changed and written back")
struct UserFileTests {
  private func withFile(_ text: String?, _ body: (_ path: FilePath) throws -> Void) throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let path = FilePath(directory.path).appending("file")
    if let text { try directory.write("file", Array(text.utf8)) }
    try body(path)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(Set(names).isSubset(of: ["file", "other"]), "nothing else is left")
  }

  private func text(_ path: FilePath) throws -> String {
    String(decoding: try RegularFile(at: path).bytes, as: UTF8.self)
  }

  @Test("A file is replaced with its mode, attributes and names")
  func metadata() throws {
    try withFile("old") { path in
      let other = path.removingLastComponent().appending("other")
      try FileManager.default.linkItem(atPath: path.string, toPath: other.string)
      #expect(chmod(path.string, 0o640) == 0)
      let file = try UserFile(at: path)
      #expect(file.bytes == Array("old".utf8))
      try file.write(Array("new".utf8))
      #expect(try text(path) == "new")
      #expect(try text(other) == "new")
      #expect(FileStatus.present(at: path)?.permissions.rawValue == 0o640)
      #expect(FileStatus.present(at: path)?.linkCount == 2)
    }
  }

  @Test("A file that another process has changed is not overwritten", arguments: [true, false])
  func changed(isReplaced: Bool) throws {
    try withFile("old") { path in
      let file = try UserFile(at: path)
      if isReplaced { try FileManager.default.removeItem(atPath: path.string) }
      try Data("theirs".utf8).write(to: URL(fileURLWithPath: path.string))
      let error = #expect(throws: SafeWritingError.self) { try file.write(Array("mine".utf8)) }
      #expect(error?.code == .changedOnDisk)
      #expect(try text(path) == "theirs")
    }
  }

  @Test("A change with the same size and modification time is detected")
  func changedWithinATick() throws {
    try withFile("old") { path in
      let file = try UserFile(at: path)
      var status = stat()
      #expect(stat(path.string, &status) == 0)
      try Data("their".utf8.prefix(3)).write(to: URL(fileURLWithPath: path.string))
      #expect(utimensat(AT_FDCWD, path.string, [status.st_atim, status.st_mtim], 0) == 0)
      let error = #expect(throws: SafeWritingError.self) { try file.write(Array("new".utf8)) }
      #expect(error?.code == .changedOnDisk)
      #expect(try text(path) == "the")
    }
  }

  @Test("A deleted file is not recreated, and a new one is not overwritten")
  func gone() throws {
    try withFile("old") { path in
      let file = try UserFile(at: path)
      try FileManager.default.removeItem(atPath: path.string)
      let error = #expect(throws: SafeWritingError.self) { try file.write(Array("mine".utf8)) }
      #expect(error?.code == .vanished)
    }
    try withFile(nil) { path in
      let file = try UserFile(at: path)
      #expect(file.bytes == nil)
      try Data("theirs".utf8).write(to: URL(fileURLWithPath: path.string))
      let error = #expect(throws: SafeWritingError.self) { try file.write(Array("mine".utf8)) }
      #expect(error?.code == .alreadyExists)
      #expect(try text(path) == "theirs")
    }
  }

  @Test("A link is followed, including a dangling link", arguments: ["text", nil])
  func link(text old: String?) throws {
    try withFile(old) { path in
      let link = path.removingLastComponent().appending("other")
      #expect(symlink("file", link.string) == 0)
      try UserFile(at: link).write(Array("new".utf8))
      #expect(try text(path) == "new")
      #expect(FileStatus.present(at: link, followsLinks: false)?.kind == .symbolicLink)
    }
  }

  @Test("An output path rejects an item that was created since it was checked")
  func output() throws {
    try withFile("old") { path in
      let place = OutputPlace(path)
      try Data("theirs, and longer".utf8).write(to: URL(fileURLWithPath: path.string))
      let error = #expect(throws: SafeWritingError.self) {
        try Array("mine".utf8).withUnsafeBytes { try place.write($0) }
      }
      #expect(error?.code == .changedOnDisk)
      #expect(try text(path) == "theirs, and longer")
    }
    try withFile(nil) { path in
      let place = OutputPlace(path)
      try Data("theirs".utf8).write(to: URL(fileURLWithPath: path.string))
      let error = #expect(throws: SafeWritingError.self) {
        try Array("mine".utf8).withUnsafeBytes { try place.write($0) }
      }
      #expect(error?.code == .alreadyExists)
      #expect(try text(path) == "theirs")
    }
  }
}
