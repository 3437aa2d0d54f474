import UniformDocuments
import UniformTypeIdentifiers

/// A number, in an app that offers no undo.
struct CounterFile: FileDocument {
  static var readableContentTypes: [UTType] { [.xmlPropertyList] }

  var count = 0

  init() {}

  init(configuration: ReadConfiguration) throws {
    guard let data = configuration.file.regularFileContents else {
      throw CocoaError(.fileReadCorruptFile)
    }
    count = try PropertyListDecoder().decode([String: Int].self, from: data)["count"] ?? 0
  }

  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    return FileWrapper(regularFileWithContents: try encoder.encode(["count": count]))
  }
}
