import Testing
import UTITypeDetection
import UniformTypes

/// Names that a client sent with bytes.
struct UntrustedNameTests {
  /// Bytes with the name that a client gave them, and the answer.
  struct Upload: Sendable {
    let bytes: String
    let name: String
    let type: String

    static let all = [
      // A page that begins as a picture.
      Upload(
        bytes: "\u{89}PNG\r\n\u{1A}\n<html><script>alert(1)</script>", name: "a.png",
        type: "public.html"),
      Upload(bytes: "GIF89a<script>alert(1)</script>", name: "a.gif", type: "public.plain-text"),
      // A name contradicts the bytes.
      Upload(bytes: "%PDF-1.7\n1 0 obj\n<<>>\nendobj\n", name: "a.png", type: "com.adobe.pdf"),
      Upload(bytes: "<!DOCTYPE html>\n<html></html>\n", name: "a.txt", type: "public.html"),
      // A name chooses among the languages of a text.
      Upload(bytes: "a = 1\nb = 2\n", name: "a.py", type: "public.python-script"),
      Upload(bytes: "a = 1\nb = 2\n", name: "a.xyzabc", type: "public.plain-text"),
      // Bytes without a sign are data.
      Upload(bytes: "\0\u{1}\u{2}\0\u{3}", name: "a.azw", type: "public.data"),
    ]

    /// The bytes as Latin-1, so that each character is a byte.
    var data: [UInt8] { bytes.unicodeScalars.map { UInt8($0.value) } }
  }

  @Test("A name that a client sent only narrows the type of the bytes", arguments: Upload.all)
  func upload(_ upload: Upload) async throws {
    let registry = TypeRegistry.embedded
    let verdict = registry.identify(bytes: upload.data, untrustedName: upload.name)
    #expect(verdict.type.rawValue == upload.type)
    let bytesAlone = registry.identify(bytes: upload.data)
    #expect(verdict.confidence <= bytesAlone.confidence)
    let (stream, continuation) = AsyncStream.makeStream(of: UInt8.self)
    for byte in upload.data { continuation.yield(byte) }
    continuation.finish()
    let streamed = try await registry.identify(bytes: stream, untrustedName: upload.name)
    #expect(streamed.type == verdict.type && streamed.confidence == verdict.confidence)
  }

  @Test("A name never raises the confidence in bytes, whatever it is")
  func confidence() {
    let registry = TypeRegistry.embedded
    for name in ["a.png", "a.html", "a.jpg", "a.svg", "a.txt", "a.zip", "a.docx"] {
      for upload in Upload.all {
        let verdict = registry.identify(bytes: upload.data, untrustedName: name)
        let shown = registry.identify(bytes: upload.data, untrustedName: nil)
        #expect(verdict.confidence <= shown.confidence, "\(name)")
        // Markup is stored as plain text, which it does not conform to.
        let isPlain = shown.type.rawValue == "public.plain-text"
        let wide = isPlain ? UTType.text : registry.type(of: shown)
        #expect(registry.type(of: verdict).conforms(to: wide), "\(name)")
      }
    }
  }
}
