import Testing
import UTITypeDetection
import UTITypeGraph

/// Archives that store their first member without compression, so that its signature is near the
/// start.
@Suite("An archive whose first member is stored")
struct StoredMemberTests {
  /// A form of archive with one member.
  struct Form: Sendable, CustomTestStringConvertible {
    let type: String
    let make: @Sendable (_ member: [UInt8]) -> [UInt8]
    var testDescription: String { type }
  }

  static let forms = [
    Form(type: "public.zip-archive") { ContainerFixture.zip([("member", $0)]) },
    Form(type: "public.tar-archive") { member in
      ContainerFixture.tarBlock() + member + [UInt8](repeating: 0, count: 1024)
    },
    Form(type: "mime.application.x-archive") { member in
      let fields = "member/         0           0     0     644     "
      let size = String(member.count)
      let padding = String(repeating: " ", count: 10 - size.utf8.count)
      return Array("!<arch>\n\(fields)\(size)\(padding)`\n".utf8) + member
    },
    Form(type: "public.cpio-archive") { member in
      func field(_ value: Int) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
      }
      let values = [1, 0o100644, 0, 0, 1, 0, member.count, 0, 0, 0, 0, 7, 0]
      return Array(("070701" + values.map(field).joined() + "member\0").utf8) + member
    },
  ]

  @Test("is an archive for every kind of member", arguments: forms)
  func members(_ form: Form) throws {
    let detector = try BaseDeclarations.detector.get()
    let samples =
      KnownFile.all + [
        KnownFile("application/pdf", nil, "%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n")
      ]
    for file in samples {
      let verdict = detector.verdict(forBytes: form.make(file.bytes))
      #expect(verdict.type.rawValue == form.type, "a member of \(file.expected)")
    }
  }
}
