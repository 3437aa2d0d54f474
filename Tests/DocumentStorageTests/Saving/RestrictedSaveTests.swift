import Foundation
import SystemPackage
import TestSupport
import Testing
import UTIDocumentStorage

/// Saves that a mount or missing rights get in the way of.
@Suite(.serialized) struct RestrictedSaves {
  private func mounted(_ options: [String], on path: FilePath, _ body: () throws -> Void) throws {
    try #require(TestProgram.succeeds(["mount"] + options + [path.string]))
    defer { TestProgram.succeeds(["umount", "-l", path.string]) }
    try body()
  }

  private func save(
    _ path: FilePath, _ text: String, recoveryDirectory: FilePath? = nil
  ) throws(SafeWritingError) -> SaveOutcome {
    var options = SafeWriter.Options()
    if let recoveryDirectory { options.recoveryDirectories = [recoveryDirectory] }
    return try SafeWriter(options: options).write(to: path, .createOrOverwrite) {
      try Data(text.utf8).write(to: URL(filePath: $0.string))
    }
  }

  @Test(.requires(.mounting))
  func `L10: A full file system leaves only the old file`() throws {
    let directory = try ScratchDirectory()
    try mounted(["-t", "tmpfs", "-o", "size=64k", "tmpfs"], on: directory.path) {
      let path = directory.path.appending("a")
      _ = try save(path, "old")
      let store = SystemFileStore()
      for isLinked in [false, true] {
        if isLinked {
          try store.link(FileLocation(path), to: FileLocation(directory.path.appending("b")))
        }
        let before = try directory.contents()
        let error = #expect(throws: SafeWritingError.self) {
          try SafeWriter().write(to: path, .overwrite) {
            let file = try store.createFile(at: FileLocation($0), permissions: .ownerReadWrite)
            defer { try? store.close(file) }
            let bytes = [UInt8](repeating: 65, count: 100_000)
            var offset: Int64 = 0
            while offset < 100_000 {
              offset += try Int64(
                bytes.withUnsafeBytes { try store.write($0, to: file, at: offset) })
            }
          }
        }
        #expect(error?.errno == .noSpace)
        #expect(error?.isOriginalIntact == true)
        #expect(try directory.contents() == before)
      }
    }
  }

  @Test(.requires(.mounting))
  func `L10: A read-only mount is an error with its number`() throws {
    let directory = try ScratchDirectory(["a": "old"])
    try mounted(["--bind", directory.path.string], on: directory.path) {
      try #require(TestProgram.succeeds(["mount", "-o", "remount,bind,ro", directory.path.string]))
      let error = #expect(throws: SafeWritingError.self) {
        try save(directory.path.appending("a"), "new")
      }
      #expect(error?.errno == .readOnlyFileSystem)
      let creation = #expect(throws: SafeWritingError.self) {
        try save(directory.path.appending("b"), "new")
      }
      #expect(creation?.errno == .readOnlyFileSystem)
      #expect(try directory.contents() == ["a": "old"])
    }
  }

  @Test(.requires(.mounting))
  func `A file that is a mount is overwritten in place`() throws {
    let directory = try ScratchDirectory(["a": "old", "source": "old"])
    let path = directory.path.appending("a")
    try mounted(["--bind", directory.path.appending("source").string], on: path) {
      let outcome = try save(path, "new")
      #expect(outcome.strategy == .overwriteInPlace)
    }
    #expect(try directory.contents() == ["a": "old", "source": "new"])
  }

  @Test(.requires(.mounting, .overlays))
  func `M8: A package of a lower layer of an overlay is replaced child by child`() throws {
    let directory = try ScratchDirectory([
      "lower/p/index": "old", "lower/p/sub/x": "x", "upper/": "", "work/": "", "merged/": "",
    ])
    let path = directory.path
    let layers =
      "lowerdir=\(path)/lower,upperdir=\(path)/upper,workdir=\(path)/work,redirect_dir=off"
    try mounted(["-t", "overlay", "-o", layers, "overlay"], on: path.appending("merged")) {
      let package = path.appending("merged").appending("p")
      let outcome = try SafeWriter().write(to: package, .overwrite) {
        let url = URL(filePath: $0.string)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        try Data("new".utf8).write(to: url.appending(path: "index"))
      }
      #expect(outcome.strategy == .replaceChildren)
      let names = try FileManager.default.subpathsOfDirectory(
        atPath: path.appending("merged").string)
      #expect(names.sorted() == ["p", "p/index"])
      #expect(try String(contentsOfFile: "\(package)/index", encoding: .utf8) == "new")
    }
  }

  @Test(.requires(.nobody))
  func `L8: In a directory that cannot be written the file is overwritten in place`() throws {
    let directory = try ScratchDirectory(["d/a": "old", "home/": ""])
    let place = directory.path.pushing("d/a")
    for (path, mode) in [("", 0o755), ("d", 0o755), ("d/a", 0o666), ("home", 0o1777)]
      as [(FilePath, UInt32)]
    {
      #expect(chmod(directory.path.pushing(path).string, mode) == 0)
    }
    let result = try TestProgram.runAsNobody([
      "XDG_STATE_HOME=\(directory.path)/home", TestProgram.saveProbe, "save", place.string, "new",
    ])
    #expect(result.output == "overwrite in place")
    #expect(try String(contentsOfFile: place.string, encoding: .utf8) == "new")
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: "\(directory.path)/home/uniform-types/saving"
      ).isEmpty)
  }

  /// Saves a file as a user who may write the file and not its directory.
  private func saveAsNobody(
    _ directory: ScratchDirectory, _ variables: String...
  ) throws -> String {
    let place = directory.path.pushing("d/a")
    for (path, mode) in [("", 0o755), ("d", 0o755), ("d/a", 0o666)] as [(FilePath, UInt32)] {
      #expect(chmod(directory.path.pushing(path).string, mode) == 0)
    }
    return try TestProgram.runAsNobody(
      ["env", "-u", "HOME", "-u", "XDG_STATE_HOME"] + variables
        + [TestProgram.saveProbe, "save", place.string, "new"]
    ).output
  }

  enum Trap: String, CaseIterable, Sendable {
    case openDirectory, ofAnotherUser, inOpenDirectory, inDirectoryOfAnotherUser, noDirectory

    /// Sets the trap at a path, which is in a directory that all may write.
    func set(_ path: FilePath) throws {
      let saving = path.pushing("uniform-types/saving")
      let manager = FileManager.default
      if self == .noDirectory {
        return #expect(manager.createFile(atPath: path.string, contents: Data()))
      }
      try manager.createDirectory(atPath: saving.string, withIntermediateDirectories: true)
      let nobody = uid_t(65534)
      let otherUser = uid_t(65533)
      for directory in [path, path.appending("uniform-types"), saving] {
        #expect(chown(directory.string, nobody, nobody) == 0 && chmod(directory.string, 0o700) == 0)
      }
      switch self {
      case .openDirectory: #expect(chmod(saving.string, 0o777) == 0)
      case .ofAnotherUser:
        #expect(chown(saving.string, otherUser, otherUser) == 0 && chmod(saving.string, 0o755) == 0)
      case .inOpenDirectory: #expect(chmod(path.string, 0o777) == 0)
      case .inDirectoryOfAnotherUser:
        #expect(chown(path.string, otherUser, otherUser) == 0 && chmod(path.string, 0o755) == 0)
      case .noDirectory: break
      }
    }
  }

  @Test(.requires(.nobody), arguments: Trap.allCases)
  func `L8: old contents are not kept in a directory that other users can enter`(_ trap: Trap)
    throws
  {
    let directory = try ScratchDirectory(["d/a": "old", "open/": "", "home/": ""])
    for name in ["open", "home"] {
      #expect(chmod(directory.path.appending(name).string, 0o1777) == 0)
    }
    try trap.set(directory.path.pushing("open/state"))
    let before = try directory.contents()
    let output = try saveAsNobody(
      directory, "XDG_STATE_HOME=\(directory.path)/open/state", "HOME=\(directory.path)/home")
    // The next place is the one.
    #expect(output == "overwrite in place")
    var after = try directory.contents()
    for name in ["", ".local/", ".local/state/", ".local/state/uniform-types/"] {
      #expect(after.removeValue(forKey: "home/" + name) == "")
    }
    #expect(after.removeValue(forKey: "home/.local/state/uniform-types/saving/") == "")
    #expect(after == before.merging(["d/a": "new"]) { $1 }.filter { $0.key != "home/" })
  }

  @Test(.requires(.nobody))
  func `L8: a missing home directory does not prevent saving`() throws {
    let last = "/var/tmp/user-65534"
    let manager = FileManager.default
    try #require(!manager.fileExists(atPath: last), "\(last) is in the way of this test; remove it")
    defer { try? manager.removeItem(atPath: last) }
    for variables in [["HOME=/nonexistent"], []] {
      let directory = try ScratchDirectory(["d/a": "old"])
      let output =
        try variables.isEmpty
        ? saveAsNobody(directory) : saveAsNobody(directory, variables[0])
      #expect(output == "overwrite in place")
      #expect(try directory.contents()["d/a"] == "new")
    }
  }

  @Test(.requires(.nobody))
  func `L17: A process that cannot give a group away never opens the file to other users`() throws {
    let directory = try ScratchDirectory(["a": "old"])
    let place = directory.path.appending("a")
    #expect(chmod(directory.path.string, 0o777) == 0)
    #expect(chmod(place.string, 0o646) == 0)
    let result = try TestProgram.runAsNobody([TestProgram.saveProbe, "save", place.string, "new"])
    #expect(result.output == "exchange; lost group, owner")
    let status = try SystemFileStore().status(of: FileLocation(place))
    #expect(status.permissions.rawValue == 0o644)
  }

  @Test(.requires(.nobody))
  func `L9: A file that the user may not write is rejected`() throws {
    let directory = try ScratchDirectory(["a": "old"])
    let place = directory.path.appending("a")
    #expect(chmod(directory.path.string, 0o777) == 0)
    #expect(chmod(place.string, 0o644) == 0)
    let result = try TestProgram.runAsNobody([TestProgram.saveProbe, "save", place.string, "new"])
    #expect(result.output == "not-writable 13 true")
    #expect(try directory.contents() == ["a": "old"])
  }
}
