import Foundation
import Glibc
import UniformDocuments
import UniformTypeIdentifiers

/// A document that keeps its package as file wrappers.
@MainActor final class PackageDocument: MainDocument {
  var package = FileWrapper(directoryWithFileWrappers: [:])

  override func contents(ofType type: UTType) throws -> Any { package }

  override func load(_ contents: Any, ofType type: UTType?) throws {
    guard let wrapper = contents as? FileWrapper else { throw CocoaError(.fileReadCorruptFile) }
    package = wrapper
  }
}

/// Saves a package as a whole and after a change of one file, and prints the cost of both saves.
///
/// The second save is between two calls that a tracer finds.
@MainActor struct PackageSaving {
  let url: URL
  let fileCount: Int
  let watchesItem: Bool

  func run() async throws {
    let document = PackageDocument(at: url)
    document.environment.autosavePolicy = nil
    document.environment.watchesItems = watchesItem
    for number in 0..<fileCount {
      document.package.addRegularFile(
        withContents: Data("\(number)".utf8), preferredFilename: Self.name(number))
    }
    let begin = Cost.now
    try await document.saveContents(to: url, for: .forCreating)
    let whole = Cost.now - begin
    try await document.close(discardingChanges: true)

    let second = PackageDocument(at: url)
    second.environment = document.environment
    try await second.openContents()
    let changed = Self.name(fileCount / 2)
    if let old = second.package.fileWrappers?[changed] { second.package.removeFileWrapper(old) }
    second.package.addRegularFile(withContents: Data("changed".utf8), preferredFilename: changed)
    second.updateChangeCount(.done)
    // The watcher looks at the item a while after the opening and after the save.
    if watchesItem { try await Task.sleep(for: .seconds(1)) }
    access("/save-begins", F_OK)
    let beginOfChange = Cost.now
    try await second.saveContents(to: url, for: .forOverwriting)
    let cost = Cost.now - beginOfChange
    if watchesItem { try await Task.sleep(for: .seconds(2)) }
    access("/save-ends", F_OK)
    try await second.close(discardingChanges: true)
    print("whole \(whole) changed \(cost)")
  }

  /// The milliseconds of a save: by the clock, of the processor, and of the processor on the main thread.
  private struct Cost: CustomStringConvertible {
    var elapsed: Double
    var processor: Double
    var main: Double

    static var now: Cost {
      func time(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
      }
      return Cost(
        elapsed: time(CLOCK_MONOTONIC), processor: time(CLOCK_PROCESS_CPUTIME_ID),
        main: time(CLOCK_THREAD_CPUTIME_ID))
    }

    static func - (left: Cost, right: Cost) -> Cost {
      Cost(
        elapsed: left.elapsed - right.elapsed, processor: left.processor - right.processor,
        main: left.main - right.main)
    }

    var description: String {
      [elapsed, processor, main].map { String(format: "%.1f", $0) }.joined(separator: " ")
    }
  }

  static func name(_ number: Int) -> String { "file-\(number).txt" }
}
