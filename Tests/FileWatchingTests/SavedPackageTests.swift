import Foundation
import SystemPackage
import Testing
import UTIDocumentStorage

@testable import UTIFileWatching

/// The watch on a package that its owner saves.
@Suite struct SavedPackages {
  private let place: WatchedPlace
  private let watch: FileWatch

  init() throws {
    place = try WatchedPlace(["p/a.txt": "a", "p/inner/b.txt": "b"])
    watch = place.watch("p")
  }

  private func identity() throws -> FileIdentity {
    try FileIdentity(of: FileLocation(place.path("p")))
  }

  /// Replaces the package by one that shares a file, and removes the old one.
  private func save() throws {
    try place.shell(
      "mkdir new new/inner; ln p/a.txt new; echo saved > new/inner/b.txt; mv p old; mv new p; rm -r old"
    )
  }

  @Test func `A state that a save has left is known, and later changes are reported`() throws {
    watch.pause()
    try save()
    watch.acknowledge(saved: try identity())
    watch.resume()
    #expect(place.events() == [])
    try place.write("p/a.txt", "changed")
    #expect(place.events() == [.changed([.changed("a.txt")])])
    try place.write("p/inner/b.txt", "changed too")
    #expect(place.events() == [.changed([.changed("inner/b.txt")])])
  }

  @Test func `A change after the save and before it is accepted is reported with the next one`()
    throws
  {
    watch.pause()
    try save()
    let saved = try identity()
    try place.write("p/inner/b.txt", "changed at once")
    watch.acknowledge(saved: saved)
    #expect(place.events() == [])
    try place.write("p/new.txt", "new")
    #expect(place.events() == [.changed([.changed("inner/b.txt"), .appeared("new.txt")])])
  }

  @Test func `Changes during a save that fails are reported`() throws {
    watch.pause()
    try place.write("p/a.txt", "changed")
    #expect(place.events() == [])
    watch.resume()
    #expect(place.events() == [.changed([.changed("a.txt")])])
    try place.write("p/inner/b.txt", "changed too")
    #expect(place.events() == [.changed([.changed("inner/b.txt")])])
  }

  @Test func `A package that was replaced since the save is read`() throws {
    let saved = try identity()
    try save()
    watch.acknowledge(saved: saved)
    #expect(place.events() == [])
    try place.write("p/inner/b.txt", "changed")
    #expect(place.events() == [.changed([.changed("inner/b.txt")])])
  }
}
