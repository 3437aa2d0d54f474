import Foundation
import FoundationTestSupport
import StorageTestSupport
import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments
@testable import UniformFoundationAdditions

/// Rule M4: pipes and sockets in a package are others', and stay.
@Suite @MainActor struct ForeignItems {
  private static func package() throws -> ScratchDirectory {
    try ScratchDirectory([
      "a.rtfd/TXT.rtf": "text", "a.rtfd/sub/one": "one", "a.rtfd/gone/two": "two",
    ])
  }

  private static func makePipes(_ scratch: ScratchDirectory) throws -> [UInt64] {
    #expect(mkfifo(scratch.url("a.rtfd/pipe").path, 0o600) == 0)
    #expect(mkfifo(scratch.url("a.rtfd/sub/inner").path, 0o600) == 0)
    close(try DocumentReading.socket(at: scratch.url("a.rtfd/socket").path))
    return try pipes(scratch)
  }

  private static func pipes(
    _ scratch: ScratchDirectory, in package: String = "a.rtfd"
  ) throws -> [UInt64] {
    try ["pipe", "socket", "sub/inner"].map {
      let path = scratch.path.appending(package).pushing(FilePath($0))
      let status = try SystemFileStore().status(of: FileLocation(path))
      #expect(status.kind.isSpecial)
      return status.inode
    }
  }

  @Test func `M4: a package with pipes and sockets opens, and they are not part of the contents`()
    async throws
  {
    let scratch = try Self.package()
    _ = try Self.makePipes(scratch)
    let document = try await WrapperDocument.opened(scratch.url("a.rtfd"))
    #expect(document.package.fileWrappers?.keys.sorted() == ["TXT.rtf", "gone", "sub"])
    #expect(try document.package.child("sub").fileWrappers?.keys.sorted() == ["one"])
    #expect(document.package.matchesContents(of: scratch.url("a.rtfd")))
  }

  enum Moment: CaseIterable { case beforeOpening, whileOpen }

  @Test(arguments: Moment.allCases, [nil, Errno.invalidArgument, .improperLink])
  func `M4: pipes and sockets are the same items after every save`(
    _ moment: Moment, refusal: Errno?
  ) async throws {
    let scratch = try Self.package()
    var inodes = moment == .beforeOpening ? try Self.makePipes(scratch) : []
    let document = try await WrapperDocument.opened(scratch.url("a.rtfd"))
    if moment == .whileOpen { inodes = try Self.makePipes(scratch) }
    document.environment.store = InterposedFileStore.failing { call, _ in
      if case .rename(_, _, .exchanging) = call { refusal } else { nil }
    }
    document.package.removeFileWrapper(try document.package.child("gone"))
    for text in ["one", "two"] {
      document.add(text, as: text)
      try await document.saveContents(to: document.fileURL, for: .forOverwriting)
      #expect(document.saveOutcome?.conflict == nil)
      #expect(try Self.pipes(scratch) == inodes)
    }
    #expect(scratch.text("a.rtfd/two") == "two" && scratch.text("a.rtfd/sub/one") == "one")
    let store = SystemFileStore()
    let names = try store.names(at: FileLocation(scratch.path.appending("a.rtfd")))
    #expect(names.map(\.string).sorted() == ["TXT.rtf", "one", "pipe", "socket", "sub", "two"])
    #expect(try store.names(at: FileLocation(scratch.path)).map(\.string) == ["a.rtfd"])
  }

  @Test func `M4: a wrapper that replaces its directory leaves them too`() throws {
    let scratch = try Self.package()
    let inodes = try Self.makePipes(scratch)
    let package = try FileWrapper(url: scratch.url("a.rtfd"), options: .immediate)
    package.removeFileWrapper(try package.child("gone"))
    try package.write(
      to: scratch.url("a.rtfd"), options: .atomic, originalContentsURL: scratch.url("a.rtfd"))
    #expect(try Self.pipes(scratch) == inodes)
  }

  @Test func `M4: a pipe that cannot stay makes the save fail`() async throws {
    let scratch = try Self.package()
    let inodes = try Self.makePipes(scratch)
    let document = try await WrapperDocument.opened(scratch.url("a.rtfd"))
    document.environment.store = InterposedFileStore.failing { call, _ in
      if case .link(_, let location) = call, location.path.lastComponent == "pipe" {
        .notPermitted
      } else {
        nil
      }
    }
    document.add("new", as: "new")
    let error = await #expect(throws: DocumentError.self) {
      try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    }
    #expect(error?.errno == .notPermitted && error?.isOriginalIntact == true)
    #expect(error?.message.contains("pipe") == true)
    #expect(try Self.pipes(scratch) == inodes)
    #expect(scratch.text("a.rtfd/new") == nil && document.hasUnsavedChanges)
  }

  @Test func `J3, M4: pipes that are removed, or written to, are no change`()
    async throws
  {
    let scratch = try Self.package()
    _ = try Self.makePipes(scratch)
    let document = try await WrapperDocument.opened(scratch.url("a.rtfd"))
    let pipe = scratch.url("a.rtfd/pipe").path
    let descriptor = open(pipe, O_RDWR | O_NONBLOCK)
    #expect(Glibc.write(descriptor, "x", 1) == 1)
    close(descriptor)
    #expect(unlink(scratch.url("a.rtfd/socket").path) == 0)
    document.add("new", as: "new")
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    #expect(document.saveOutcome?.conflict == nil)
    #expect(scratch.text("a.rtfd/new") == "new")
  }

  @Test func `C12, C13: open contents stay as they were read, with large files too`()
    async throws
  {
    let large = String(repeating: "0", count: 3 << 20)
    let scratch = try ScratchDirectory(["a.rtfd/TXT.rtf": "text", "a.rtfd/image": large])
    let document = try await WrapperDocument.opened(scratch.url("a.rtfd"))
    let image = try document.package.child("image")
    let before = try #require(image.regularFileContents)
    func overwrite(_ text: String) throws {
      let file = try FileDescriptor.open(
        scratch.path.pushing("a.rtfd/image"), .writeOnly, options: .truncate)
      try file.closeAfter { _ = try file.writeAll(text.utf8) }
    }
    try overwrite("1")
    #expect(before.count == large.utf8.count && before.allSatisfy { $0 == UInt8(ascii: "0") })
    #expect(image.regularFileContents == before)
    try overwrite(large)
    try await document.revertContents(to: document.fileURL)
    // A file that the model has not read yet is not mapped either, once it was saved.
    let lazy = try FileWrapper(url: scratch.url("a.rtfd"), options: .withoutMapping).child("image")
    lazy.preferredFilename = "lazy"
    document.package.addFileWrapper(lazy)
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    let read = try #require(lazy.regularFileContents)
    let file = try FileDescriptor.open(
      scratch.path.pushing("a.rtfd/lazy"), .writeOnly, options: .truncate)
    try file.close()
    #expect(read.allSatisfy { $0 == UInt8(ascii: "0") })
  }
}
