import Foundation
import StorageTestSupport
import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

/// Rule D22: the description of the cause of an error.
@Suite @MainActor struct DocumentErrors {
  private static let package = ["a.rtfd/TXT.rtf": "text", "a.rtfd/image": "image"]

  @Test(arguments: [
    (Errno.noSpace, DocumentError.Code.system, "free space on the file system, or save elsewhere"),
    (.diskQuotaExceeded, .system, "free space within the quota, or save elsewhere"),
    (.ioError, .system, "save elsewhere and check the disk"),
    (.readOnlyFileSystem, .noPermission, "save elsewhere, the file system is read-only"),
  ])
  func `D22, L10: an unwritable package reports the file, the reason and a remedy`(
    _ errno: Errno, _ code: DocumentError.Code, _ remedy: String
  ) async throws {
    let scratch = try ScratchDirectory(Self.package)
    let document = try await WrapperDocument.opened(scratch.url("a.rtfd"))
    document.environment.store = InterposedFileStore.failing { call, _ in
      if case .createFile(let location) = call, location.path.string.hasSuffix("new") {
        errno
      } else {
        nil
      }
    }
    document.add("new", as: "new")
    let error = await #expect(throws: DocumentError.self) {
      try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    }
    #expect(error?.code == code && error?.errno == errno && error?.operation == .save)
    #expect(error?.remedy == remedy && error?.isOriginalIntact == true)
    #expect(error?.unsavedContents == .inMemory)
    #expect(error?.underlyingError is FileStoreError)
    #expect(error?.message.contains("new: cannot create it: ") == true)
    #expect(error?.message.contains("failed") == false)
    #expect(try scratch.contents(of: "a.rtfd") == ["TXT.rtf": "text", "image": "image"])
  }

  @Test func `D22, C11: an unreadable package reports the file and the reason`() async throws {
    let scratch = try ScratchDirectory(Self.package)
    let document = WrapperDocument(fileURL: scratch.url("a.rtfd"))
    document.environment = .quiet
    document.environment.store = InterposedFileStore.failing { call, _ in
      if case .open(let location, .reading) = call, location.path.lastComponent == "image" {
        .permissionDenied
      } else {
        nil
      }
    }
    let error = await #expect(throws: DocumentError.self) { try await document.openContents() }
    #expect(error?.code == .noPermission && error?.errno == .permissionDenied)
    #expect(error?.message.contains(": image: cannot open it: ") == true)
    #expect(error?.remedy == "ask for permission")
  }

  @Test func `D22, M10: a package that is too deep is reported as such`() async throws {
    let path = "a.rtfd" + String(repeating: "/d", count: 130) + "/"
    let scratch = try ScratchDirectory([path: ""])
    let error = await #expect(throws: DocumentError.self) {
      _ = try await WrapperDocument.opened(scratch.url("a.rtfd"))
    }
    #expect(error?.code == .limitExceeded && error?.errno == nil)
    #expect(error?.message.contains("nested more than 128 deep") == true)
  }

  @Test(arguments: [
    (DocumentError(.changedSinceRead, at: "/a.rtfd/x"), DocumentError.Code.changedWhileReading),
    (DocumentError(.specialFile, at: "/a.rtfd/x"), .specialFile),
    (DocumentError(.tooManyItems(limit: 3), at: "/a.rtfd/x"), .limitExceeded),
    (DocumentError(.tooLarge(limit: 3), at: "/a.rtfd/x"), .limitExceeded),
    (DocumentError(.invalidFilename("a/b"), at: "/a.rtfd/x"), .invalidName),
    (DocumentError(SafeWritingError(.alreadyExists, path: "/a")), .fileExists),
  ])
  func `D22: every reason of a file wrapper has its code`(
    _ cause: DocumentError, _ code: DocumentError.Code
  ) throws {
    let document = TracingDocument.make(URL(filePath: "/a.rtfd"))
    let error = DocumentError.wrapping(cause, .save, document) as? DocumentError
    #expect(error?.code == code && error?.operation == .save)
    #expect(error?.message.contains("TracingDocument failed") == false)
    #expect(error?.remedy.isEmpty == false && error?.remedy != "see the underlying error")
  }

  @Test func `Every failed operation of a store has a sentence`() {
    let sentences = FileStoreError.Operation.allCases.map {
      FileStoreError($0, path: "/a", errno: .ioError).description
    }
    for sentence in sentences {
      #expect(sentence.hasPrefix("/a: cannot ") && sentence.hasSuffix(": Input/output error"))
      #expect(!sentence.contains("status it") && !sentence.contains("directory it"))
      #expect(
        !sentence.contains("link it:") || sentence == "/a: cannot link it: Input/output error")
    }
    #expect(Set(sentences).count == sentences.count)
    #expect(sentences.contains("/a: cannot read its status: Input/output error"))
    #expect(sentences.contains("/a: cannot get permission to write it: Input/output error"))
    #expect(sentences.contains("/a: cannot change the owner of it: Input/output error"))
  }

  @Test func `N2, D22: an item that cannot be renamed is not reported as unsaved`() async throws {
    let scratch = try ScratchDirectory(["a.txt": "a"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    #expect(unlink(scratch.url("a.txt").path) == 0)
    let error = await #expect(throws: DocumentError.self) { try await document.rename(to: "b") }
    #expect(error?.code == .noSuchFile && error?.operation == .rename)
    #expect(error?.message == "a.txt: not renamed, because the item is gone")
    #expect(error?.remedy == "check its location, or save it under the new name")
    let taken = try ScratchDirectory(["a.txt": "a", "b.txt": "b"])
    let failure = #expect(throws: SafeWritingError.self) {
      try SafeWriter().move(taken.path.appending("a.txt"), to: taken.path.appending("b.txt"))
    }
    #expect(failure?.description.contains("b.txt: not renamed, because there is an item") == true)
    #expect(failure?.remedy == "choose another name")
  }
}
