import Foundation
import SystemPackage
import UniformDocuments

/// A document that several processes append lines to, each as if it alone had it open.
///
/// Spaces fill it up, so that most saves leave its size as it was and take more than one write.
final class LogDocument: Document {
  static let block = 1 << 16

  var lines = ""

  override func contents(forType typeName: String) throws -> Any {
    var bytes = Data(lines.utf8)
    let rest = bytes.count % Self.block
    bytes.append(Data(repeating: UInt8(ascii: " "), count: Self.block - rest))
    return bytes
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    lines = Self.lines(in: contents as? Data ?? Data()).map { $0 + "\n" }.joined()
  }

  /// The lines in what is left of a document.
  static func lines(in contents: Data) -> [String] {
    contents.split(separator: UInt8(ascii: "\n"))
      .map { String(decoding: $0, as: UTF8.self) }
      .filter { $0.hasPrefix("line ") }
  }
}

/// Appends lines to a document until its time is over, and prints each when its save has succeeded.
///
/// After a save that is refused it does what people do: it reads the document again, and tries once
/// more.
struct Appending {
  let url: URL
  let name: String
  let end: ContinuousClock.Instant

  func run() async throws {
    let document = LogDocument(fileURL: url)
    document.environment.autosavePolicy = nil
    document.environment.report = { _ in }
    try await untilTheEnd { try await document.openContents() }
    var number = 0
    while ContinuousClock.now < end {
      number += 1
      let line = "line \(name).\(number)\n"
      try await untilTheEnd {
        document.lines += line
        document.updateChangeCount(.done)
        do {
          try await document.saveContents(to: document.fileURL, for: .forOverwriting)
        } catch {
          say("refused \((error as? DocumentError)?.code.rawValue ?? "\(error)")\n")
          try await untilTheEnd { try await document.revertContents(to: document.fileURL) }
          throw error
        }
        say(line)
      }
    }
  }

  private func untilTheEnd(_ body: () async throws -> Void) async throws {
    while true {
      do {
        return try await body()
      } catch  where ContinuousClock.now < end {
        try await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  /// Prints a line at once, because the process may be killed at any time.
  private func say(_ text: String) {
    _ = try? FileDescriptor.standardOutput.writeAll(Array(text.utf8))
  }
}
