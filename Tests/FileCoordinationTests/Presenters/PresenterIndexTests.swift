import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@testable import UTIFileCoordination

/// The presenters that an access finds, and the work of finding them among many.
@Suite struct PresenterIndexTests {
  /// Presenters of items in one folder, which count how often their items are read.
  private final class Presenter: NSObject, SelfWatchingPresenter, Sendable {
    private let values: Mutex<(url: URL, readCount: Int)>
    let presentedItemOperationQueue = OperationQueue()

    init(_ path: FilePath) { values = Mutex((URL(filePath: path.string), 0)) }

    var presentedItemURL: URL? {
      values.withLock { values in
        values.readCount += 1
        return values.url
      }
    }
    var announcedURL: URL { values.withLock { $0.url } }
    var readCount: Int { values.withLock { $0.readCount } }
    let isBehindItem = false

    func acknowledgeItem() {}
    func noteOwnWrite(at url: URL) {}

    func resolvedPath(of url: URL) -> FilePath? { FilePath(url.path) }

    func move(to path: FilePath) { values.withLock { $0.url = URL(filePath: path.string) } }
  }

  private final class SilentPresenter: NSObject, NSFilePresenter {
    let presentedItemOperationQueue = OperationQueue()
    let url: URL?

    init(_ path: FilePath) { url = URL(filePath: path.string) }

    var presentedItemURL: URL? { url }
  }

  private func found(
    _ presenters: FilePresenters, _ path: FilePath, except own: Presenter? = nil
  ) -> [String] {
    presenters.concerned(with: path, except: own.map { ObjectIdentifier($0) }).map {
      "\($0.relation) \($0.presenter.value.presentedItemURL?.path ?? "-")"
    }
  }

  @Test func `An access to one of many items reads few presenters`() throws {
    // The moves of other tests make the shared monitor read all presenters.
    let presenters = FilePresenters(monitor: CoordinationMonitor())
    let paths = (0..<1_000).map { FilePath("/folder/\($0).txt") }
    let all = paths.map(Presenter.init)
    var readCounts: [Int] = []
    for (number, presenter) in all.enumerated() {
      presenters.add(presenter)
      let before = all.reduce(0) { $0 + $1.readCount }
      #expect(presenters.concerned(with: paths[number / 2], except: nil).count == 1)
      readCounts.append(all.reduce(0) { $0 + $1.readCount } - before)
    }
    // The new presenter, and the presenter of the item.
    #expect(readCounts.allSatisfy { $0 <= 2 })
    #expect(presenters.concerned(with: "/folder", except: nil).count == 1_000)
    withExtendedLifetime(all) {}
  }

  @Test func `An access finds presenters of the item, of its parents and of items below`() {
    let presenters = FilePresenters()
    let paths: [FilePath] = ["/a", "/a/b", "/a/b/c", "/a/bc", "/d"]
    let all = paths.map(Presenter.init)
    for presenter in all { presenters.add(presenter) }
    let silent = SilentPresenter("/a/b")
    presenters.add(silent)
    for _ in 0..<2 {
      #expect(found(presenters, "/a/b") == ["below /a", "item /a/b", "above /a/b/c", "item /a/b"])
      #expect(
        found(presenters, "/a/b", except: all[1]) == ["below /a", "above /a/b/c", "item /a/b"])
      #expect(found(presenters, "/e") == [])
    }
    #expect(presenters.remove(ObjectIdentifier(all[2])) == false)
    #expect(found(presenters, "/a/b/c") == ["below /a", "below /a/b", "below /a/b"])
    withExtendedLifetime((all, silent)) {}
  }

  @Test func `An access finds presenters at the places that they have announced`() {
    let presenters = FilePresenters()
    let presenter = Presenter("/a/b")
    presenters.add(presenter)
    #expect(found(presenters, "/a/b") == ["item /a/b"])
    presenter.move(to: "/c/d")
    presenters.forgetPlace(of: ObjectIdentifier(presenter))
    #expect(found(presenters, "/c") == ["above /c/d"])
    #expect(found(presenters, "/a/b") == [])
    #expect(presenters.remove(ObjectIdentifier(presenter)))
    #expect(found(presenters, "/c") == [])
    #expect(!presenters.hasEntries)
  }

  @Test func `The index returns what a comparison with all paths returns`() {
    var generator = SeededGenerator(seed: 56)
    var index = PathIndex()
    let objects = (0..<60).map { _ in NSObject() }
    var paths: [ObjectIdentifier: FilePath] = [:]
    func path() -> FilePath {
      (0..<Int.random(in: 0...4, using: &generator)).reduce("/") { path, _ in
        path.appending("\(Int.random(in: 0...2, using: &generator))")
      }
    }
    for _ in 0..<2_000 {
      let id = ObjectIdentifier(objects[Int.random(in: 0..<60, using: &generator)])
      if Bool.random(using: &generator) {
        paths[id] = path()
        index.insert(id, at: paths[id] ?? "/")
      } else {
        paths[id] = nil
        index.remove(id)
      }
      let asked = path()
      let expected = paths.filter { $0.value.isWithin(asked) || asked.isWithin($0.value) }
      let found = index.concerned(with: asked)
      #expect(Set(found) == Set(expected.keys) && found.count == expected.count)
    }
  }
}
