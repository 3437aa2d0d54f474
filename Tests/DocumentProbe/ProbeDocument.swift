import Documents
import Foundation

/// A document that is edited in a process of its own while others read, write and move its item.
final class ProbeDocument: Document {
  private var text = ""

  override func contents(forType typeName: String) throws -> Any { Data(text.utf8) }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    text = (contents as? Data).map { String(decoding: $0, as: UTF8.self) } ?? ""
    say("loaded \(text)")
  }

  override func presentedItemDidMove(to newURL: URL) {
    super.presentedItemDidMove(to: newURL)
    say("moved to \(newURL.lastPathComponent)")
  }

  /// Opens the document, and does what lines of input say: a text is what the document says from then
  /// on, without being saved; none closes it.
  static func run(_ url: URL) async throws {
    let document = ProbeDocument(fileURL: url)
    document.environment.autosavePolicy = nil
    try await document.openContents()
    say("ready")
    while let line = await Task.detached(operation: { readLine() }).value, !line.isEmpty {
      document.text = line
      document.updateChangeCount(.done)
      say("edited")
    }
    say("closes \(document.fileURL.lastPathComponent), saying \(document.text)")
    try await document.close(discardingChanges: true)
  }
}

/// Prints a line at once, because the process may be killed at any moment.
private func say(_ text: String) {
  var line = text + "\n"
  line.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}
