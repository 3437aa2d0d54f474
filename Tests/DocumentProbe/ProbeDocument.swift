import Foundation
import UniformDocuments

/// A document that is edited in a separate process while others read, write and move its item.
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

  /// Opens the document and obeys lines of input: "read N" reads the item N times at once and
  /// coordinated, an empty line closes the document, and any other line becomes its unsaved text.
  static func run(_ url: URL) async throws {
    let document = ProbeDocument(fileURL: url)
    document.environment.autosavePolicy = nil
    try await document.openContents()
    say("ready")
    while let line = await Task.detached(operation: { readLine() }).value, !line.isEmpty {
      let words = line.split(separator: " ")
      if words.first == "read", let count = words.last.flatMap({ Int($0) }) {
        await read(document.fileURL, times: count, expecting: document.text)
        continue
      }
      document.text = line
      document.updateChangeCount(.done)
      say("edited" + (words.count == 2 && words[0] == "edit" ? " \(words[1])" : ""))
    }
    say("closes \(document.fileURL.lastPathComponent), saying \(document.text)")
    try await document.close(discardingChanges: true)
  }

  /// Reads an item on several threads and says "read", and "stale" for other contents than expected.
  private static func read(_ url: URL, times count: Int, expecting text: String) async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask {
          await withCheckedContinuation { continuation in
            Thread.detachNewThread {
              var error: NSError?
              NSFileCoordinator().coordinate(readingItemAt: url, error: &error) { url in
                let found = try? String(contentsOf: url, encoding: .utf8)
                if found != text { say("stale \(found ?? "nothing")") }
              }
              if let error { say("stale \(error)") }
              continuation.resume()
            }
          }
        }
      }
    }
    say("read")
  }
}

/// Prints a line at once, because the process may be killed at any moment.
private func say(_ text: String) {
  var line = text + "\n"
  line.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}
