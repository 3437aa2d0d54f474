import Foundation
import StorageTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@testable import UTIDocumentStorage

@Suite struct VersionRules {
  @Test("A save removes the versions beyond the limits")
  func thinning() throws {
    let scratch = try ScratchDirectory(["a.txt": "0"])
    let item = scratch.file("a.txt")
    var versions = scratch.versions()
    (versions.limits.newest, versions.limits.hourly, versions.limits.daily) = (2, 0, 0)
    for number in 1...5 {
      var writer = SafeWriter()
      writer.keeping = VersionKeeping(in: versions, VersionNotes())
      _ = try writer.write(to: item, .overwrite, expecting: nil) {
        try Data("\(number)".utf8).write(to: URL(filePath: $0.string))
      }
    }
    #expect(try versions.texts(of: item) == ["4", "3"])
  }

  @Test("The part of a file system limits the size of all versions, whatever the divisor")
  func capacity() {
    let now = FileTime(seconds: 10_000, nanoseconds: 0)
    let all = (1...9).reversed().map { ItemVersion.example(kept: $0, size: 100) }
    for (part, capacity, count) in [(1, 400, 4), (0, 400, 4), (2, 800, 4), (20, 0, 1)] {
      var limits = VersionLimits()
      limits.partOfVolume = Int64(part)
      let gone = limits.superfluous(among: all, now: now, capacity: Int64(capacity))
      #expect(all.count - gone.count == count, "\(part)")
    }
  }

  @Test("Times of records have nanoseconds below a second")
  func nanoseconds() {
    for (count, isValid) in [(0, true), (999_999_999, true), (1_000_000_000, false), (-1, false)] {
      let text = """
        {"dateSeconds": -5, "dateNanoseconds": \(count), "keptSeconds": 1, "keptNanoseconds": 1}
        """
      #expect((VersionRecord(decoding: Array(text.utf8)) != nil) == isValid, "\(count)")
    }
  }

  @Test("Both halves of the key of an item depend on its whole path")
  func keys() {
    let keys = ["/a", "/b", "/a/b", "/a/c", "/", "/a/b/c"].map {
      VersionStore.key(of: FilePath($0)).string
    }
    for key in keys {
      #expect(key.count == 32 && key.allSatisfy { $0.isHexDigit && !$0.isUppercase })
      #expect(key.prefix(16) != key.suffix(16))
    }
    #expect(Set(keys.map { $0.prefix(16) }).count == keys.count)
    #expect(Set(keys.map { $0.suffix(16) }).count == keys.count)
  }

  @Test("The values of the documentation, and the names of versions")
  func documentedValues() throws {
    let versions = VersionStore(directory: "/nonexistent")
    #expect(versions.smallSize == 1 << 20 && versions.patience == .seconds(5))
    let name = versions.newIdentifier(FileTime(seconds: 86_399, nanoseconds: 0)).string
    #expect(name.hasPrefix("19700101T235959"), "\(name)")
    let host = try String(contentsOfFile: "/proc/sys/kernel/hostname", encoding: .utf8)
    #expect(versions.author.host == host.trimmingCharacters(in: .whitespacesAndNewlines))
    #expect(versions.author.user == NSUserName())
  }

  @Test("A new folder that another process sweeps before it is locked is made again")
  func sweeping() throws {
    let scratch = try ScratchDirectory(["a.txt": "current", "old": "old"])
    let item = scratch.file("a.txt")
    let opened = Mutex<String?>(nil)
    let meddler = Meddler {
      guard case .open(let place, _) = $0, "\(place.path)".contains("/.new-") else { return false }
      opened.withLock { $0 = "\(place.path)" }
      return true
    } _: {
      let path = try #require(opened.withLock { $0 })
      try FileManager.default.removeItem(atPath: path)
    }
    _ = try scratch.versions(store: InterposedFileStore(meddler)).add(
      contentsOf: FileLocation(scratch.file("old")), to: item, VersionNotes(), byMoving: false)
    #expect(opened.withLock { $0 } != nil)
    #expect(try scratch.versions().texts(of: item) == ["old"])
  }

  @Test(
    "A new folder that cannot be locked leaves nothing, and is not tried without an end",
    arguments: [(Errno.ioError, 1...1), (.noSuchFileOrDirectory, 2...1_000)])
  func failing(error: Errno, attempts: ClosedRange<Int>) throws {
    let scratch = try ScratchDirectory(["a.txt": "current", "old": "old"])
    let opened = Mutex<Set<String>>([])
    let recorder = CallRecorder { call, _ in
      guard case .open(let place, _) = call, "\(place.path)".contains("/.new-") else { return nil }
      // The folder can still be opened to be removed.
      return opened.withLock { $0.insert("\(place.path)").inserted } ? error : nil
    }
    let versions = scratch.versions(store: recorder.store)
    let failure = #expect(throws: FileStoreError.self) {
      try versions.add(
        contentsOf: FileLocation(scratch.file("old")), to: scratch.file("a.txt"), VersionNotes(),
        byMoving: false)
    }
    #expect(failure?.errno == error)
    let made = recorder.calls.count {
      if case .createDirectory(let place) = $0 { "\(place.path)".contains("/.new-") } else { false }
    }
    #expect(attempts.contains(made), "\(made)")
    #expect(try !scratch.contents().keys.contains { $0.contains("/.new-") })
  }
}
