import Foundation
import StorageTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import UTIDocumentStorage

@Suite struct SafeWriting {
  private func write(_ text: String, to path: FilePath) throws {
    try Data(text.utf8).write(to: URL(filePath: path.string))
  }

  @Test func `L1: A new file is created under its name, and no other file stays`() throws {
    let directory = try ScratchDirectory()
    let outcome = try SafeWriter().write(to: directory.path.appending("a.txt"), .create) {
      try write("new", to: $0)
    }
    #expect(outcome.strategy == .createExclusively)
    #expect(outcome.durability == .full)
    #expect(try directory.contents() == ["a.txt": "new"])
    #expect(try outcome.identity == FileIdentity(of: FileLocation(outcome.path)))
  }

  @Test func `L1: A file is replaced by an exchange, and no other file stays`() throws {
    let directory = try ScratchDirectory(["a.txt": "old"])
    let outcome = try SafeWriter().write(to: directory.path.appending("a.txt"), .overwrite) {
      #expect($0.lastComponent == "a.txt")
      try write("new", to: $0)
    }
    #expect(outcome.strategy == .exchange)
    #expect(try directory.contents() == ["a.txt": "new"])
  }

  @Test func `L4, L13: The new item is created beside the old one, in a private directory`()
    throws
  {
    let directory = try ScratchDirectory()
    try SafeWriter().write(to: directory.path.appending("a.txt"), .create) { temporary in
      let around = temporary.removingLastComponent()
      #expect(around.removingLastComponent() == directory.path)
      let status = try SystemFileStore().status(of: FileLocation(around))
      #expect(status.permissions == .ownerReadWriteExecute)
      let file = try FileDescriptor.open(
        temporary, .writeOnly, options: [.create, .exclusiveCreate],
        permissions: FilePermissions(rawValue: 0o666))
      try file.closeAfter { _ = try file.writeAll("new".utf8) }
    }
    // The mask of the process, which a test must not change under the others.
    let masks = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      .split(separator: "\n").first { $0.hasPrefix("Umask:") }
    let mask = try #require(masks?.split(separator: "\t").last.flatMap { UInt32($0, radix: 8) })
    let status = try SystemFileStore().status(of: FileLocation(directory.path.appending("a.txt")))
    #expect(UInt32(status.permissions.rawValue) == 0o666 & ~mask)
  }

  /// Makes every synchronization of a directory fail.
  private final class NameRefusal: StoreObserver {
    let errno: Errno
    private var directories: Set<Int32> = []

    init(_ errno: Errno) { self.errno = errno }

    func willPerform(_ call: StoreCall) throws(FileStoreError) -> Int? {
      guard case .synchronize(let file) = call else { return nil }
      var status = stat()
      guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        return nil
      }
      throw FileStoreError(.synchronize, path: "/injected", errno: errno)
    }
  }

  @Test(arguments: [Errno.invalidArgument, .notSupported, .ioError])
  func `L16: If names cannot be flushed the save reports it; a disk error is an error`(
    _ errno: Errno
  )
    throws
  {
    let directory = try ScratchDirectory(["a.txt": "old"])
    let store = InterposedFileStore(NameRefusal(errno))
    let save = {
      try SafeWriter(store: store).write(to: directory.path.appending("a.txt"), .overwrite) {
        try write("new", to: $0)
      }
    }
    if errno == .ioError {
      #expect(throws: SafeWritingError.self) { try save() }
      #expect(try directory.contents() == ["a.txt": "old"])
    } else {
      #expect(try save().durability == .contentsOnly(errno))
      #expect(try directory.contents() == ["a.txt": "new"])
    }
  }

  /// The ways in which a save puts an item in place, each with the strategy that it uses.
  private enum Target: CaseIterable {
    case new, replaced, package, hardLink
  }

  @Test(arguments: [Errno.invalidArgument, .notSupported, .noFunction, .ioError, .noSpace])
  func `L16: A file system that cannot flush is written; a failure to flush is an error`(
    _ errno: Errno
  ) throws {
    let cannotFlush = ![.ioError, .noSpace].contains(errno)
    for target in Target.allCases {
      let directory = try ScratchDirectory(["a.txt": "old", "b.pack/c": "old"])
      if target == .hardLink {
        try SystemFileStore().link(
          FileLocation(directory.file("a.txt")), to: FileLocation(directory.file("d.txt")))
      }
      let before = try directory.contents()
      let store = InterposedFileStore.failing { call, _ in
        if case .synchronize = call { errno } else { nil }
      }
      let path = directory.file(
        target == .new ? "new.txt" : target == .package ? "b.pack" : "a.txt")
      let save = { (isForRecovery: Bool) throws in
        var writer = SafeWriter(store: store)
        writer.isForRecovery = isForRecovery
        return try writer.write(to: path, .createOrOverwrite) { path in
          if target == .package {
            try FileManager.default.createDirectory(
              atPath: path.string, withIntermediateDirectories: false)
          }
          try write("new", to: target == .package ? path.appending("c") : path)
        }
      }
      if cannotFlush {
        let outcome = try save(false)
        #expect(outcome.durability == SaveDurability.none, "\(target)")
        #expect(try directory.contents() != before, "\(target)")
      } else {
        let error = #expect(throws: SafeWritingError.self, "\(target)") { try save(false) }
        #expect(error?.errno == errno)
        #expect(try directory.contents() == before, "\(target)")
      }
      // A copy for recovery is better than none.
      guard target == .new || target == .replaced else { continue }
      let outcome = try save(true)
      #expect(outcome.flushFailure?.errno == errno, "\(target)")
      #expect(try String(contentsOfFile: path.string, encoding: .utf8) == "new", "\(target)")
    }
  }

  @Test func `D8: Creating never replaces an item, including a dangling link`() throws {
    let directory = try ScratchDirectory(["a.txt": "old"])
    try FileManager.default.createSymbolicLink(
      atPath: directory.path.appending("link").string, withDestinationPath: "nowhere")
    for name in ["a.txt", "link"] {
      let error = #expect(throws: SafeWritingError.self) {
        try SafeWriter().write(to: directory.path.appending(name), .create) {
          try write("new", to: $0)
        }
      }
      #expect(error?.code == .alreadyExists)
      #expect(error?.isOriginalIntact == true)
    }
    #expect(try directory.contents() == ["a.txt": "old", "link": "-> nowhere"])
  }

  @Test func `D10: A file other than the expected one is not overwritten`() throws {
    let directory = try ScratchDirectory(["a.txt": "old"])
    let path = directory.path.appending("a.txt")
    let identity = try FileIdentity(of: FileLocation(path))
    try write("another process's", to: path)
    let error = #expect(throws: SafeWritingError.self) {
      try SafeWriter().write(to: path, .overwrite, expecting: identity) {
        try write("new", to: $0)
      }
    }
    #expect(error?.code == .changedOnDisk)
    #expect(try directory.contents() == ["a.txt": "another process's"])
  }
}
