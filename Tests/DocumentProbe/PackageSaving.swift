import Documents
import Foundation
import Glibc
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

/// Saves a package of which one file has changed, between two calls that a tracer finds.
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
    try await document.saveContents(to: url, for: .forCreating)
    try await document.close(discardingChanges: true)

    let second = PackageDocument(at: url)
    second.environment = document.environment
    try await second.openContents()
    let changed = Self.name(fileCount / 2)
    if let old = second.package.fileWrappers?[changed] { second.package.removeFileWrapper(old) }
    second.package.addRegularFile(
      withContents: Data("changed".utf8), preferredFilename: changed)
    second.updateChangeCount(.done)
    // The watcher looks at the item a while after the opening and after the save.
    if watchesItem { try await Task.sleep(for: .seconds(1)) }
    access("/save-begins", F_OK)
    try await second.saveContents(to: url, for: .forOverwriting)
    if watchesItem { try await Task.sleep(for: .seconds(2)) }
    access("/save-ends", F_OK)
    try await second.close(discardingChanges: true)
  }

  static func name(_ number: Int) -> String { "file-\(number).txt" }
}
