import UniformDocuments
import UniformTypeIdentifiers

/// A class of the main actor, with what runs elsewhere marked.
@MainActor final class StickerDocument: @preconcurrency ReferenceFileDocument {
  @Published var stickers: [String]

  nonisolated static var readableContentTypes: [UTType] { [.json] }

  init() {
    stickers = []
  }

  nonisolated init(configuration: ReadConfiguration) throws {
    let data = configuration.file.regularFileContents ?? Data()
    _stickers = Published(initialValue: try JSONDecoder().decode([String].self, from: data))
  }

  func snapshot(contentType: UTType) throws -> [String] {
    stickers
  }

  nonisolated func fileWrapper(
    snapshot: [String], configuration: WriteConfiguration
  ) throws -> FileWrapper {
    FileWrapper(regularFileWithContents: try JSONEncoder().encode(snapshot))
  }
}
