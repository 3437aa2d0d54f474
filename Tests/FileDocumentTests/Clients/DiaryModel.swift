import Synchronization
import UniformDocuments
import UniformTypeIdentifiers

/// A class with `@Observable` in the shape of SwiftUI's later generation, whose reader and writer are
/// values.
@Observable final class DiaryModel: ReadableDocument, WritableDocument {
  static var readableContentTypes: [UTType] { [.plainText] }
  static var writableContentTypes: [UTType] { [.plainText, .json] }

  var days: [String] = []
  /// True if taking over and taking a snapshot wait for something.
  @ObservationIgnored var isSlow = false
  @ObservationIgnored private(set) var previous: [String]?

  func reader(configuration: ReadConfiguration) -> DiaryReader { DiaryReader() }

  @MainActor func apply(snapshot: [String], previous: [String]?) async throws {
    if isSlow { try await Task.sleep(for: .milliseconds(1)) }
    days = snapshot
    self.previous = previous
  }

  @MainActor func snapshot(contentType: UTType) async throws -> [String] {
    if isSlow { try await Task.sleep(for: .milliseconds(1)) }
    return days
  }

  func writer(configuration: WriteConfiguration) -> DiaryWriter {
    DiaryWriter(isJSON: configuration.contentType == .json)
  }
}

struct DiaryReader: DocumentReader {
  func read(from source: URL, progress: consuming Subprogress) async throws -> sending [String] {
    let text = try String(contentsOf: source, encoding: .utf8)
    DiaryWriter.calls.note("read \(text)")
    guard text != "unreadable" else { throw CocoaError(.fileReadCorruptFile) }
    return text.split(separator: ",").map(String.init)
  }
}

struct DiaryWriter: DocumentWriter {
  static let calls = Calls()
  let isJSON: Bool

  func write(
    snapshot: [String], to destination: URL, previous: [String]?, progress: consuming Subprogress
  ) async throws {
    Self.calls.note("write \(snapshot) after \(previous ?? [])")
    let text = snapshot.joined(separator: ",")
    try (isJSON ? JSONEncoder().encode(snapshot) : Data(text.utf8)).write(to: destination)
  }
}

/// One that is only read.
final class ArchiveModel: ReadableDocument {
  static var readableContentTypes: [UTType] { [.plainText] }
  private(set) var text = ""

  func reader(configuration: ReadConfiguration) -> DiaryReader { DiaryReader() }

  @MainActor func apply(snapshot: [String], previous: [String]?) async { text = snapshot.joined() }
}
