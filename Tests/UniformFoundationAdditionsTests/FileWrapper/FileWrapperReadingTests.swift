import Foundation
import FoundationTestSupport
import StorageTestSupport
import SystemPackage
import TestSupport
import Testing
import UTIDocumentStorage
import UTIPlatform
import UniformFoundationAdditions

/// Reading: what is found when, limits, and what has changed in the meantime.
@Suite struct FileWrapperReading {
  static func package() throws -> ScratchDirectory {
    let scratch = try ScratchDirectory([
      "a.pack/text.md": "text", "a.pack/media/one.png": "one", "a.pack/media/two.png": "two",
      "a.pack/empty/": "", "flat.txt": "flat", "outside.txt": "secret",
    ])
    symlink("text.md", scratch.url("a.pack/link").path)
    symlink("../outside.txt", scratch.url("a.pack/out").path)
    return scratch
  }

  @Test func `The kind, the name and the contents of an item`() throws {
    let scratch = try Self.package()
    let package = try FileWrapper(url: scratch.url("a.pack"))
    #expect(package.isDirectory && !package.isRegularFile && !package.isSymbolicLink)
    #expect(package.filename == "a.pack" && package.preferredFilename == "a.pack")
    #expect(package.fileWrappers?.keys.sorted() == ["empty", "link", "media", "out", "text.md"])
    #expect(package.regularFileContents == nil && package.symbolicLinkDestinationURL == nil)
    let text = try package.child("text.md")
    #expect(text.isRegularFile && text.text == "text" && text.fileWrappers == nil)
    #expect(try package.child("media", "two.png").text == "two")
    #expect(try package.child("empty").fileWrappers?.isEmpty == true)
    let flat = try FileWrapper(url: scratch.url("flat.txt"))
    #expect(flat.text == "flat" && flat.filename == "flat.txt")
    #expect(flat.fileAttributes[FileAttributeKey.size.rawValue] as? Int == 4)
    #expect(flat.fileAttributes[FileAttributeKey.posixPermissions.rawValue] as? Int == 0o644)
  }

  @Test func `M7: links are links, whatever their destination`() throws {
    let scratch = try Self.package()
    let package = try FileWrapper(url: scratch.url("a.pack"), options: .immediate)
    let link = try package.child("link")
    #expect(link.isSymbolicLink && link.text == nil)
    #expect(link.symbolicLinkDestinationURL?.lastPathComponent == "text.md")
    #expect(try package.child("out").isSymbolicLink)
    let alone = try FileWrapper(url: scratch.url("a.pack/out"))
    #expect(alone.isSymbolicLink)
  }

  @Test func `M7: a directory that has become a link is not followed`() throws {
    let scratch = try Self.package()
    let media = try FileWrapper(url: scratch.url("a.pack")).child("media")
    try FileManager.default.removeItem(at: scratch.url("a.pack/media"))
    symlink("/", scratch.url("a.pack/media").path)
    #expect(media.fileWrappers == nil)
    #expect(throws: DocumentError.self) { try media.children() }
  }

  @Test func `Nothing is read before the first access, and everything with the immediate option`()
    throws
  {
    let scratch = try Self.package()
    let recorder = CallRecorder()
    let lazy = try FileWrapper(url: scratch.url("a.pack"), limits: .init(), store: recorder.store)
    #expect(recorder.count(.list) == 0)
    _ = try lazy.children()
    #expect(recorder.count(.list) == 1 && recorder.count(.read) == 0)
    _ = try lazy.child("text.md").contents()
    _ = try lazy.child("text.md").contents()
    #expect(recorder.count(.read) == 1)
    let immediate = try FileWrapper(url: scratch.url("a.pack"), options: .immediate)
    try FileManager.default.removeItem(at: scratch.url("a.pack"))
    #expect(try immediate.child("media", "one.png").text == "one")
  }

  @Test func `An open package is read further after it was renamed`() throws {
    let scratch = try Self.package()
    let package = try FileWrapper(url: scratch.url("a.pack"))
    try FileManager.default.moveItem(at: scratch.url("a.pack"), to: scratch.url("b.pack"))
    #expect(try package.child("media", "one.png").text == "one")
  }

  enum Change: String, CaseIterable, Sendable {
    case removed
    case replacedWithSameSizeAndTime
    case longer
    case rewritten
    case becameDirectory

    func make(_ scratch: ScratchDirectory) throws {
      let url = scratch.url("a.pack/text.md")
      switch self {
      case .removed: try FileManager.default.removeItem(at: url)
      case .replacedWithSameSizeAndTime:
        let date = try scratch.modificationDate("a.pack/text.md")
        try scratch.write("TEXT", to: "other")
        try scratch.setModificationDate(try #require(date), of: "other")
        #expect(rename(scratch.url("other").path, url.path) == 0)
      case .longer: try scratch.write("longer text", to: "a.pack/text.md")
      case .rewritten:
        let handle = try FileHandle(forWritingTo: url)
        try handle.write(contentsOf: Data("TEXT".utf8))
        try handle.close()
        try scratch.setModificationDate(Date(timeIntervalSince1970: 1_000), of: "a.pack/text.md")
      case .becameDirectory:
        try FileManager.default.removeItem(at: url)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      }
    }
  }

  @Test(arguments: Change.allCases)
  func `M6: contents that have changed since are an error, not empty`(_ change: Change) throws {
    let scratch = try Self.package()
    let read = try FileWrapper(url: scratch.url("a.pack")).child("text.md")
    #expect(read.text == "text")
    let unread = try FileWrapper(url: scratch.url("a.pack")).child("text.md")
    try change.make(scratch)
    #expect(unread.regularFileContents == nil)
    #expect {
      try unread.contents()
    } throws: {
      wrapperError("it has been changed or removed since it was read")($0)
    }
    #expect(read.text == "text", "what has been read stays")
  }

  @Test func `M6: a change of permissions alone is no change of contents`() throws {
    let scratch = try Self.package()
    let text = try FileWrapper(url: scratch.url("a.pack")).child("text.md")
    chmod(scratch.url("a.pack/text.md").path, 0o600)
    #expect(text.text == "text")
  }

  @Test func `Large files are mapped, unless the option is absent`() throws {
    let scratch = try ScratchDirectory()
    let bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) })
    try bytes.write(to: scratch.url("large"))
    for options in [FileWrapper.ReadingOptions(), .withoutMapping] {
      let wrapper = try FileWrapper(url: scratch.url("large"), options: options)
      #expect(wrapper.regularFileContents == bytes)
    }
  }

  @Test func `M10: depth, number and size are limited`() throws {
    let scratch = try ScratchDirectory(["a.pack/b/c/d/e.txt": "deep"])
    var limits = FileWrapper.Limits()
    limits.depth = 3
    #expect {
      try FileWrapper(url: scratch.url("a.pack"), options: .immediate, limits: limits)
    } throws: {
      wrapperError("nested more than 3 deep")($0)
    }
    limits.depth = 4
    _ = try FileWrapper(url: scratch.url("a.pack"), options: .immediate, limits: limits)
    limits.itemCount = 3
    #expect {
      try FileWrapper(url: scratch.url("a.pack"), options: .immediate, limits: limits)
    } throws: {
      wrapperError("more than 3 items")($0)
    }
    limits = FileWrapper.Limits()
    limits.fileByteCount = 3
    #expect {
      try FileWrapper(url: scratch.url("a.pack"), options: .immediate, limits: limits)
    } throws: {
      wrapperError("more than 3 bytes")($0)
    }
  }

  @Test func `Items that no document contains are rejected without waiting`() throws {
    let scratch = try ScratchDirectory(["a.pack/text": "text"])
    mkfifo(scratch.url("a.pack/pipe").path, 0o600)
    #expect {
      try FileWrapper(url: scratch.url("a.pack/pipe"))
    } throws: {
      wrapperError("a named pipe")($0)
    }
    let package = try FileWrapper(url: scratch.url("a.pack"))
    #expect(try package.children().keys.sorted() == ["text"])
    #expect {
      try FileWrapper(url: scratch.url("absent"))
    } throws: {
      ($0 as? DocumentError)?.errno == .noSuchFileOrDirectory
        && String(describing: $0).contains("absent")
    }
    #expect {
      try FileWrapper(url: #require(URL(string: "https://example.org/a")))
    } throws: {
      wrapperError("the URL is not a file URL")($0)
    }
  }

  @Test func `Reading again keeps the wrappers of existing children`() throws {
    let scratch = try Self.package()
    let package = try FileWrapper(url: scratch.url("a.pack"))
    let text = try package.child("text.md")
    let one = try package.child("media", "one.png")
    let two = try package.child("media", "two.png")
    #expect(one.text == "one" && text.text == "text")
    try scratch.write("new text", to: "a.pack/text.md")
    try FileManager.default.removeItem(at: scratch.url("a.pack/media/two.png"))
    try scratch.write("three", to: "a.pack/media/three.png")
    try package.read(from: scratch.url("a.pack"))
    #expect(try package.child("text.md") === text && text.text == "new text")
    #expect(try package.child("media", "one.png") === one && one.text == "one")
    #expect(try package.child("media").keyForChildFileWrapper(two) == nil)
    #expect(try package.child("media", "three.png").text == "three")
  }

  @Test func `Reading again may change the kind, and changes nothing after an error`() throws {
    let scratch = try Self.package()
    let wrapper = try FileWrapper(url: scratch.url("a.pack"))
    _ = try wrapper.children()
    #expect(throws: DocumentError.self) { try wrapper.read(from: scratch.url("absent")) }
    #expect(wrapper.isDirectory && wrapper.filename == "a.pack")
    try wrapper.read(from: scratch.url("flat.txt"))
    #expect(wrapper.isRegularFile && wrapper.text == "flat")
  }

  @Test func `M9: matching an item on disk`() throws {
    let changes: [(String, Bool, (ScratchDirectory) throws -> Void)] = [
      ("nothing", true, { _ in }),
      ("added", false, { try $0.write("new", to: "a.pack/media/new") }),
      ("removed", false, { try FileManager.default.removeItem(at: $0.url("a.pack/text.md")) }),
      ("changed", false, { try $0.write("TEXT", to: "a.pack/text.md") }),
      ("same bytes in another file", true, { try $0.write("text", to: "a.pack/text.md") }),
      ("permissions", true, { chmod($0.url("a.pack/text.md").path, 0o600) }),
      (
        "renamed", false,
        { #expect(rename($0.url("a.pack/text.md").path, $0.url("a.pack/b").path) == 0) }
      ),
      (
        "another destination", false,
        {
          unlink($0.url("a.pack/link").path)
          symlink("media", $0.url("a.pack/link").path)
        }
      ),
      ("gone", false, { try FileManager.default.removeItem(at: $0.url("a.pack")) }),
    ]
    for (name, expected, change) in changes {
      let scratch = try Self.package()
      let package = try FileWrapper(url: scratch.url("a.pack"), options: .immediate)
      try change(scratch)
      #expect(package.matchesContents(of: scratch.url("a.pack")) == expected, "\(name)")
    }
  }
}
