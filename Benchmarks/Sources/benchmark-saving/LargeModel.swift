import Foundation
import UniformDocuments
import UniformTypeIdentifiers

/// A document of 200,000 items, saved as JSON.
final class LargeModel: ReferenceFileDocument {
  struct Item: Codable, Sendable {
    var id = UUID()
    var title: String
    var isDone = false
  }

  static var readableContentTypes: [UTType] { [.json] }

  @Published var items: [Item]

  init(count: Int) { items = (0..<count).map { Item(title: "Item \($0)") } }

  init(configuration: ReadConfiguration) throws {
    items = try JSONDecoder().decode(
      [Item].self, from: configuration.file.regularFileContents ?? Data())
  }

  func snapshot(contentType: UTType) throws -> [Item] { items }

  func fileWrapper(snapshot: [Item], configuration: WriteConfiguration) throws -> FileWrapper {
    FileWrapper(regularFileWithContents: try JSONEncoder().encode(snapshot))
  }
}

extension LargeModel {
  /// Saves one edit, and makes further edits meanwhile.
  ///
  /// - Returns: the duration of the save, and the longest time that it blocked the main actor.
  @MainActor static func saveWhileEditing(
    in folder: String
  ) async throws -> (whole: Duration, blocked: Duration) {
    let clock = ContinuousClock()
    let url = URL(filePath: folder).appending(path: "model.json")
    try? FileManager.default.removeItem(at: url)
    let document = ObjectDocument(LargeModel(count: 200_000), fileURL: url)
    document.environment.autosavePolicy = nil
    try await document.saveContents(to: url, for: .forCreating)
    document.document.items[0].title = "Edited"
    let start = clock.now
    var last = start
    var blocked = Duration.zero
    let saving = Task { try await document.saveContents(to: url, for: .forOverwriting) }
    let editing = Task {
      while !Task.isCancelled {
        try await Task.sleep(for: .milliseconds(1))
        document.document.items[1].title = "Edited meanwhile"
        blocked = max(blocked, clock.now - last)
        last = clock.now
      }
    }
    try await saving.value
    let whole = clock.now - start
    blocked = max(blocked, clock.now - last)
    editing.cancel()
    try await document.close(discardingChanges: true)
    return (whole, blocked)
  }
}
