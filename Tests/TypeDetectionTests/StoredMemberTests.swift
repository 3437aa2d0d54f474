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

  private static let pdf = Array("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n".utf8)

  @Test("is an archive for every kind of member", arguments: forms)
  func members(_ form: Form) throws {
    let detector = try BaseDeclarations.detector.get()
    let samples = KnownFile.all + [KnownFile("application/pdf", nil, bytes: Self.pdf)]
    for file in samples {
      let verdict = detector.verdict(forBytes: form.make(file.bytes))
      #expect(verdict.type.rawValue == form.type, "a member of \(file.expected)")
    }
  }

  @Test("is an archive with a short signature too")
  func shortSignatures() throws {
    let detector = try BaseDeclarations.detector.get()
    let zeros = [UInt8](repeating: 0, count: 18)
    let archives: [(String, [UInt8])] = [
      ("org.gnu.gnu-zip-archive", ContainerFixture.gzip(Self.pdf)),
      (
        "public.cpio-archive",
        [0xC7, 0x71, 0, 0, 0, 0, 0xA4, 0x81] + zeros + Array("member\0\0".utf8) + Self.pdf
      ),
    ]
    for (type, bytes) in archives {
      #expect(detector.verdict(forBytes: bytes).type.rawValue == type)
    }
  }

  @Test("has the type of a signature at a fixed place")
  func fixedPlaces() throws {
    let mine = Fixture.type("application/x-mine") {
      $0.magic = [Fixture.rule([Fixture.match(Array("application/x-mine".utf8), at: 38...38)])]
    }
    let detector = try BaseDeclarations.detector(beside: [
      DeclarationFile(source: Fixture.source, mimeTypes: [mine])
    ])
    let archive = ContainerFixture.zip([("mimetype", "application/x-mine")])
    #expect(detector.verdict(forBytes: archive).mimeType == "application/x-mine")
    // A title that begins like an archive.
    var book = Array("070707-Daily".utf8)
    book += [UInt8](repeating: 0, count: 60 - book.count) + Array("BOOKMOBI".utf8)
    book += [UInt8](repeating: 0, count: 99)
    for name in [nil, "a.mobi"] {
      let verdict = detector.verdict(forBytes: book, name: name)
      #expect(verdict.mimeType == "application/x-mobipocket-ebook")
    }
  }
}
