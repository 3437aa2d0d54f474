import Foundation
import StorageTestSupport
import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@testable import UTIDocumentStorage

/// Directories that other users own or can write.
///
/// The tests give directories to other users, which takes the superuser.
@Suite(.requires(.root)) struct DirectoriesOfOthers {
  private static let other = uid_t(54_320)
  private let scratch: ScratchDirectory
  private let store = SystemFileStore()

  init() throws {
    scratch = try ScratchDirectory(["a/b/c/": ""])
    for name in ["a", "a/b", "a/b/c"] { #expect(chmod(scratch.file(name).string, 0o700) == 0) }
  }

  private func give(_ name: String, to user: uid_t = other, group: gid_t? = nil) {
    #expect(lchown(scratch.file(name).string, user, group ?? gid_t(user)) == 0)
  }

  private func allow(_ name: String, _ mode: mode_t) {
    #expect(chmod(scratch.file(name).string, mode) == 0)
  }

  // MARK: - The rule

  enum Place: String, CaseIterable, Sendable {
    case own, ofAnother, writableByAll, writableByForeignGroup, writableByOwnGroup
    case belowAnother, belowWritable, belowGroupWritable, belowSticky, belowStickyOfAnother
    case aFile, missing

    var isPrivate: Bool { [.own, .writableByOwnGroup, .belowSticky].contains(self) }
  }

  @Test(arguments: Place.allCases)
  func `A directory is private if others can neither write it nor exchange it`(_ place: Place)
    throws
  {
    switch place {
    case .own: break
    case .ofAnother: give("a/b/c")
    case .writableByAll: allow("a/b/c", 0o777)
    case .writableByForeignGroup:
      give("a/b/c", to: 0, group: Self.other)
      allow("a/b/c", 0o770)
    case .writableByOwnGroup: allow("a/b/c", 0o775)
    case .belowAnother: give("a/b")
    case .belowWritable: allow("a/b", 0o777)
    case .belowGroupWritable:
      give("a/b", to: 0, group: Self.other)
      allow("a/b", 0o770)
    case .belowSticky: allow("a/b", 0o1777)
    case .belowStickyOfAnother:
      give("a/b")
      allow("a/b", 0o1777)
    case .aFile:
      #expect(rmdir(scratch.file("a/b/c").string) == 0)
      try scratch.put("", at: "a/b/c")
    case .missing: #expect(rmdir(scratch.file("a/b/c").string) == 0)
    }
    if place == .missing {
      #expect(throws: FileStoreError.self) { try store.privacyFault(of: scratch.file("a/b/c")) }
      #expect(try store.privacyFault(of: scratch.file("a/b/c/d"), allowsMissing: true) == nil)
    } else {
      #expect(try store.isPrivate(scratch.file("a/b/c")) == place.isPrivate)
    }
  }

  @Test func `A private directory is not created inside a directory of another user`() throws {
    give("a/b")
    let path = scratch.file("a/b/new/d")
    let error = #expect(throws: FileStoreError.self) {
      try store.makePrivateDirectory(path, synchronizes: false)
    }
    #expect(error?.operation == .keepPrivate)
    #expect(try store.statusIfPresent(of: FileLocation(scratch.file("a/b/new"))) == nil)
    give("a/b", to: 0)
    try store.makePrivateDirectory(path, synchronizes: false)
    #expect(try store.isPrivate(path))
  }

  // MARK: - Saving directories

  /// Makes the saving directory that a crash would have left after the old item was moved aside.
  private func plant(_ directory: String, old: String) throws {
    let name = "\(directory)/\(SavingDirectory.prefix)planted-01z141z3"
    #expect(mkdir(scratch.file(name).string, 0o777) == 0)
    allow(name, 0o777)
    try scratch.put("new", at: "\(name)/a.txt")
    try scratch.put(old, at: "\(name)/.document-old")
    for part in [name, "\(name)/a.txt", "\(name)/.document-old"] { give(part) }
  }

  @Test func `A saving directory of another user is not used for recovery`() throws {
    allow("a", 0o1777)
    try plant("a", old: "planted")
    let report = try SafeWriter().recover(at: scratch.file("a/a.txt"))
    #expect(report.restored.isEmpty)
    #expect(report.unresolved.count == 1)
    #expect(scratch.text("a/a.txt") == nil)
  }

  @Test func `A saving directory of the owner of its directory is used for recovery`() throws {
    // Some file systems give all items one owner, which need not be the user.
    give("a")
    try plant("a", old: "old")
    let report = try SafeWriter().recover(at: scratch.file("a/a.txt"))
    #expect(report.restored == [scratch.file("a/a.txt")])
    #expect(scratch.text("a/a.txt") == "old")
  }

  @Test func `Contents that another user leaves beside an item are no version of it`() throws {
    allow("a", 0o1777)
    try scratch.put("own", at: "a/a.txt")
    let name = "a/\(SavingDirectory.conflictPrefix)planted"
    #expect(mkdir(scratch.file(name).string, 0o755) == 0)
    try scratch.put("planted", at: "\(name)/a.txt")
    let versions = scratch.versions()
    #expect(versions.versions(of: scratch.file("a/a.txt")).count == 1)
    give(name)
    #expect(versions.versions(of: scratch.file("a/a.txt")).isEmpty)
  }

  // MARK: - Versions and trash

  @Test(arguments: ["state", "state/versions"])
  func `Versions in a directory of another user are neither offered nor created`(_ taken: String)
    throws
  {
    let versions = scratch.versions()
    let path = scratch.file("a/a.txt")
    try scratch.put("now", at: "a/a.txt")
    try versions.addText("before", of: path, in: scratch)
    #expect(try versions.texts(of: path) == ["before"])
    give(taken)
    #expect(versions.versions(of: path).isEmpty)
    let error = #expect(throws: FileStoreError.self) {
      try versions.addText("more", of: path, in: scratch)
    }
    #expect(error?.operation == .keepPrivate)
  }

  @Test func `Without a private directory a save keeps no version and succeeds`() throws {
    var versions = scratch.versions()
    versions.directory = nil
    try scratch.put("old", at: "a/a.txt")
    var writer = SafeWriter()
    writer.keeping = VersionKeeping(in: versions, VersionNotes())
    let outcome = try writer.write(to: scratch.file("a/a.txt"), .overwrite) {
      try Data("new".utf8).write(to: URL(filePath: $0.string))
    }
    #expect(scratch.text("a/a.txt") == "new")
    #expect(outcome.versionFailure?.operation == .keepPrivate)
    #expect(versions.versions(of: scratch.file("a/a.txt")).isEmpty)
  }

  @Test(arguments: ["Trash", "Trash/files", "Trash/info"])
  func `An item is not moved to a trash of another user`(_ taken: String) throws {
    var trash = Trash()
    trash.home = scratch.file("Trash")
    try scratch.put("one", at: "a/one.txt")
    try trash.take(scratch.file("a/one.txt"), in: store)
    #expect(scratch.text("Trash/files/one.txt") == "one")
    give(taken)
    try scratch.put("two", at: "a/two.txt")
    // The trash at the top of the file system may be the user's own.
    _ = try? trash.take(scratch.file("a/two.txt"), in: store)
    #expect(scratch.text("Trash/files/two.txt") == nil)
  }
}
