import Foundation
import UniformDocuments
import UniformTypeIdentifiers

/// Saves a package of which a writer writes the changed files only, and stops in the middle.
@MainActor struct PartialSaving {
  let url: URL

  func run() async throws {
    let document = ModelDocument(PartialModel(), fileURL: url)
    document.environment.autosavePolicy = nil
    try await document.openContents()
    document.document.pages = document.document.pages.mapValues { _ in "changed" }
    document.updateChangeCount(.done)
    try await document.saveContents(to: url, for: .forOverwriting)
  }
}

private final class PartialModel: ReadableDocument, WritableDocument {
  static var readableContentTypes: [UTType] { [.package, .folder] }
  var pages: [String: String] = [:]

  struct Access: DocumentReader, DocumentWriter {
    @concurrent func read(
      from source: sending URL, progress: consuming Subprogress
    ) async throws -> sending [String: String] {
      var pages: [String: String] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: source.path) {
        pages[name] = try String(contentsOf: source.appending(path: name), encoding: .utf8)
      }
      return pages
    }

    @concurrent func write(
      snapshot: sending [String: String], to destination: sending URL,
      previous: sending [String: String]?, progress: consuming Subprogress
    ) async throws {
      for (name, text) in snapshot.sorted(by: { $0.key < $1.key }) where previous?[name] != text {
        try Data(text.utf8).write(to: destination.appending(path: name))
        try FileHandle.standardOutput.write(contentsOf: Data("wrote \(name)\n".utf8))
        while true { pause() }
      }
    }
  }

  func reader(configuration: sending ReadConfiguration) -> Access { Access() }
  func writer(configuration: sending WriteConfiguration) -> Access { Access() }
  @MainActor func apply(
    snapshot: sending [String: String], previous: sending [String: String]?
  ) async throws {
    pages = snapshot
  }
  @MainActor func snapshot(contentType: UTType) async throws -> sending [String: String] { pages }
}
