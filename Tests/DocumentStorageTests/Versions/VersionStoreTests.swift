import Foundation
import StorageTestSupport
import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@testable import UTIDocumentStorage

@Suite struct VersionStoreTests {
  @Test("A version is found by its item with all its metadata, the newest first")
  func adding() throws {
    let scratch = try ScratchDirectory(["a.rtf": "current", "old": "first", "b.rtf": "other"])
    var versions = scratch.versions()
    let clock = VersionClock()
    versions.now = { clock.now }
    let item = scratch.file("a.rtf")
    var notes = VersionNotes(origin: .external, type: "public.rtf")
    notes.author = VersionAuthor(host: "desk", user: "ada", program: "writer")
    notes.isConflict = true
    let added = try versions.add(
      contentsOf: FileLocation(scratch.file("old")), to: item, notes, byMoving: false)
    clock.advance(by: 1)
    _ = try versions.add(contentsOf: FileLocation(item), to: item, VersionNotes(), byMoving: false)
    let found = versions.versions(of: item)
    try #require(found.count == 2)
    #expect(try found.map { try $0.text } == ["current", "first"])
    #expect(found[1] == added && found[1].path.lastComponent?.string == "contents.rtf")
    #expect(
      [found[1].host, found[1].user, found[1].program, found[1].type] == [
        "desk", "ada", "writer", "public.rtf",
      ])
    #expect(found[1].isUnresolvedConflict && found[1].origin == .external && found[1].size == 5)
    #expect(versions.version(of: item, added.identifier) == added)
    #expect(versions.versions(of: scratch.file("b.rtf")).isEmpty)
    #expect(try scratch.contents()["old"] == "first")
    let status = try versions.store.status(of: FileLocation(scratch.versionsPath))
    #expect(status.permissions == .ownerReadWriteExecute)
  }

  @Test("J15: a resolution lasts, and removing takes only the requested versions")
  func changing() throws {
    let scratch = try ScratchDirectory(["a.txt": "current"])
    let versions = scratch.versions()
    let item = scratch.file("a.txt")
    try versions.addText("one", of: item, in: scratch)
    try versions.addText("two", of: item, in: scratch)
    let conflict = try #require(try versions.addConflict(at: item, type: nil))
    #expect(try versions.addConflict(at: item, type: nil) == nil)
    try versions.markResolved(conflict, of: item)
    try versions.setDiscardable(true, conflict)
    let changed = try #require(versions.version(of: item, conflict.identifier))
    #expect(changed.isConflict && changed.isResolved && changed.isDiscardable)
    let one = try #require(versions.versions(of: item).first { try $0.text == "one" })
    try versions.remove(one)
    #expect(Set(try versions.texts(of: item)) == ["two", "current"])
    #expect(try scratch.contents()["a.txt"] == "current")
    // Nothing hidden is left.
    #expect(!(try scratch.contents().keys.contains { $0.contains("/.") }))
  }

  @Test("L16: A moved document is found again, and its versions follow it")
  func moving() throws {
    let scratch = try ScratchDirectory(["a.txt": "current", "folder/": ""])
    let versions = scratch.versions()
    let (item, moved) = (scratch.file("a.txt"), scratch.file("folder/b.txt"))
    try versions.addText("old", of: item, in: scratch)
    try FileManager.default.moveItem(atPath: item.string, toPath: moved.string)
    #expect(try versions.texts(of: moved) == ["old"])
    try versions.addText("newer", of: moved, in: scratch)
    #expect(try versions.texts(of: moved) == ["newer", "old"])
    // Another document in the old place has none of them.
    try scratch.put("another", at: "a.txt")
    #expect(versions.versions(of: item).isEmpty)
    // A second name of an item is another place of it.
    try versions.store.link(FileLocation(moved), to: FileLocation(scratch.file("c.txt")))
    #expect(versions.versions(of: scratch.file("c.txt")).isEmpty)
  }

  @Test("Versions that moved with their item do not belong to a new item at its old path")
  func leaving() throws {
    let scratch = try ScratchDirectory(["a.txt": "current"])
    let versions = scratch.versions()
    let (item, moved) = (scratch.file("a.txt"), scratch.file("b.txt"))
    try versions.addText("old", of: item, in: scratch)
    try FileManager.default.moveItem(atPath: item.string, toPath: moved.string)
    versions.noteMove(from: item, to: moved)
    try scratch.put("another", at: "a.txt")
    try versions.addText("older", of: item, in: scratch)
    #expect(try versions.texts(of: item) == ["older"])
    #expect(try versions.texts(of: moved) == ["old"])
  }

  @Test("A failed restore leaves the item and its versions unchanged")
  func failing() throws {
    let scratch = try ScratchDirectory(["a.txt": "current"])
    let versions = scratch.versions()
    let item = scratch.file("a.txt")
    try versions.addText("old", of: item, in: scratch)
    let version = try #require(versions.versions(of: item).first)
    #expect(chmod(item.string, 0o444) == 0)
    #expect(throws: SafeWritingError.self) { try versions.restore(version, to: item) }
    #expect(try versions.texts(of: item) == ["old"])
    try FileManager.default.removeItem(atPath: item.string)
    #expect(try versions.restore(version, to: item) == nil)
    #expect(try scratch.contents()["a.txt"] == "old")
  }

  @Test("Limits keep the newest, one an hour of a day and one a day of a month")
  func thinning() throws {
    let scratch = try ScratchDirectory(["a.txt": "current"])
    var versions = scratch.versions()
    versions.synchronizes = false
    let clock = VersionClock()
    versions.now = { clock.now }
    let item = scratch.file("a.txt")
    let conflict = try #require(try versions.addConflict(at: item, type: nil))
    var notes = VersionNotes()
    notes.isDiscardable = false
    let asked = try versions.add(contentsOf: FileLocation(item), to: item, notes, byMoving: false)
    // One every twenty minutes for forty days, of which the directories of few are made.
    let all = (0..<40 * 72).map { index in
      ItemVersion.example(kept: clock.now.seconds - Int64(index) * 1200)
    }
    let gone = versions.limits.superfluous(among: all, now: clock.now, capacity: nil)
    let kept = Set(all).subtracting(gone).sorted { $0.kept > $1.kept }
    let ages = kept.map { clock.now.seconds - $0.kept.seconds }
    #expect(kept.prefix(20).elementsEqual(all.prefix(20)))
    #expect(ages.filter { (6 * 3600 + 3600..<24 * 3600).contains($0) }.count == 17)
    #expect(ages.filter { (2 * 86400..<30 * 86400).contains($0) }.count == 28)
    #expect(ages.allSatisfy { $0 < 30 * 86400 })
    for _ in 0..<30 {
      clock.advance(by: 61)
      try versions.addText("\(clock.now.seconds)", of: item, in: scratch)
    }
    clock.advance(by: 60 * 86400)
    versions.thin(item)
    let left = versions.versions(of: item)
    #expect(left.count == 22)
    #expect(left.contains { $0.identifier == conflict.identifier })
    #expect(left.contains { $0.identifier == asked.identifier })
  }

  @Test("Byte limits remove the oldest, never the newest, and ignore unresolved conflicts")
  func bytes() {
    var limits = VersionLimits()
    limits.bytes = 1000
    let now = FileTime(seconds: 10_000, nanoseconds: 0)
    let conflict = ItemVersion.example(kept: 1, size: 800, isConflict: true)
    let all = (2...6).reversed().map { ItemVersion.example(kept: $0, size: 300) } + [conflict]
    let gone = limits.superfluous(among: all, now: now, capacity: nil)
    #expect(gone.map(\.kept.seconds) == [2, 3])
    let part = limits.superfluous(among: Array(all.dropLast()), now: now, capacity: 14_000)
    #expect(part.map(\.kept.seconds) == [2, 3, 4])
    #expect(limits.superfluous(among: [.example(kept: 1, size: 5000)], now: now, capacity: 1) == [])
  }

  @Test(
    "Contents on another file system go to its top, privately, unless they are small",
    .requires(.twoFileSystems))
  func otherFileSystem() throws {
    let scratch = try ScratchDirectory(["a.txt": "0123456789"])
    let far = try ScratchDirectory([:], in: NSTemporaryDirectory())
    var versions = VersionStore(directory: far.path.appending("versions"))
    let item = scratch.file("a.txt")
    _ = try versions.add(contentsOf: FileLocation(item), to: item, VersionNotes(), byMoving: false)
    #expect(versions.versions(of: item).first?.path.isWithin(far.path) == true)
    versions.smallSize = 5
    let big = try versions.add(
      contentsOf: FileLocation(item), to: item, VersionNotes(), byMoving: false)
    let isOnTop = "\(big.path)".contains("/.uniform-types-\(geteuid())/versions/")
    // The top may be one that the user cannot write to.
    #expect(isOnTop || big.path.isWithin(far.path))
    #expect(versions.versions(of: item).count == 2)
    // Both places know the item that replaces it, and so find it where it is moved.
    try FileManager.default.removeItem(atPath: item.string)
    try scratch.put("another", at: "a.txt")
    versions.noteItem(at: item)
    let moved = scratch.file("b.txt")
    try FileManager.default.moveItem(atPath: item.string, toPath: moved.string)
    let found = versions.versions(of: moved)
    #expect(found.count == 2)
    let last = found.first { $0.identifier == big.identifier } ?? big
    try versions.remove(last)
    let folder = last.path.removingLastComponent().removingLastComponent()
    try FileManager.default.removeItem(atPath: folder.string)
    // What others have there stays.
    _ = rmdir(folder.removingLastComponent().string)
    _ = rmdir(folder.removingLastComponent().removingLastComponent().string)
  }

  @Test("Versions stay with an item that has not moved, and follow one that was replaced")
  func moves() throws {
    let scratch = try ScratchDirectory(["a.txt": "a", "b.txt": "b"])
    let (a, b) = (scratch.file("a.txt"), scratch.file("b.txt"))
    let versions = scratch.versions()
    try versions.addText("one", of: a, in: scratch)
    versions.noteMove(from: a, to: b)
    #expect(try versions.texts(of: a) == ["one"] && versions.texts(of: b) == [])
    // Another program has replaced the item and then moved it.
    try FileManager.default.removeItem(atPath: a.string)
    versions.noteMove(from: a, to: b)
    #expect(try versions.texts(of: b) == ["one"])
  }

  @Test(
    "Versions that join others leave no folder, unless a process is adding one to it",
    arguments: [false, true])
  func joining(isAdding: Bool) throws {
    let scratch = try ScratchDirectory(["a.txt": "a", "b.txt": "b"])
    let versions = scratch.versions()
    let store = versions.store
    let items = ["a.txt", "b.txt"].map { versions.resolvedPath(ofItem: scratch.file($0)) }
    for item in items { try versions.addText("\(item)", of: item, in: scratch) }
    let folders = try items.map { try #require(versions.folders(of: $0, nil).first) }
    let new = FileLocation(folders[0].path.appending(VersionStore.newPrefix + "0"))
    if isAdding { try store.createDirectory(at: new, permissions: .ownerReadWriteExecute) }
    versions.adopt(folders[0], as: folders[1].path)
    #expect(Set(try versions.texts(of: items[1])) == Set(items.map { "\($0)" }))
    #expect(store.exists(FileLocation(folders[0].path)) == isAdding)
    #expect(store.exists(new) == isAdding)
  }

  @Test("A version is listed when it is complete, and is added to the folder of its item")
  func completeness() throws {
    let scratch = try ScratchDirectory(["a.txt": "current", "more": "more"])
    let recorder = CallRecorder()
    let versions = scratch.versions(store: recorder.store)
    let (store, item) = (versions.store, scratch.file("a.txt"))
    try versions.addText("old", of: item, in: scratch)
    let directory = try #require(versions.versions(of: item).first).path.removingLastComponent()
    // As a process that is about to give it its name.
    let hidden = directory.removingLastComponent().appending(VersionStore.newPrefix + "0")
    try store.rename(FileLocation(directory), to: FileLocation(hidden), .replacing)
    let lock = try store.open(FileLocation(hidden), for: .reading)
    #expect(try store.lock(lock, .exclusive))
    #expect(versions.versions(of: item) == [])
    try store.close(lock)
    #expect(try versions.texts(of: item) == ["old"])
    recorder.forget()
    try versions.addText("newer", of: item, in: scratch)
    let made = recorder.calls.count {
      if case .createDirectory(let place) = $0 { "\(place.path)".contains("/.new-") } else { false }
    }
    #expect(made == 1)
  }

  @Test(
    "A copy by a program that synchronizes is of the kind of the item", arguments: [false, true])
  func kinds(isPresent: Bool) throws {
    // The copies of a missing item may be of any kind.
    let (file, folder) = ("a.txt.conflict1", "a.txt.conflict2")
    let scratch = try ScratchDirectory([file: "theirs", "\(folder)/": ""])
    if isPresent { try scratch.put("ours", at: "a.txt") }
    let names = scratch.versions().versions(of: scratch.file("a.txt")).compactMap {
      $0.path.lastComponent?.string
    }
    #expect(names.contains(file) && names.contains(folder) == !isPresent)
  }
}

extension ItemVersion {
  static func example(kept: Int64, size: Int64 = 1, isConflict: Bool = false) -> ItemVersion {
    let time = FileTime(seconds: kept, nanoseconds: 0)
    return ItemVersion(
      identifier: "\(kept)", path: "/nonexistent", place: .stored("/nonexistent"), date: time,
      kept: time, size: size, host: nil, user: nil, program: nil, type: nil, origin: .save,
      isConflict: isConflict, isResolved: false, isDiscardable: true)
  }
}
