import UniformDocuments
import UniformTypeIdentifiers

/// Rows, in either of two formats.
struct TableFile: FileDocument {
  static var readableContentTypes: [UTType] { [.commaSeparatedText, .json] }

  var rows: [[String]]

  init(rows: [[String]] = []) {
    self.rows = rows
  }

  init(configuration: ReadConfiguration) throws {
    guard let data = configuration.file.regularFileContents else {
      throw CocoaError(.fileReadCorruptFile)
    }
    switch configuration.contentType {
    case .commaSeparatedText:
      rows = String(decoding: data, as: UTF8.self).split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
    case .json:
      rows = try JSONDecoder().decode([[String]].self, from: data)
    default:
      throw CocoaError(.fileReadUnsupportedScheme)
    }
  }

  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
    if configuration.contentType == .json {
      return .init(regularFileWithContents: try JSONEncoder().encode(rows))
    }
    let text = rows.map { $0.joined(separator: ",") + "\n" }.joined()
    return .init(regularFileWithContents: Data(text.utf8))
  }
}
