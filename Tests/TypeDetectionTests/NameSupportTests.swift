import Foundation
import Testing
import UTITypeDeclarations
import UTITypeGraph

@testable import UTITypeDetection

/// Names whose types the bytes do not support, and names that decide within a container.
struct NameSupportTests {
  static let unsupported = [
    // A type without a signature is not a better answer than one whose signature is missing.
    KnownFile("application/octet-stream", "a.raw", bytes: [UInt8](repeating: 0, count: 4000)),
    KnownFile("application/octet-stream", "a.sid", "\u{91}\u{3}\u{80}\0\u{1}\u{2}\u{3}\u{4}"),
    KnownFile("application/json", "a.meta", "{\"a\":1}\n"),
    KnownFile("text/plain", "a.snap", "---\nsource: a.rs\nexpression: x\n---\n1\n"),
    KnownFile("text/plain", "a.off", "name: Test\n"),
    KnownFile("text/plain", "a.path", "Path: 1 2 3\n"),
    KnownFile("text/html", "a.theme", "<tr><td>a</td></tr>\n"),
    KnownFile("application/x-gnuplot", "a.gpl", "set yrange [0:]\nplot \"a\"\n"),
    KnownFile("application/x-perl", "a.io", "#!/usr/bin/perl\nprint 1;\n"),
  ]

  static let contained = [
    KnownFile("application/illustrator", "a.ai", "%PDF-1.5\n1 0 obj\n<</Type/Catalog>>\nendobj\n"),
    KnownFile(
      "application/vnd.android.aar", "a.aar",
      bytes: ContainerFixture.zip([("AndroidManifest.xml", "<manifest/>"), ("classes.jar", "a")])),
    KnownFile(
      "application/vnd.android.aar", "a.aar",
      bytes: ContainerFixture.zip([("AndroidManifest.xml", "<manifest/>"), ("R.txt", "a")])),
    KnownFile(
      "application/x-dia-diagram", "a.dia",
      bytes: ContainerFixture.gzip(
        Array(
          "<?xml version=\"1.0\"?>\n<d:diagram xmlns:d=\"http://www.lysator.liu.se/~alla/dia/\"/>"
            .utf8))),
    KnownFile(
      "application/x-blender", "a.blend", bytes: ContainerFixture.gzip(Array("BLENDER-v279".utf8))),
    KnownFile(
      "message/rfc822", "a.eml",
      """
      From: a <a@b.c>
      To: d@e.f
      Subject: hi
      MIME-Version: 1.0
      Content-Type: multipart/related; boundary="x"

      --x

      """),
    KnownFile(
      "application/jsonc", "tsconfig.json",
      "{\n  \"compilerOptions\": {\n    \"strict\": true,\n  },\n}\n"),
  ]

  @Test("A name is no answer for bytes that do not support it", arguments: unsupported)
  func unsupportedName(_ file: KnownFile) throws { try check(file) }

  @Test("A name decides among the types that are stored in one format", arguments: contained)
  func containedName(_ file: KnownFile) throws { try check(file) }

  @Test(
    "Rarer forms of a format are of its type, with and without a name", arguments: KnownFile.rarer)
  func rarer(_ file: KnownFile) throws {
    try checkType(file)
    try checkType(KnownFile(file.expected, nil, bytes: file.bytes))
  }

  @Test("A name decides about what a program wraps", arguments: KnownFile.wrapped)
  func wrapped(_ file: KnownFile) throws { try checkType(file) }

  /// Databases have other names for some of the types.
  private func checkType(_ file: KnownFile) throws {
    for detector in [BaseDeclarations.detector, BaseDeclarations.detectorBesideInstalled] {
      guard let detector = try? detector.get() else { continue }
      let expected = detector.image.type(anyMIMEName: file.expected)
      let verdict = detector.verdict(forBytes: file.bytes, name: file.name)
      #expect(
        detector.image.type(identifier: verdict.type) == expected,
        "\(verdict.type): \(verdict.candidates)")
    }
  }

  private func check(_ file: KnownFile) throws {
    let alone = try BaseDeclarations.detector.get().verdict(forBytes: file.bytes, name: file.name)
    #expect(alone.mimeType == file.expected, "\(alone.type): \(alone.candidates)")
    let beside = try BaseDeclarations.detectorBesideInstalled.get().verdict(
      forBytes: file.bytes, name: file.name)
    #expect(beside.mimeType == file.expected, "\(beside.type): \(beside.candidates)")
  }
}
