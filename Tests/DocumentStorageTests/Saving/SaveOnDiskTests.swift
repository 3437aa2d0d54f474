import Foundation
import StorageTestSupport
import SystemPackage
import TestSupport
import Testing
import UTIDocumentStorage
import UTIPlatform

@Suite struct SavesOnDisk {
  private func save(
    _ path: FilePath, _ text: String = "new", options: SafeWriter.Options = .init()
  ) throws(SafeWritingError) -> SaveOutcome {
    try SafeWriter(options: options).write(to: path, .createOrOverwrite) {
      try Data(text.utf8).write(to: URL(filePath: $0.string))
    }
  }

  private func permissions(_ path: FilePath) throws -> UInt32 {
    try SystemFileStore().status(of: FileLocation(path)).permissions.rawValue
  }

  @Test func `L6: A symbolic link stays and its destination is replaced`() throws {
    let directory = try ScratchDirectory(["real/a.txt": "old"])
    let link = directory.path.appending("link")
    try FileManager.default.createSymbolicLink(
      atPath: directory.path.appending("second").string, withDestinationPath: "real/a.txt")
    try FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: "second")
    let outcome = try save(link)
    #expect(outcome.path == directory.path.appending("real").appending("a.txt"))
    let contents = try directory.contents()
    #expect(
      contents == [
        "real/": "", "real/a.txt": "new", "link": "-> second", "second": "-> real/a.txt",
      ])
  }

  @Test func `L6: A cycle of symbolic links is an error that names them`() throws {
    let directory = try ScratchDirectory()
    for (name, destination) in [("a", "b"), ("b", "a")] {
      try FileManager.default.createSymbolicLink(
        atPath: directory.path.appending(name).string, withDestinationPath: destination)
    }
    let error = #expect(throws: SafeWritingError.self) {
      try save(directory.path.appending("a"))
    }
    #expect(error?.code == .symbolicLinkLoop)
  }

  @Test func `L7: A file with several names is overwritten in place, or separated on request`()
    throws
  {
    let directory = try ScratchDirectory(["a": "old"])
    let path = directory.path.appending("a")
    try SystemFileStore().link(FileLocation(path), to: FileLocation(directory.path.appending("b")))
    let outcome = try save(path)
    #expect(outcome.strategy == .overwriteInPlace)
    #expect(!outcome.strategy.isAtomic)
    #expect(try directory.contents() == ["a": "new", "b": "new"])
    var options = SafeWriter.Options()
    options.preservesHardLinks = false
    let parting = try SafeWriter(options: options).write(to: path, .overwrite) {
      try Data("newer".utf8).write(to: URL(filePath: $0.string))
    }
    #expect(parting.strategy == .exchange)
    #expect(parting.lostAttributes == [.otherNames])
    #expect(try directory.contents() == ["a": "newer", "b": "new"])
  }

  @Test func `L9: A file without write permission is rejected`() throws {
    let directory = try ScratchDirectory(["a": "old"])
    let path = directory.path.appending("a")
    #expect(chmod(path.string, 0o444) == 0)
    let error = #expect(throws: SafeWritingError.self) { try save(path) }
    #expect(error?.code == .notWritable)
    #expect(try directory.contents() == ["a": "old"])
  }

  @Test func `L14: A pipe is rejected without waiting for a reader`() throws {
    let directory = try ScratchDirectory()
    let path = directory.path.appending("pipe")
    #expect(mkfifo(path.string, 0o644) == 0)
    let error = #expect(throws: SafeWritingError.self) { try save(path) }
    #expect(error?.code == .specialFile)
  }

  @Test(arguments: [0o600, 0o644, 0o664, 0o755, 0o2750] as [UInt32])
  func `L5: The new file keeps the permissions of the old one`(_ mode: UInt32) throws {
    let directory = try ScratchDirectory(["a": "old"])
    let path = directory.path.appending("a")
    #expect(chmod(path.string, mode) == 0)
    _ = try save(path)
    #expect(try permissions(path) == mode)
  }

  @Test func `L5: Extended attributes and access control lists stay`() throws {
    let directory = try ScratchDirectory(["a": "old"])
    let path = directory.path.appending("a")
    let store = SystemFileStore()
    // Version 2; the owner reads and writes, user 65534 reads, group and others have nothing.
    let list: [UInt8] =
      [2, 0, 0, 0] + [1, 0, 6, 0, 255, 255, 255, 255] + [2, 0, 4, 0, 254, 255, 0, 0]
      + [4, 0, 0, 0, 255, 255, 255, 255] + [16, 0, 4, 0, 255, 255, 255, 255]
      + [32, 0, 0, 0, 255, 255, 255, 255]
    let file = try store.open(FileLocation(path), for: .reading)
    try store.setExtendedAttribute("user.comment", to: Array("mine".utf8), of: file)
    let hasLists =
      (try? store.setExtendedAttribute("system.posix_acl_access", to: list, of: file)) != nil
    try store.close(file)
    let outcome = try save(path)
    #expect(outcome.strategy == .exchange)
    #expect(outcome.lostAttributes.isEmpty)
    let new = try store.open(FileLocation(path), for: .reading)
    defer { try? store.close(new) }
    #expect(try store.extendedAttribute("user.comment", of: new) == Array("mine".utf8))
    if hasLists {
      #expect(try store.extendedAttribute("system.posix_acl_access", of: new) == list)
    }
  }

  @Test("Requested attributes apply to each kind of save", arguments: ["new", "old", "shared"])
  func requestedAttributes(_ name: String) throws {
    let directory = try ScratchDirectory(["old": "old", "shared": "old"])
    try SystemFileStore().link(
      FileLocation(directory.file("shared")), to: FileLocation(directory.file("second")))
    let path = directory.file(name)
    let time = FileTime(seconds: 1_000_000_000, nanoseconds: 5)
    let attributes = FileAttributes(
      permissions: FilePermissions(rawValue: 0o640), modificationTime: time,
      extendedAttributes: ["user.note": [1, 2]])
    let outcome = try Array("bytes".utf8).withUnsafeBytes {
      try SafeWriter().write($0, to: path, .createOrOverwrite, attributes: attributes)
    }
    let strategies = ["new": "linkUnnamed", "old": "exchange", "shared": "overwriteInPlace"]
    #expect("\(outcome.strategy)" == strategies[name])
    let store = SystemFileStore()
    let status = try store.status(of: FileLocation(path))
    #expect(status.permissions.rawValue == 0o640 && status.modified == time)
    let file = try store.open(FileLocation(path), for: .reading)
    defer { try? store.close(file) }
    #expect(try store.extendedAttribute("user.note", of: file) == [1, 2])
    #expect(outcome.identity == (try FileIdentity(of: FileLocation(path))))
  }

  @Test("Two saves in place within a tick of the clock have different identities")
  func ticks() throws {
    let directory = try ScratchDirectory(["a": "0000"])
    let path = directory.file("a")
    try SystemFileStore().link(FileLocation(path), to: FileLocation(directory.file("second")))
    var options = SafeWriter.Options()
    options.synchronizes = false
    var known = try FileIdentity(of: FileLocation(path))
    for number in 1000..<1020 {
      let outcome = try save(path, "\(number)", options: options)
      #expect(outcome.strategy == .overwriteInPlace)
      #expect(known.difference(to: outcome.identity) == .contents)
      known = outcome.identity
    }
  }

  @Test(arguments: [SafeWriter.Operation.create, .createOrOverwrite])
  func `An item that appears during the creation of a file is replaced only if it may be`(
    _ operation: SafeWriter.Operation
  ) throws {
    let directory = try ScratchDirectory()
    let meddler = Meddler {
      if case .linkUnnamedFile = $0 { true } else { false }
    } _: {
      try directory.put("theirs", at: "a")
    }
    do {
      try Array("ours".utf8).withUnsafeBytes { bytes in
        _ = try SafeWriter(store: InterposedFileStore(meddler))
          .write(bytes, to: directory.file("a"), operation)
      }
      #expect(operation == .createOrOverwrite && directory.text("a") == "ours")
    } catch {
      #expect(operation == .create && (error as? SafeWritingError)?.code == .alreadyExists)
      #expect(directory.text("a") == "theirs")
    }
    #expect(try directory.contents().count == 1)
  }

  @Test func `D17: Missing directories are an error, or appear together with the file`() throws {
    let directory = try ScratchDirectory()
    let path = directory.path.appending("x").appending("y").appending("a.txt")
    let error = #expect(throws: SafeWritingError.self) { try save(path) }
    #expect(error?.code == .missingDirectory)
    #expect(try directory.contents().isEmpty)
    var options = SafeWriter.Options()
    options.createsDirectories = true
    // There is nothing to overwrite.
    #expect(throws: SafeWritingError.self) {
      try SafeWriter(options: options).write(to: path, .overwrite) { _ in }
    }
    #expect(try directory.contents().isEmpty)
    let outcome = try save(path, options: options)
    #expect(outcome.path == path)
    #expect(try directory.contents() == ["x/": "", "x/y/": "", "x/y/a.txt": "new"])
  }

  @Test(arguments: [SafeWriter.Operation.create, .overwrite])
  func `Bytes in memory are saved like the bytes of a writer`(_ operation: SafeWriter.Operation)
    throws
  {
    let directory = try ScratchDirectory(operation == .create ? [:] : ["a": "old"])
    let outcome = try Array("new".utf8).withUnsafeBytes {
      try SafeWriter().write($0, to: directory.path.appending("a"), operation)
    }
    #expect(outcome.strategy == (operation == .create ? .linkUnnamed : .exchange))
    #expect(try directory.contents() == ["a": "new"])
    let second = #expect(throws: SafeWritingError.self) {
      try Array("new".utf8).withUnsafeBytes {
        try SafeWriter().write($0, to: directory.path.appending("a"), .create)
      }
    }
    #expect(second?.code == .alreadyExists)
    let link = directory.file("link")
    try FileManager.default.createSymbolicLink(
      atPath: link.string, withDestinationPath: "nowhere")
    let third = #expect(throws: SafeWritingError.self) {
      try Array("new".utf8).withUnsafeBytes { try SafeWriter().write($0, to: link, .create) }
    }
    #expect(third?.code == .alreadyExists)
    #expect(try directory.contents() == ["a": "new", "link": "-> nowhere"])
  }

  @Test func `N2: Moving never replaces, and numbers the name on request`() throws {
    let directory = try ScratchDirectory(["a.txt": "a", "b.txt": "b", "b 2.txt": "c"])
    let old = directory.path.appending("a.txt")
    let new = directory.path.appending("b.txt")
    let error = #expect(throws: SafeWritingError.self) { try SafeWriter().move(old, to: new) }
    #expect(error?.code == .alreadyExists)
    let moved = try SafeWriter().move(old, to: new, onCollision: .numbers)
    #expect(moved.lastComponent == "b 3.txt")
    #expect(try directory.contents() == ["b.txt": "b", "b 2.txt": "c", "b 3.txt": "a"])
  }

  @Test func `E12: A long name is shortened in its base at a character boundary`() throws {
    let base = String(repeating: "ä", count: 200)
    let name = try #require(FileName.joined(base, extension: "tar.gz"))
    #expect(name.utf8.count == 255 || name.utf8.count == 254)
    #expect(name.hasSuffix("ä.tar.gz"))
    #expect(FileName.joined("a", extension: String(repeating: "x", count: 300)) == nil)
    #expect(FileName.joined("a", extension: "") == "a")
  }
}
