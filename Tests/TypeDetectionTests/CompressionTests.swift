import Foundation
import Testing
import UTITypeGraph

@testable import UTITypeDetection

/// The contents of compressed streams, from the first block in any form of compression.
struct CompressionTests {
  /// A format, and the same tar archive and the same text in it.
  struct Row: CustomTestStringConvertible, Sendable {
    let stream: String
    let archive: String
    let archiveBytes: [UInt8]
    let textBytes: [UInt8]
    var testDescription: String { stream }

    /// True if the package is built with the trait that looks inside.
    var isSupported: Bool {
      switch stream {
      case "application/x-bzip2":
        #if Bzip2
        true
        #else
        false
        #endif
      case "application/zstd":
        #if Zstandard
        true
        #else
        false
        #endif
      default: true
      }
    }

    init(
      _ stream: String, archive: String, ofArchive: String, ofText: String
    ) {
      self.stream = stream
      self.archive = archive
      archiveBytes = Array(Data(base64Encoded: ofArchive) ?? Data())
      textBytes = Array(Data(base64Encoded: ofText) ?? Data())
    }
  }

  static let rows: [Row] = [
    Row(
      "application/gzip", archive: "application/x-compressed-tar",
      ofArchive:
        "H4sIAAAAAAACA+3NMQqEQBAEwIl9xb1ARETfYyBcIAjnCj7f1UjMTxCrkh66g+nLtKb4ryprm+bI7Jr7"
        + "err3vu3qOj5V3GCZU//LL+OdvsM4TkUAAAAAAAAAAADwMBsmWm5AACgAAA==",
      ofText:
        "H4sIAAAAAAACA8vLV0gsSs7ILEvVUcjPy6lUSFTIycxLVchPUyhJrSjhyhuVH5UflR+VH6byALLRmWwA"
        + "BQAA"),
    Row(
      "application/x-compress", archive: "application/x-tarz",
      ofArchive:
        "H52QYVzQwUMHgMGDCBMqXMiwocOHECMihEERhg0aNABU3KhxI8WOHivaABnyI0UbN2TIAAAChsSXMGPK"
        + "nAmgzhw6YeR0pMmzp8+fQIMKHUrUIJoybNi8UVC0qdOnUKNKnUq1qtWrWLNq3cq1q9evYMOKHUu2rNmz"
        + "aNOqXcu2rdu3cOPKnUu3rt27ePPq3cu3r9+/gAMLHky4sOHDiBMrXsy4sePHkCNLnky5suXLmDNr3sy5"
        + "s+fPoEOLHk26tOnTqFOrXs26tevXsGPLnk27tu3buHPr3s0bIQ==",
      ofText:
        "H52Qbt6ACCNnDJo0dsqwAPHGDZs8A0GwSeOmDEMzIOiUwUNHQcCBBQ8mXNjwYcSJFS9m3NjxI0GDCBUy"
        + "dAgxjESKFt9g1MjRo8CXImWWrHkzpc6VPV2GjEmS5kmcKnm2/Ll05EyTNlHm3MnSJ0iYVoc+Nco1KVWw"
        + "Qp1mhXpUqlegTK8S1Rq1q1K0TbEW3Yp06tegeeeyLesXbli1e+ua/RtX7Fqyfd9WTauXblu7ZwHLHcvX"
        + "7V3NjhNfXmyYsmDInjM3RmyZsGS8mx93xsz4cOXBkT+vvo2adunAnBUXngxctvDXoFnjTl3bdPDRw2GH"
        + "bp1bte3Ts0kTjy3ate7rz71bd24cOvLd2I9/J9+9evPi7Zn/5k5d/vbpy33fV95bu3T+2UWXHG8Bngde"
        + "eeK9R19+PQE="),
    Row(
      "application/x-bzip2", archive: "application/x-bzip2-compressed-tar",
      ofArchive:
        "QlpoOTFBWSZTWYWKXZcAAG37gMmQAARAAVWAAAhiRJ5ACAggAFQ0gnoAmRkPKCSmpoyNNBpiB93oMhBB"
        + "6EIlecTaWcECHBdjrd4sHCKMQbTqk8GbmjOdr56OUVUWdSIgPxdyRThQkIWKXZc=",
      ofText:
        "QlpoOTFBWSZTWTuKF28AAcvRgAAQQAQrZZVgIACQKGmmAAKVU0PQhsk6E7E6EwJwJuJyJsJwEyJkTQnw"
        + "TkT8JoTInAm4mhMCaE8iegmROxNhMCdCcifxdyRThQkDuKF28A=="),
    Row(
      "application/x-xz", archive: "application/x-xz-compressed-tar",
      ofArchive:
        "/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4Cf/AF5dADCLiofEDvKXpPh1PcWp7dmabcq1hA72NeWmbvLr"
        + "XwVQpzh82uVtIncNye31hSKS6oKoLXNvIsoh8Ras0dILWyH83vp9IQsfa2PEhwapLWEe4yXhdyeN6XfS"
        + "Ah0fTQAAAAARpzRK3DDY3wABeoBQAAAASkUHE7HEZ/sCAAAAAARZWg==",
      ofText:
        "/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4AT/AC5dADcbwAUSY3VD3oDE2Kn6N2b4fBaUXjSj5p1t+Ldr"
        + "hj8r5jAdTlr9a/H7eSH3jwAAAAC6ZBTAYIknAgABSoAKAAAAIa3Ns7HEZ/sCAAAAAARZWg=="),
    Row(
      "application/x-lzma", archive: "application/x-lzma-compressed-tar",
      ofArchive:
        "XQAAgAD//////////wAwi4qHxA7yl6T4dT3Fqe3Zmm3KtYQO9jXlpm7y618FUKc4fNrlbSJ3Dcnt9YUi"
        + "kuqCqC1zbyLKIfEWrNHSC1sh/N76fSELH2tjxIcGqS1hHuMl4Xcnjel30gId8Vv////IdxAA",
      ofText:
        "XQAAgAD//////////wA3G8AFEmN1Q96AxNip+jdm+HwWlF40o+adbfi3a4Y/K+YwHU5a/Wvx+3kq/MSo"
        + "//uD9AA="),
    Row(
      "application/zstd", archive: "application/x-zstd-compressed-tar",
      ofArchive:
        "KLUv/QRo/QEAssIJEbCpAwBdOUR0SeJLbnnrAi0pg4SQOberkot9w3cE2zv2MbBnS1ECCSDQD/aFN3Pq"
        + "/Ex7MIAHDAqwnRgczgxtRw==",
      ofText:
        "KLUv/QRoTQEABAJubyBhcmNoaXZlLCBvbmx5IGEgbGluZSBvZiB0ZXh0CgEA6Gb86gkk/LJ4"),
    Row(
      "application/x-lz4", archive: "application/x-lz4-compressed-tar",
      ofArchive:
        "BCJNGGRAp3IAAABvYS50eHQAAQBLkjAwMDA2NDQAMAEADAgAAB4ABwwAABgAjzY3MjIAIDAAAQBQn3Vz"
        + "dGFyADAwAAEA439oZWxsbwoAAQD//////////////////////////////////////////////////wdQ"
        + "AAAAAAAAAAAAc3V2ww==",
      ofText:
        "BCJNGGRApy8AAAD/EW5vIGFyY2hpdmUsIG9ubHkgYSBsaW5lIG9mIHRleHQKIAD/////zFB0ZXh0CgAA"
        + "AADaWmqY"),
  ]

  private static func detector() throws -> TypeDetector {
    let types = rows.flatMap { row in
      [
        Fixture.type(row.stream) {
          // No rule, so that only the inside can decide.
          $0.globs = [Fixture.glob("*.stream")]
        },
        Fixture.type(row.archive) { type in
          type.superclasses = MIMEName(row.stream).map { [Located($0, at: .none)] } ?? []
          type.globs = [Fixture.glob("*." + row.archive.split(separator: "/")[1])]
        },
      ]
    }
    return TypeDetector(image: try Fixture.image(types))
  }

  @Test("A tar archive inside is recognised without a name", arguments: rows)
  func archives(_ row: Row) throws {
    guard row.isSupported else { return }
    let verdict = try Self.detector().verdict(forBytes: row.archiveBytes)
    #expect(verdict.mimeType == row.archive)
    #expect(verdict.basis == .container)
  }

  @Test("A text inside is no archive, whatever the name is", arguments: rows)
  func texts(_ row: Row) throws {
    guard row.isSupported else { return }
    let detector = try Self.detector()
    #expect(detector.verdict(forBytes: row.textBytes).mimeType == row.stream)
    let name = "a." + row.archive.split(separator: "/")[1]
    let verdict = detector.verdict(forBytes: row.textBytes, name: name)
    // A block of bzip2 takes too long to decode only to doubt a name.
    let isTrusted = row.stream == "application/x-bzip2"
    #expect(verdict.mimeType == (isTrusted ? row.archive : row.stream))
    #expect(verdict.disagreement?.winner == (isTrusted ? nil : .content))
  }

  @Test("A block of bzip2 that has neither zeros nor angle brackets is not decoded")
  func listedBytes() throws {
    guard let row = Self.rows.first(where: { $0.stream == "application/x-bzip2" }),
      row.isSupported
    else { return }
    let detector = try Self.detector()
    // The rest of the block is damaged.
    func damaged(_ bytes: [UInt8]) -> [UInt8] { bytes.prefix(60) + bytes.dropFirst(60).map(~) }
    #expect(detector.verdict(forBytes: damaged(row.textBytes)).basis == .container)
    #expect(detector.verdict(forBytes: damaged(row.archiveBytes)).basis != .container)
  }

  @Test("A stream truncated anywhere, or with any byte changed, has a verdict", arguments: rows)
  func damaged(_ row: Row) throws {
    let detector = try Self.detector()
    for count in 0..<row.archiveBytes.count {
      let verdict = detector.verdict(
        forBytes: Array(row.archiveBytes.prefix(count)), size: row.archiveBytes.count)
      #expect(verdict.mimeType?.isEmpty == false)
      var bytes = row.archiveBytes
      bytes[count] ^= 0xFF
      #expect(detector.verdict(forBytes: bytes).mimeType?.isEmpty == false)
    }
  }

  @Test("A stream that ends before its first block does not contradict a name", arguments: rows)
  func cutArchives(_ row: Row) throws {
    let detector = try Self.detector()
    let name = "a." + row.archive.split(separator: "/")[1]
    for count in 4..<60 {
      let bytes = Array(row.archiveBytes.prefix(count))
      // The first bytes of some streams are characters, and so few of them may be a text.
      guard bytes.withUnsafeBytes(TextTest.encoding) == nil else { continue }
      let verdict = detector.verdict(forBytes: bytes, name: name)
      #expect(verdict.mimeType == row.archive, "\(count) bytes: \(verdict.evidence)")
      #expect(verdict.disagreement?.winner != .content)
    }
  }

  @Test("A start that no archive has contradicts a name, even if it is truncated")
  func cutText() throws {
    let text = ContainerFixture.gzip(Array(String(repeating: "text ", count: 60).utf8))
    for (count, expected) in [(100, "application/x-compressed-tar"), (200, "application/gzip")] {
      let verdict = try Self.detector().verdict(
        forBytes: Array(text.prefix(count)), name: "a.x-compressed-tar")
      #expect(verdict.mimeType == expected)
    }
  }

  @Test("Evidence reads well after \"because of\"")
  func words() throws {
    let text = ContainerFixture.gzip(Array("text".utf8))
    #expect(
      try Self.detector().verdict(forBytes: text).evidence.map(\.rule)
        == ["the inside, which is no tar archive"])
  }

  @Test("An archive without entries is not contradicted")
  func emptyArchive() throws {
    let zeros = ContainerFixture.gzip([UInt8](repeating: 0, count: 1024))
    let verdict = try Self.detector().verdict(forBytes: zeros, name: "a.x-compressed-tar")
    #expect(verdict.mimeType == "application/x-compressed-tar")
  }

  @Test("A block that is too small for a header of tar holds no archive")
  func statedSize() throws {
    let bzip3 = "application/vnd.bzip3"
    let archive = "application/x-bzip3-compressed-tar"
    let detector = TypeDetector(
      image: try Fixture.image([
        Fixture.type(bzip3),
        Fixture.type(archive) { $0.globs = [Fixture.glob("*.tar.bz3")] },
      ]))
    let header = Array("BZ3v1".utf8) + [0, 0, 0, 1, 110, 0, 0, 0]
    #expect(
      detector.verdict(forBytes: header + [100, 0, 0, 0], name: "a.tar.bz3").mimeType == bzip3)
    #expect(
      detector.verdict(forBytes: header + [0, 40, 0, 0], name: "a.tar.bz3").mimeType == archive)
  }
}
