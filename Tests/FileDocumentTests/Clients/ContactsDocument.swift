import UniformDocuments
import UniformTypeIdentifiers

/// Names, which are imported from a table and saved as JSON.
///
/// The class says by itself that it is safe to share, as the protocol asks for on Apple's systems.
final class ContactsDocument: ReferenceFileDocument, @unchecked Sendable {
  @Published var names: [String] = []

  static var readableContentTypes: [UTType] { [.json, .commaSeparatedText] }
  static var writableContentTypes: [UTType] { [.json] }

  init() {}

  init(configuration: ReadConfiguration) throws {
    guard let data = configuration.file.regularFileContents else {
      throw CocoaError(.fileReadCorruptFile)
    }
    if configuration.contentType.conforms(to: .json) {
      names = try JSONDecoder().decode([String].self, from: data)
    } else {
      names = String(decoding: data, as: UTF8.self).split { $0 == "," || $0 == "\n" }.map(
        String.init)
    }
  }

  func snapshot(contentType: UTType) throws -> [String] {
    names
  }

  func fileWrapper(snapshot: [String], configuration: WriteConfiguration) throws -> FileWrapper {
    FileWrapper(regularFileWithContents: try JSONEncoder().encode(snapshot))
  }
}
