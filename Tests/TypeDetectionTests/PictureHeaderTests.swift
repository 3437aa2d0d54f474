import Testing
import UTITypeDetection

/// The signature of a picture counts in full only with the fields after it.
struct PictureHeaderTests {
  /// The start of a picture.
  struct Start: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let mimeType: String
    let signatureCount: Int
    /// The first bytes, which end with the last field that a decoder requires.
    let bytes: [UInt8]

    init(_ name: String, _ mimeType: String, signature: Int, _ bytes: [UInt8]) {
      testDescription = name
      self.mimeType = mimeType
      signatureCount = signature
      self.bytes = bytes
    }

    /// A JPEG image whose first segment has a marker, contents and a number of fill bytes.
    static func jpeg(_ marker: UInt8, _ contents: [UInt8], fill: Int = 0, next: UInt8) -> [UInt8] {
      let length = contents.count + 2
      return [0xFF, 0xD8] + Array(repeating: 0xFF, count: fill)
        + [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + contents + [0xFF, next]
    }

    static let all = [
      Start(
        "PNG", "image/png", signature: 8,
        [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8)),
      Start(
        "JFIF", "image/jpeg", signature: 3,
        jpeg(0xE0, Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0], next: 0xDB)),
      Start(
        "JFIF, fill bytes", "image/jpeg", signature: 3,
        jpeg(0xE0, Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0], fill: 3, next: 0xDB)),
      Start(
        "Exif", "image/jpeg", signature: 3,
        jpeg(
          0xE1, Array("Exif\0\0MM\0*".utf8) + Array(repeating: 7, count: 300), next: 0xE2)),
      Start(
        "Exif beyond the head", "image/jpeg", signature: 3,
        jpeg(
          0xE1, Array("Exif\0\0MM\0*".utf8) + Array(repeating: 7, count: 20_000), next: 0xE2)),
      Start(
        "JPEG without a name of its form", "image/jpeg", signature: 3,
        jpeg(0xDB, [0] + Array(repeating: 16, count: 64), next: 0xC0)),
      Start(
        "GIF", "image/gif", signature: 6, Array("GIF87a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x2C]),
      Start(
        "GIF with colours", "image/gif", signature: 6,
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0x91, 0, 0] + Array(repeating: 0xEE, count: 12)
          + [0x21, 0xF9]),
    ]
  }

  private static let tails: [[UInt8]] = [
    Array("<html><script>alert(document.domain)</script></html>".utf8),
    Array("<!DOCTYPE html><body onload=alert(1)>".utf8), Array("<?php system($_GET[0]); ?>".utf8),
    Array("#!/bin/sh\nrm -rf /\n".utf8), [0], [0xAA], [0x55, 0xFE],
  ]

  private func verdict(_ bytes: [UInt8], name: String? = nil) throws -> Verdict {
    try BaseDeclarations.detector.get().verdict(forBytes: bytes, name: name)
  }

  @Test("Only the whole start of a picture is certain", arguments: Start.all)
  func prefixes(_ start: Start) throws {
    let step = max(1, start.bytes.count / 400)
    for count in stride(from: start.signatureCount, to: start.bytes.count, by: step) {
      let verdict = try verdict(Array(start.bytes.prefix(count)))
      #expect(verdict.confidence < .certain, "\(count) bytes: \(verdict.evidence)")
    }
    let whole = try verdict(start.bytes)
    #expect(whole.mimeType == start.mimeType)
    #expect(whole.confidence == .certain, "\(whole.evidence)")
  }

  @Test("Other bytes after the first bytes of a picture leave a guess", arguments: Start.all)
  func tails(_ start: Start) throws {
    let step = max(1, start.bytes.count / 100)
    for tail in Self.tails {
      let filler = Array(repeating: tail, count: (start.bytes.count + 1024) / tail.count + 1)
      for count in stride(from: start.signatureCount, to: start.bytes.count - 1, by: step) {
        let bytes = start.bytes.prefix(count) + filler.joined()
        // The answer can be the type of the tail.
        let verdict = try verdict(Array(bytes))
        #expect(
          verdict.mimeType != start.mimeType || verdict.confidence == .guess,
          "\(count) bytes and \(tail): \(verdict.evidence)")
        let named = try self.verdict(Array(bytes), name: "a.\(start.mimeType.dropFirst(6))")
        #expect(
          named.mimeType != start.mimeType || named.confidence < .certain,
          "\(count) bytes and \(tail): \(named.evidence)")
      }
    }
  }

  @Test("Each byte of the header of PNG is required")
  func changes() throws {
    let start = Start.all[0]
    for place in start.signatureCount..<start.bytes.count {
      for change in [1, 0x20, 0xFF] as [UInt8] {
        var bytes = start.bytes
        bytes[place] ^= change
        #expect(try verdict(bytes + Array(repeating: 1, count: 64)).confidence == .guess)
      }
    }
  }
}
