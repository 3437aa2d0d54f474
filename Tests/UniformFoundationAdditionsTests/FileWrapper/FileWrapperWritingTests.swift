import Foundation
import FoundationTestSupport
import StorageTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UTIPlatform
import UniformFoundationAdditions

@testable import UTIDocumentStorage

/// Writing: what is shared with the older version, and what happens when something fails.
@Suite struct FileWrapperWriting {
  @Test func `M1: of a thousand children with one changed, one is written and 999 are linked`()
    throws
  {
    let scratch = try ScratchDirectory()
    let package = FileWrapper(directoryWithFileWrappers: [:])
    for number in 0..<1_000 {
      package.addRegularFile(
        withContents: Data("child \(number)".utf8), preferredFilename: "\(number).txt")
    }
    let url = scratch.url("a.pack")
    try package.write(to: url, options: .withNameUpdating, originalContentsURL: nil)
    for source in [package, try FileWrapper(url: url)] {
      source.removeFileWrapper(try source.child("500.txt"))
      source.addRegularFile(withContents: Data("changed".utf8), preferredFilename: "500.txt")
      let recorder = CallRecorder()
      let next = scratch.url("next-\(UUID().uuidString).pack")
      try source.write(
        to: next, options: .withNameUpdating, originalContentsURL: url, store: recorder.store)
      #expect(recorder.count(.link) == 999)
      #expect(recorder.calls.filter { $0.operation == .write }.map(\.byteCount) == [7])
      #expect(recorder.count(.createFile) == 1)
      #expect(recorder.count(.read) == 0)
      let name = next.lastPathComponent
      #expect(try scratch.inode("a.pack/7.txt") == scratch.inode("\(name)/7.txt"))
      #expect(try Data(contentsOf: next.appending(path: "500.txt")) == Data("changed".utf8))
      #expect(try FileManager.default.contentsOfDirectory(atPath: next.path).count == 1_000)
    }
  }

  @Test func `M1: everything of a package is written`() throws {
    let scratch = try FileWrapperReading.package()
    chmod(scratch.url("a.pack/text.md").path, 0o640)
    chmod(scratch.url("a.pack/media").path, 0o700)
    let package = try FileWrapper(url: scratch.url("a.pack"))
    try package.write(to: scratch.url("b.pack"), originalContentsURL: nil)
    #expect(try scratch.contents(of: "b.pack") == scratch.contents(of: "a.pack"))
    #expect(try scratch.permissions("b.pack/text.md") == 0o640)
    #expect(try scratch.permissions("b.pack/media") == 0o700)
    #expect(
      try scratch.modificationDate("b.pack/text.md") == scratch.modificationDate("a.pack/text.md"))
    #expect(try scratch.inode("b.pack/text.md") != scratch.inode("a.pack/text.md"))
  }

  @Test func `M1: a child that got another key is linked from its old name`() throws {
    let scratch = try FileWrapperReading.package()
    let package = try FileWrapper(url: scratch.url("a.pack"))
    try package.child("text.md").preferredFilename = "renamed.md"
    let recorder = CallRecorder()
    try package.write(
      to: scratch.url("b.pack"), options: .withNameUpdating,
      originalContentsURL: scratch.url("a.pack"), store: recorder.store)
    #expect(recorder.count(.write) == 0)
    #expect(try scratch.inode("b.pack/renamed.md") == scratch.inode("a.pack/text.md"))
    #expect(try package.child("renamed.md").filename == "renamed.md")
    #expect(package.filename == "b.pack")
  }

  @Test func `M2: equal time and size alone do not make a file the same`() throws {
    let scratch = try FileWrapperReading.package()
    let read = try FileWrapper(url: scratch.url("a.pack"), options: .immediate)
    let unread = try FileWrapper(url: scratch.url("a.pack"))
    _ = try unread.children()
    try FileWrapperReading.Change.replacedWithSameSizeAndTime.make(scratch)
    let before = try scratch.contents()
    #expect {
      try unread.write(to: scratch.url("b.pack"), originalContentsURL: scratch.url("a.pack"))
    } throws: {
      wrapperError("text.md: error: it has been changed or removed since")($0)
    }
    #expect(try scratch.contents() == before)
    try read.write(to: scratch.url("b.pack"), originalContentsURL: scratch.url("a.pack"))
    #expect(try scratch.contents(of: "b.pack")["text.md"] == "text")
  }

  @Test(arguments: [Errno.notPermitted, .improperLink, .tooManyLinks, .notSupported, .noFunction])
  func `M3: if links are not possible, files are copied`(_ errno: Errno) throws {
    let scratch = try FileWrapperReading.package()
    chmod(scratch.url("a.pack/text.md").path, 0o600)
    let path = scratch.url("a.pack/text.md").path
    let value: [UInt8] = [1, 2, 3]
    let file = try FileDescriptor.open(FilePath(path), .readOnly)
    let hasAttributes: Bool
    do {
      try SystemFileStore().setExtendedAttribute("user.mark", to: value, of: file)
      hasAttributes = true
    } catch { hasAttributes = false }
    try file.close()
    let package = try FileWrapper(url: scratch.url("a.pack"))
    let store = InterposedFileStore.failing { call, _ in call.operation == .link ? errno : nil }
    try package.write(
      to: scratch.url("b.pack"), originalContentsURL: scratch.url("a.pack"), store: store)
    #expect(try scratch.contents(of: "b.pack") == scratch.contents(of: "a.pack"))
    #expect(try scratch.inode("b.pack/text.md") != scratch.inode("a.pack/text.md"))
    #expect(try scratch.permissions("b.pack/text.md") == 0o600)
    #expect(
      try scratch.modificationDate("b.pack/text.md") == scratch.modificationDate("a.pack/text.md"))
    if hasAttributes {
      let copy = try FileDescriptor.open(FilePath(scratch.url("b.pack/text.md").path), .readOnly)
      #expect(try SystemFileStore().extendedAttribute("user.mark", of: copy) == value)
      try copy.close()
    }
  }

  @Test func `M3: an error of linking that a copy cannot avoid is reported`() throws {
    let scratch = try FileWrapperReading.package()
    let package = try FileWrapper(url: scratch.url("a.pack"))
    let store = InterposedFileStore.failing { call, _ in call.operation == .link ? .noSpace : nil }
    #expect {
      try package.write(
        to: scratch.url("b.pack"), originalContentsURL: scratch.url("a.pack"), store: store)
    } throws: {
      ($0 as? DocumentError)?.errno == .noSpace
    }
  }

  @Test func `M7: a link is written as the same link`() throws {
    let scratch = try FileWrapperReading.package()
    let package = try FileWrapper(url: scratch.url("a.pack"))
    let link = FileWrapper(symbolicLinkWithDestinationURL: URL(filePath: "/etc/hostname"))
    link.preferredFilename = "host"
    package.addFileWrapper(link)
    try package.write(to: scratch.url("b.pack"), originalContentsURL: scratch.url("a.pack"))
    let contents = try scratch.contents(of: "b.pack")
    #expect(contents["out"] == "-> ../outside.txt")
    #expect(contents["link"] == "-> text.md")
    #expect(contents["host"] == "-> /etc/hostname")
  }

  @Test func `M10: a tree that is too deep is rejected before anything is written`() throws {
    let scratch = try ScratchDirectory()
    var outer = FileWrapper(directoryWithFileWrappers: [:])
    for _ in 0..<129 { outer = FileWrapper(directoryWithFileWrappers: ["inner": outer]) }
    #expect {
      try outer.write(to: scratch.url("a.pack"), originalContentsURL: nil)
    } throws: {
      wrapperError("nested more than 128 deep")($0)
    }
    #expect(try scratch.contents().isEmpty)
    #expect(outer.serializedRepresentation == nil)
  }

  @Test func `M10: repeated writes do not count the items of a directory twice`() throws {
    let scratch = try FileWrapperReading.package()
    var limits = FileWrapper.Limits()
    limits.itemCount = 7
    let package = try FileWrapper(url: scratch.url("a.pack"), limits: limits)
    let full = InterposedFileStore.failing { call, _ in call.operation == .link ? .noSpace : nil }
    for _ in 0..<5 {
      #expect {
        try package.write(
          to: scratch.url("b.pack"), originalContentsURL: scratch.url("a.pack"), store: full)
      } throws: {
        ($0 as? DocumentError)?.errno == .noSpace
      }
    }
    try package.write(to: scratch.url("b.pack"), originalContentsURL: scratch.url("a.pack"))
  }

  @Test func `Permissions that were set are written, and never change the older version`() throws {
    let scratch = try FileWrapperReading.package()
    let package = try FileWrapper(url: scratch.url("a.pack"))
    let text = try package.child("text.md")
    var attributes = text.fileAttributes
    attributes[FileAttributeKey.posixPermissions.rawValue] = 0o600
    text.fileAttributes = attributes
    let recorder = CallRecorder()
    try package.write(
      to: scratch.url("b.pack"), options: .withNameUpdating,
      originalContentsURL: scratch.url("a.pack"), store: recorder.store)
    #expect(try scratch.permissions("b.pack/text.md") == 0o600)
    #expect(try scratch.permissions("a.pack/text.md") == 0o644)
    #expect(recorder.count(.link) == 2)
    recorder.forget()
    try package.write(
      to: scratch.url("c.pack"), options: .withNameUpdating,
      originalContentsURL: scratch.url("b.pack"), store: recorder.store)
    #expect(recorder.count(.link) == 3, "what was written has the permissions now")
  }

  @Test func `Replacing a package in one step, repeatedly`() throws {
    let scratch = try FileWrapperReading.package()
    let url = scratch.url("a.pack")
    let package = try FileWrapper(url: url)
    for round in 0..<3 {
      package.removeFileWrapper(try package.child("text.md"))
      package.addRegularFile(
        withContents: Data("round \(round)".utf8), preferredFilename: "text.md")
      let inode = try scratch.inode("a.pack/media/one.png")
      try package.write(to: url, options: .withNameUpdating, originalContentsURL: url)
      #expect(try scratch.contents(of: "a.pack")["text.md"] == "round \(round)")
      #expect(try scratch.inode("a.pack/media/one.png") == inode)
      #expect(package.matchesContents(of: url))
    }
    #expect(try scratch.contents().keys.allSatisfy { !$0.hasPrefix(".") })
    #expect(try package.child("media", "two.png").text == "two", "still unread until now")
  }

  @Test func `Replacing a file in one step`() throws {
    let scratch = try ScratchDirectory(["a.txt": "old", "b.txt": "other"])
    let wrapper = FileWrapper(text: "new")
    try wrapper.write(
      to: scratch.url("a.txt"), options: [.atomic, .withNameUpdating], originalContentsURL: nil)
    #expect(try scratch.contents() == ["a.txt": "new", "b.txt": "other"])
    #expect(wrapper.filename == "a.txt")
    #expect(wrapper.matchesContents(of: scratch.url("a.txt")))
    let unread = try FileWrapper(url: scratch.url("b.txt"))
    try unread.write(to: scratch.url("b.txt"), originalContentsURL: scratch.url("b.txt"))
    #expect(try scratch.contents()["b.txt"] == "other")
  }

  @Test func `A package written beside another is read after it replaced it, or was discarded`()
    throws
  {
    for isCommitted in [true, false] {
      let scratch = try FileWrapperReading.package()
      let url = scratch.url("a.pack")
      let package = try FileWrapper(url: url)
      package.addRegularFile(withContents: Data("new".utf8), preferredFilename: "new.md")
      let beside = scratch.url("beside.pack")
      try package.write(to: beside, options: .withNameUpdating, originalContentsURL: url)
      if isCommitted {
        try FileManager.default.removeItem(at: url)
        try FileManager.default.moveItem(at: beside, to: url)
      } else {
        try FileManager.default.removeItem(at: beside)
      }
      #expect(try package.child("media", "one.png").text == "one")
      try package.write(to: scratch.url("again.pack"), originalContentsURL: url)
      let contents = try scratch.contents(of: "again.pack")
      #expect(contents["new.md"] == "new" && contents["media/two.png"] == "two")
    }
  }

  @Test func `A failed call leaves no files, and the wrapper unchanged`() throws {
    let counter = CallRecorder()
    try Self.save(in: FileWrapperReading.package(), store: counter.store)
    let total = counter.calls.count
    #expect(total > 20)
    var failures = 0
    for failing in 0..<total {
      let scratch = try FileWrapperReading.package()
      let before = try scratch.contents()
      let store = InterposedFileStore.failing { _, index in index == failing ? .ioError : nil }
      let package = try FileWrapper(url: scratch.url("a.pack"))
      package.addRegularFile(withContents: Data("new".utf8), preferredFilename: "new.md")
      do {
        try package.write(
          to: scratch.url("b.pack"), options: .withNameUpdating,
          originalContentsURL: scratch.url("a.pack"), store: store)
      } catch let error as DocumentError {
        failures += 1
        #expect(error.errno == .ioError, "\(counter.calls[failing])")
        #expect(try scratch.contents() == before, "\(counter.calls[failing])")
        #expect(package.filename == "a.pack")
        #expect(try package.child("new.md").filename == nil)
        try Self.save(in: scratch, store: SystemFileStore(), package)
        #expect(try scratch.contents(of: "b.pack")["new.md"] == "new")
      }
    }
    #expect(failures > total / 2, "\(failures) of \(total)")
  }

  private static func save(
    in scratch: ScratchDirectory, store: any FileStore, _ wrapper: FileWrapper? = nil
  ) throws {
    let package = try wrapper ?? FileWrapper(url: scratch.url("a.pack"))
    if wrapper == nil {
      package.addRegularFile(withContents: Data("new".utf8), preferredFilename: "new.md")
    }
    try package.write(
      to: scratch.url("b.pack"), options: .withNameUpdating,
      originalContentsURL: scratch.url("a.pack"), store: store)
  }

  @Test func `A call that fails while a package is replaced leaves the old or the new one`() throws
  {
    let counter = CallRecorder()
    try Self.replace(in: Self.smallPackage(), store: counter.store)
    let total = counter.calls.count
    var kept = 0
    for failing in 0..<total {
      let scratch = try Self.smallPackage()
      let old = try scratch.contents()
      // A save may take a call less than the one that was counted; the fault must not hit the next.
      let isArmed = Atomic(true)
      let store = InterposedFileStore.failing { _, index in
        index == failing && isArmed.load(ordering: .relaxed) ? .ioError : nil
      }
      let package = try FileWrapper(url: scratch.url("a.pack"))
      package.addRegularFile(withContents: Data("new".utf8), preferredFilename: "new.md")
      let context = "call \(failing), \(counter.calls[failing])"
      do {
        try Self.replace(package, in: scratch, store: store)
        #expect(try scratch.contents(of: "a.pack")["new.md"] == "new", "\(context)")
      } catch {
        kept += 1
        #expect(error is DocumentError, "\(context)")
        var now = try scratch.contents().filter { !$0.key.hasPrefix(".") }
        // The new file is in its place already only if the names could not be synchronized.
        if counter.calls[failing].operation == .synchronize, now["a.pack/new.md"] != nil {
          now["a.pack/new.md"] = nil
        }
        #expect(now == old, "\(context)")
        #expect(try package.child("new.md").filename == nil, "\(context)")
      }
      isArmed.store(false, ordering: .relaxed)
      try Self.replace(package, in: scratch, store: SystemFileStore())
      #expect(try scratch.contents(of: "a.pack")["new.md"] == "new", "\(context)")
      #expect(try scratch.contents(of: "a.pack")["media/one.png"] == "one", "\(context)")
    }
    #expect(kept > total / 2, "\(kept) of \(total)")
  }

  private static func smallPackage() throws -> ScratchDirectory {
    try ScratchDirectory(["a.pack/text.md": "text", "a.pack/media/one.png": "one"])
  }

  private static func replace(
    _ wrapper: FileWrapper? = nil, in scratch: ScratchDirectory, store: any FileStore
  ) throws {
    let url = scratch.url("a.pack")
    let package = try wrapper ?? FileWrapper(url: url)
    if wrapper == nil {
      package.addRegularFile(withContents: Data("new".utf8), preferredFilename: "new.md")
    }
    try package.write(to: url, options: .withNameUpdating, originalContentsURL: url, store: store)
  }
}
