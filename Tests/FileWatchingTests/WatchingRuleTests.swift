import CUTISystemCalls
import Foundation
import SystemPackage
import Testing

@testable import UTIFileWatching

/// The reported events of an item, by the rules of documents.
@Suite struct WatchingRules {
  @Test("J5: writing in place and replacing by renaming are one change each")
  func changes() throws {
    let place = try WatchedPlace(["a.txt": "old"])
    place.watch("a.txt")
    try place.write("a.txt", "newer")
    #expect(place.events() == [.changed([])])
    try place.write("b.txt", "newest")
    try FileManager.default.removeItem(atPath: place.path("a.txt").string)
    try place.rename("b.txt", "a.txt")
    #expect(place.events() == [.changed([])])
    try place.write("other.txt", "of no interest")
    #expect(place.events() == [])
  }

  @Test("J5: a change is reported after a quiet period, and never twice")
  func quiet() throws {
    let place = try WatchedPlace(["a.txt": "old"])
    place.watch("a.txt")
    try place.write("a.txt", "new")
    place.watcher.step(to: .zero)
    place.watcher.step(to: .milliseconds(60))
    try place.write("a.txt", "newer")
    place.watcher.step(to: .milliseconds(120))
    #expect(place.events(within: .milliseconds(30)) == [])
    #expect(place.events() == [.changed([])])
    #expect(place.events() == [])
  }

  @Test("J6: files that are written and not closed are not examined, nor new empty files")
  func unfinished() throws {
    let place = try WatchedPlace(["a.txt": "old"])
    place.watch("a.txt")
    let file = try FileDescriptor.open(
      place.path("a.txt"), .writeOnly, options: [.truncate, .closeOnExec])
    try file.writeAll("ne".utf8)
    place.watcher.step(to: .milliseconds(1))
    #expect(place.events(within: .milliseconds(500)) == [])
    try file.writeAll("w".utf8)
    try file.close()
    #expect(place.events(within: .milliseconds(200)) == [.changed([])])
    try FileManager.default.removeItem(atPath: place.path("a.txt").string)
    let new = try FileDescriptor.open(
      place.path("a.txt"), .writeOnly, options: [.create, .closeOnExec],
      permissions: .ownerReadWrite)
    #expect(place.events(within: .milliseconds(300)) == [])
    try new.writeAll("newer".utf8)
    try new.close()
    #expect(place.events() == [.changed([])])
  }

  @Test("J6: files that are written without end are examined at intervals")
  func endless() throws {
    let place = try WatchedPlace(["a.log": "old"])
    place.watch("a.log")
    let file = try FileDescriptor.open(
      place.path("a.log"), .writeOnly, options: [.append, .closeOnExec])
    var time = Duration.zero
    for _ in 0..<60 {
      try file.writeAll("line\n".utf8)
      time += .milliseconds(100)
      place.watcher.step(to: time)
    }
    #expect(place.events(within: .zero) == [.changed([])])
    try file.close()
  }

  @Test("J3: permissions, and equal bytes, are no change of the contents")
  func metadata() throws {
    let place = try WatchedPlace(["a.txt": "old"])
    place.watch("a.txt") { $0.comparesContents = true }
    #expect(chmod(place.path("a.txt").string, 0o600) == 0)
    #expect(place.events() == [.metadataChanged])
    try place.write("a.txt", "old")
    #expect(place.events() == [.metadataChanged])
    #expect(utimes(place.path("a.txt").string, nil) == 0)
    #expect(place.events() == [.metadataChanged])
    try place.write("a.txt", "odl")
    #expect(place.events() == [.changed([])])
  }

  @Test("J4: an acknowledged change is not reported")
  func acknowledged() throws {
    let place = try WatchedPlace(["a.txt": "old"])
    let watch = place.watch("a.txt")
    try place.write("a.txt", "ours")
    watch.acknowledge()
    #expect(place.events() == [])
    try place.write("a.txt", "theirs")
    #expect(place.events() == [.changed([])])
  }

  @Test("J7, J8: an item is followed when it, or a directory above it, is moved")
  func moves() throws {
    let place = try WatchedPlace(["x/y/a.txt": "old"])
    let watch = place.watch("x/y/a.txt")
    try place.rename("x/y/a.txt", "x/y/b.txt")
    #expect(place.events() == [.moved(to: place.path("x/y/b.txt"))])
    try place.rename("x/y", "x/z")
    #expect(place.events() == [.moved(to: place.path("x/z/b.txt"))])
    try place.rename("x", "w")
    #expect(place.events() == [.moved(to: place.path("w/z/b.txt"))])
    #expect(watch.path == place.path("w/z/b.txt"))
    try place.write("w/z/b.txt", "new")
    #expect(place.events() == [.changed([])])
  }

  @Test("J9: an item is found in a directory that is not watched")
  func movedAway() throws {
    let place = try WatchedPlace(["x/a.txt": "old", "far/off/b.txt": ""])
    place.watch("x/a.txt")
    try place.rename("x/a.txt", "far/off/a.txt")
    #expect(place.events() == [.moved(to: place.path("far/off/a.txt"))])
    try place.write("far/off/a.txt", "new")
    #expect(place.events() == [.changed([])])
  }

  @Test(
    "J7: without a descriptor, the notification of a move is sufficient", arguments: [false, true])
  func movedUnheld(movesDirectory: Bool) throws {
    let place = try WatchedPlace(["x/a.txt": "old"])
    place.watch("x/a.txt") { $0.mostHeldItems = 0 }
    #expect(place.watcher.cost.descriptors == 0)
    if movesDirectory {
      try place.rename("x", "y")
      #expect(place.events() == [.moved(to: place.path("y/a.txt"))])
    } else {
      try place.rename("x/a.txt", "x/b.txt")
      #expect(place.events() == [.moved(to: place.path("x/b.txt"))])
    }
  }

  @Test("J7: files without a watch are not reported, and a move of their directory still is")
  func unwanted() throws {
    let place = try WatchedPlace(["x/a.txt": "old", "x/y/b.txt": "old"])
    let watch = place.watch("x/a.txt")
    place.watch("x/y/b.txt") {
      $0.mostHeldItems = 0
    }
    watch.cancel()
    for number in 0..<3 {
      try place.write("x/\(number).txt", "of no interest")
      #expect(place.events() == [])
    }
    try place.rename("x", "z")
    #expect(place.events() == [.moved(to: place.path("z/y/b.txt"))])
    try place.write("z/y/b.txt", "newer")
    #expect(place.events() == [.changed([])])
  }

  @Test(
    "J10, J11: an item that is missing for a while is deleted, and may return, with its directories"
  )
  func deletion() throws {
    let place = try WatchedPlace(["x/y/a.txt": "old"])
    place.watch("x/y/a.txt")
    try FileManager.default.removeItem(atPath: place.path("x/y/a.txt").string)
    place.watcher.step(to: .milliseconds(1))
    #expect(place.events(within: .milliseconds(300)) == [])
    try place.write("x/y/a.txt", "new")
    #expect(place.events() == [.changed([])])
    try FileManager.default.removeItem(atPath: place.path("x").string)
    #expect(place.events() == [.deleted])
    try place.write("x/y/a.txt", "newer")
    #expect(place.events() == [.appeared])
    try place.write("x/y/a.txt", "newest")
    #expect(place.events() == [.changed([])])
  }

  @Test("J12: an item that was moved to the trash has the path it came from")
  func trash() throws {
    let place = try WatchedPlace(["a b.txt": "old", "Trash/files/x": ""])
    place.watch("a b.txt")
    let origin = place.path("a b.txt").string.replacingOccurrences(of: " ", with: "%20")
    try place.write("Trash/info/a b.txt.trashinfo", "[Trash Info]\nPath=\(origin)\n")
    try place.rename("a b.txt", "Trash/files/a b.txt")
    #expect(
      place.events() == [
        .trashed(place: place.path("Trash/files/a b.txt"), restorePath: place.path("a b.txt"))
      ])
    try place.rename("Trash/files/a b.txt", "a b.txt")
    #expect(place.events() == [.appeared])
  }

  @Test("J19: an exchange with a temporary item is a change and no move")
  func exchange() throws {
    let place = try WatchedPlace(["a.txt": "old", ".temporary": "new"])
    place.watch("a.txt")
    try exchange(place.path("a.txt"), place.path(".temporary"))
    #expect(place.events() == [.changed([])])
    try FileManager.default.removeItem(atPath: place.path(".temporary").string)
    #expect(place.events() == [])
  }

  @Test("J5: changes in a package are reported by name, also in new directories")
  func packages() throws {
    let place = try WatchedPlace([
      "p.rtfd/TXT.rtf": "old", "p.rtfd/img/a.png": "a", "p.rtfd/img/b.png": "b",
    ])
    place.watch("p.rtfd")
    try place.write("p.rtfd/TXT.rtf", "newer")
    try place.write("p.rtfd/more/deep/c.png", "c")
    try place.rename("p.rtfd/img/a.png", "p.rtfd/a2.png")
    try FileManager.default.removeItem(atPath: place.path("p.rtfd/img/b.png").string)
    #expect(
      place.events() == [
        .changed([
          .changed("TXT.rtf"), .moved(from: "img/a.png", to: "a2.png"), .removed("img/b.png"),
          .appeared("more"), .appeared("more/deep"), .appeared("more/deep/c.png"),
        ])
      ])
    try place.write("p.rtfd/more/deep/c.png", "cc")
    #expect(place.events() == [.changed([.changed("more/deep/c.png")])])
    try place.rename("p.rtfd", "q.rtfd")
    #expect(place.events() == [.moved(to: place.path("q.rtfd"))])
    try place.write("q.rtfd/more/deep/c.png", "c")
    #expect(place.events() == [.changed([.changed("more/deep/c.png")])])
  }

  private func exchange(_ first: FilePath, _ second: FilePath) throws {
    let result = first.withPlatformString { first in
      second.withPlatformString {
        uti_renameat2(AT_FDCWD, first, AT_FDCWD, $0, UTI_RENAME_EXCHANGE)
      }
    }
    #expect(result == 0)
  }
}
