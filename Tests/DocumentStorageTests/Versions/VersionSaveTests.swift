import Foundation
import StorageTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import UTIDocumentStorage

/// Saves that keep what they replace.
@Suite struct VersionSaveTests {
  private func save(
    _ text: String, to path: FilePath, in scratch: ScratchDirectory,
    store: any FileStore = SystemFileStore(), options: SafeWriter.Options = .init()
  ) throws -> SaveOutcome {
    var writer = SafeWriter(store: store, options: options)
    writer.keeping = VersionKeeping(in: scratch.versions(store: store), VersionNotes())
    return try writer.write(to: path, .overwrite, expecting: nil) {
      try Data(text.utf8).write(to: URL(filePath: $0.string))
    }
  }

  @Test("L15: the old item itself becomes the version, and is never missing")
  func exchange() throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let item = scratch.file("a.txt")
    let store = SystemFileStore()
    let before = try store.status(of: FileLocation(item))
    let recorder = CallRecorder()
    let outcome = try save("new", to: item, in: scratch, store: InterposedFileStore(recorder))
    let version = try #require(outcome.keptVersion)
    #expect(try store.status(of: FileLocation(version.path)).inode == before.inode)
    #expect(try version.text == "old" && scratch.contents()["a.txt"] == "new")
    #expect(outcome.versionFailure == nil && outcome.leftovers.isEmpty)
    #expect(scratch.versions().versions(of: item).map(\.identifier) == [version.identifier])
    // The next save's version joins it: the item is known by its new number.
    _ = try save("newer", to: item, in: scratch)
    #expect(try scratch.versions().texts(of: item) == ["new", "old"])
  }

  @Test("L11: contents that another process has saved meanwhile are a version in conflict")
  func conflict() throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let item = scratch.file("a.txt")
    let meddler = Meddler {
      if case .rename(_, _, .exchanging) = $0 { true } else { false }
    } _: {
      try Data("theirs".utf8).write(to: URL(filePath: item.string), options: .atomic)
    }
    let outcome = try save("ours", to: item, in: scratch, store: InterposedFileStore(meddler))
    let version = try #require(outcome.conflictVersion)
    #expect(try version.text == "theirs" && version.isUnresolvedConflict)
    #expect(version.origin == .external && outcome.conflict == version.path)
    #expect(try scratch.contents()["a.txt"] == "ours")
    #expect(!(try scratch.contents().keys.contains { $0.contains(".document-conflict-") }))
  }

  @Test("L11: if the store cannot be written, the version stays beside the document")
  func conflictBeside() throws {
    let scratch = try ScratchDirectory(["a.txt": "ours", ".document-conflict-1/a.txt": "theirs"])
    let item = scratch.file("a.txt")
    let versions = scratch.versions()
    let found = try #require(versions.versions(of: item).first)
    #expect(found.isUnresolvedConflict && found.origin == .external)
    #expect(try found.text == "theirs")
    try versions.markResolved(found, of: item)
    #expect(versions.versions(of: item).first?.isResolved == true)
    try versions.remove(found)
    #expect(versions.versions(of: item).isEmpty)
    #expect(try scratch.contents()["a.txt"] == "ours")
  }

  @Test("A file that is overwritten in place is copied first, and a failed save reverts that")
  func inPlace() throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let item = scratch.file("a.txt")
    try SystemFileStore().link(FileLocation(item), to: FileLocation(scratch.file("b.txt")))
    let outcome = try save("new", to: item, in: scratch)
    #expect(outcome.strategy == .overwriteInPlace)
    #expect(try outcome.keptVersion?.text == "old")
    // Once: what was there has to be put back.
    let hasFailed = Mutex(false)
    let failing = CallRecorder { call, _ in
      guard case .truncate = call else { return nil }
      return hasFailed.withLock { hasFailed in
        defer { hasFailed = true }
        return hasFailed ? nil : .noSpace
      }
    }
    #expect(throws: SafeWritingError.self) {
      try save("newer", to: item, in: scratch, store: failing.store)
    }
    #expect(try scratch.versions().texts(of: item) == ["old"])
    #expect(try scratch.contents()["b.txt"] == "new")
  }

  @Test("A version of a package shares no file with the package")
  func package() throws {
    let scratch = try ScratchDirectory(["a.pack/same": "same", "a.pack/changed": "old"])
    let item = scratch.file("a.pack")
    let store = SystemFileStore()
    var writer = SafeWriter()
    writer.keeping = VersionKeeping(in: scratch.versions(), VersionNotes())
    let outcome = try writer.write(to: item, .overwrite) { path in
      try store.createDirectory(
        at: FileLocation(path), permissions: FilePermissions(rawValue: 0o755))
      try store.link(FileLocation(item.appending("same")), to: FileLocation(path.appending("same")))
      try Data("new".utf8).write(to: URL(filePath: path.appending("changed").string))
    }
    let version = try #require(outcome.keptVersion)
    // Another process writes into the package without replacing a file.
    let handle = try FileHandle(forWritingTo: URL(filePath: item.appending("same").string))
    try handle.write(contentsOf: Data("SAME".utf8))
    try handle.close()
    let kept = version.path
    #expect(kept.lastComponent?.string == "contents.pack")
    let texts = try ["same", "changed"].map {
      try String(contentsOf: URL(filePath: kept.appending($0).string), encoding: .utf8)
    }
    #expect(texts == ["same", "old"])
    #expect(try store.status(of: FileLocation(kept.appending("same"))).linkCount == 1)
  }

  @Test(
    "Contents that are moved become the version, unless others share their files",
    arguments: [false, true])
  func movedPackage(isShared: Bool) throws {
    let scratch = try ScratchDirectory(["a.pack/x": "new", "old/d/x": "old"])
    let store = SystemFileStore()
    let file = FileLocation(scratch.file("old/d/x"))
    if isShared { try store.link(file, to: FileLocation(scratch.file("link"))) }
    let before = try store.status(of: file)
    let version = try scratch.versions().add(
      contentsOf: FileLocation(scratch.file("old")), to: scratch.file("a.pack"), VersionNotes(),
      byMoving: true)
    let after = try store.status(of: FileLocation(version.path.appending("d").appending("x")))
    #expect((after.inode == before.inode) == !isShared)
    #expect(!store.exists(FileLocation(scratch.file("old"))))
  }

  @Test("A missing store loses the version and not the save")
  func noStore() throws {
    let scratch = try ScratchDirectory(["a.txt": "old", "state": "a file in the way"])
    let outcome = try save("new", to: scratch.file("a.txt"), in: scratch)
    #expect(outcome.keptVersion == nil && outcome.versionFailure != nil)
    #expect(try scratch.contents() == ["a.txt": "new", "state": "a file in the way"])
  }

  @Test("Restoring keeps the old contents, and fails if it cannot")
  func restoring() throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let item = scratch.file("a.txt")
    let old = try #require(try save("new", to: item, in: scratch).keptVersion)
    let versions = scratch.versions()
    let kept = try #require(try versions.restore(old, to: item))
    #expect(try kept.text == "new" && scratch.contents()["a.txt"] == "old")
    #expect(Set(try versions.texts(of: item)) == ["old", "new"])
    // The restored item is known by its number.
    let (place, moved) = (FileLocation(item), FileLocation(scratch.file("b.txt")))
    try versions.store.rename(place, to: moved, .replacing)
    #expect(Set(try versions.texts(of: scratch.file("b.txt"))) == ["old", "new"])
    try versions.store.rename(moved, to: place, .replacing)
    let fault = Meddler { call in
      if case .createDirectory(let place) = call {
        "\(place.path)".contains(".new-")
      } else {
        false
      }
    } _: {
      try FileManager.default.removeItem(atPath: scratch.file("state").string)
    }
    let failing = scratch.versions(store: InterposedFileStore(fault))
    #expect(throws: FileStoreError.self) { try failing.restore(kept, to: item) }
    #expect(try scratch.contents()["a.txt"] == "old")
  }

  @Test("J14: a copy beside the document is resolved by a note and removed into the trash")
  func syncCopies() throws {
    let copy = "a (conflicted copy Ada 2026-11-22 183000).txt"
    let clash = "A (case clash from 2026-11-22 183000).txt"
    let scratch = try ScratchDirectory([
      "a.txt": "ours", copy: "theirs", clash: "another", "a (conflicted).txt/x": "a directory",
    ])
    let item = scratch.file("a.txt")
    let versions = scratch.versions()
    let found = versions.versions(of: item)
    #expect(found.count == 2)
    let conflict = try #require(found.first { $0.isConflict })
    #expect(try conflict.text == "theirs" && conflict.user == "Ada")
    #expect(conflict.client?.name == "Nextcloud" && conflict.origin == .syncClient)
    #expect(found.contains { !$0.isConflict && $0.path.lastComponent?.string == clash })
    try versions.markResolved(conflict, of: item)
    #expect(versions.version(of: item, conflict.identifier)?.isResolved == true)
    // The client adds another one, which is not resolved.
    try scratch.put("theirs again", at: copy)
    let again = try #require(versions.versions(of: item).first { $0.isConflict })
    #expect(!again.isResolved)
    try versions.remove(again)
    let contents = try scratch.contents()
    #expect(contents[copy] == nil && contents["Trash/files/" + copy] == "theirs again")
    let note = try #require(contents["Trash/info/" + copy + ".trashinfo"])
    #expect(note.hasPrefix("[Trash Info]\nPath=/") && note.contains("%20"))
    #expect(contents["a.txt"] == "ours")
  }

  @Test(
    "Restoring on a full file system changes nothing, and names the full file system",
    .requires(.mounting))
  func fullFileSystem() throws {
    let scratch = try ScratchDirectory(["a.txt": "old", "state/": ""])
    let item = scratch.file("a.txt")
    let place = scratch.file("state").string
    try #require(TestProgram.succeeds(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", place]))
    defer { TestProgram.succeeds(["umount", "-l", place]) }
    let versions = scratch.versions()
    let old = try versions.add(
      contentsOf: FileLocation(item), to: item, VersionNotes(), byMoving: false)
    try scratch.put(String(repeating: "new ", count: 20_000), at: "a.txt")
    let before = try scratch.contents()
    let error = #expect(throws: FileStoreError.self) { try versions.restore(old, to: item) }
    #expect(error?.errno == .noSpace && error?.path.isWithin(scratch.versionsPath) == true)
    #expect(try scratch.contents() == before)
    // The same with the file system of the document.
    try scratch.put("small", at: "state/b.txt")
    let small = scratch.file("state/b.txt")
    var far = VersionStore(directory: scratch.file("versions"))
    far.smallSize = 1 << 20
    let big = try far.add(
      contentsOf: FileLocation(item), to: small, VersionNotes(), byMoving: false)
    let refused = #expect(throws: SafeWritingError.self) { try far.restore(big, to: small) }
    #expect(refused?.errno == .noSpace && refused?.isOriginalIntact == true)
    #expect(far.versions(of: small) == [big])
    #expect(try scratch.contents()["state/b.txt"] == "small")
  }
}
