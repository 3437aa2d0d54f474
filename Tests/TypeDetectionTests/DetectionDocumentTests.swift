import Foundation
import TestSupport
import Testing
import UTITypeDetection

@Suite("Documentation/Detection.md")
struct DetectionDocumentTests {
  /// An example of the page: the name of a file, its bytes, and the lines below.
  private struct Example: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]
    let lines: [String]

    var testDescription: String { name }
  }

  private static var examples: [Example] {
    get throws {
      let page = try RepositoryFiles.text("Documentation/Detection.md")
      let sections = page.components(separatedBy: "\n## ")
      let section = try #require(sections.first { $0.hasPrefix("Examples\n") })
      return try section.components(separatedBy: "```").enumerated()
        .filter { $0.offset % 2 == 1 }.map { try example($0.element) }
    }
  }

  private static func example(_ block: String) throws -> Example {
    let lines = block.split(separator: "\n").map(String.init)
    let parts = try #require(lines.first).components(separatedBy: ": \"")
    return Example(
      name: parts[0], bytes: try bytes(parts[1].dropLast()), lines: Array(lines.dropFirst()))
  }

  /// The bytes of a string with the escapes of C.
  private static func bytes(_ text: Substring) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      switch escaped {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "x"):
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        bytes.append(try #require(UInt8(digits, radix: 16)))
        rest = rest.dropFirst(2)
      case let digit: bytes.append(digit - UInt8(ascii: "0"))
      }
    }
    return bytes
  }

  @Test func `The examples have the verdicts and weights of the detector`() throws {
    let detector = try BaseDeclarations.detector.get()
    let examples = try Self.examples
    #expect(examples.count >= 5)
    for example in examples {
      let verdict = detector.verdict(forBytes: example.bytes, name: example.name)
      var lines = ["  is \(verdict.type), \(verdict.confidence.rawValue)"]
      for candidate in verdict.candidates {
        let parts = [("name", candidate.name), ("bytes", candidate.content)]
          .filter { $0.1 != 0 }.map { "\($0.0) \($0.1)" }
        let against =
          candidate.contradiction == 0
          ? []
          : ["-\(candidate.contradiction): \(candidate.contradictions.joined(separator: "; "))"]
        lines.append(
          "  weighs \(candidate.total) for \(candidate.type) "
            + "(\((parts + against).joined(separator: ", ")))")
      }
      for step in verdict.replacements {
        lines.append("  replaced \(step.from) by \(step.to): \(step.reason)")
      }
      #expect(lines == example.lines, "\(example.name)")
    }
  }
}
