import Foundation
import Synchronization
import UniformDocuments
import UniformTypeIdentifiers

/// A value that notes its calls, and writes when it may.
struct TracedFile: FileDocument {
  static let calls = Calls()
  static var readableContentTypes: [UTType] { [.plainText] }

  var text = ""

  init(text: String) { self.text = text }

  init(configuration: ReadConfiguration) throws {
    Self.calls.note("init")
    text = String(decoding: configuration.file.regularFileContents ?? Data(), as: UTF8.self)
  }

  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
    let existing = configuration.existingFile?.regularFileContents.map {
      String(decoding: $0, as: UTF8.self)
    }
    let place = configuration.destinationURL?.lastPathComponent
    Self.calls.note("fileWrapper to \(place ?? "nowhere") after \(existing ?? "nothing")")
    return FileWrapper(regularFileWithContents: Data(text.utf8))
  }
}

/// An object that records its calls, and the previous snapshot that it receives.
final class TracedObject: IncrementalReferenceFileDocument {
  static let calls = Calls()
  static let gate = Mutex<(@Sendable () -> Void)?>(nil)
  static var readableContentTypes: [UTType] { [.plainText] }
  static var writableContentTypes: [UTType] { [.plainText, .json] }

  @Published var text: String

  init(text: String) { self.text = text }

  init(configuration: ReadConfiguration) throws {
    Self.calls.note("init")
    text = String(decoding: configuration.file.regularFileContents ?? Data(), as: UTF8.self)
  }

  func snapshot(contentType: UTType) throws -> String {
    Self.calls.note("snapshot \(text)")
    return text
  }

  func fileWrapper(
    snapshot: String, previousSnapshot: String?, configuration: WriteConfiguration
  ) throws -> FileWrapper {
    let place = configuration.destinationURL?.lastPathComponent ?? "nowhere"
    Self.calls.note("fileWrapper \(snapshot) to \(place) after \(previousSnapshot ?? "nothing")")
    Self.gate.withLock { $0 }?()
    return FileWrapper(regularFileWithContents: Data(snapshot.utf8))
  }
}
