import TestSupport
import Testing
import UTITypeDetection

/// Programs and libraries in ELF, which begin alike.
struct ExecutableFileTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let expected: String
    let file: ExecutableFixture
    var testDescription: String { "\(expected): \(file.testDescription)" }
  }

  // DT_NEEDED, DT_SONAME, DT_DEBUG, DT_FLAGS_1; DF_1_NOW and DF_1_PIE.
  private static let needed = (tag: 1, value: 1)
  private static let libraryName = (tag: 14, value: 9)
  private static let debugger = (tag: 21, value: 0)
  private static let now = (tag: 0x6FFF_FFFB, value: 1)
  private static let program = (tag: 0x6FFF_FFFB, value: 0x0800_0001)

  private static let kinds: [(expected: String, file: ExecutableFixture)] = [
    ("application/x-object", ExecutableFixture(kind: 1)),
    ("application/x-executable", ExecutableFixture(kind: 2)),
    (
      "application/x-executable",
      ExecutableFixture(kind: 2, hasInterpreter: true, tags: [needed, debugger])
    ),
    ("application/x-core", ExecutableFixture(kind: 4)),
    ("application/x-sharedlib", ExecutableFixture(kind: 3)),
    ("application/x-sharedlib", ExecutableFixture(tags: [needed, libraryName])),
    ("application/x-sharedlib", ExecutableFixture(tags: [needed, now])),
    // Libraries that can be run, such as the C library: they have an interpreter and are not
    // programs.
    (
      "application/x-sharedlib",
      ExecutableFixture(hasInterpreter: true, tags: [libraryName, debugger])
    ),
    ("application/x-sharedlib", ExecutableFixture(hasInterpreter: true, tags: [needed, now])),
    (
      "application/x-pie-executable",
      ExecutableFixture(hasInterpreter: true, tags: [needed, debugger, program])
    ),
    // Linked without an interpreter, and after everything that is read first.
    ("application/x-pie-executable", ExecutableFixture(tags: [debugger, program], gap: 100_000)),
    // Before linkers wrote the flag.
    (
      "application/x-pie-executable",
      ExecutableFixture(hasInterpreter: true, tags: [needed, debugger])
    ),
  ]

  static let rows = kinds.flatMap { kind in
    [(true, false), (true, true), (false, false), (false, true)].map { isWide, isBigEndian in
      var file = kind.file
      file.isWide = isWide
      file.isBigEndian = isBigEndian
      return Row(expected: kind.expected, file: file)
    }
  }

  @Test("The dynamic section distinguishes programs and libraries", arguments: rows)
  func kind(_ row: Row) throws {
    let verdict = try BaseDeclarations.detector.get().verdict(forBytes: row.file.bytes)
    #expect(verdict.mimeType == row.expected, "\(verdict.evidence)")
  }

  @Test("The name of a library does not make a program a library, nor the reverse")
  func names() throws {
    let detector = try BaseDeclarations.detector.get()
    let program = ExecutableFixture(hasInterpreter: true, tags: [Self.program])
    let library = ExecutableFixture(tags: [Self.libraryName])
    #expect(
      detector.verdict(forBytes: program.bytes, name: "gtk.so").mimeType
        == "application/x-pie-executable")
    for name in ["libz.so", "libz.so.1.2.13", "libz"] {
      #expect(
        detector.verdict(forBytes: library.bytes, name: name).mimeType == "application/x-sharedlib")
    }
  }

  @Test("The header decides over every name", arguments: rows)
  func otherNames(_ row: Row) throws {
    let detector = try BaseDeclarations.detector.get()
    for suffix in ["so", "o", "ko", "bin", "exe", "py", "png"] {
      let verdict = detector.verdict(forBytes: row.file.bytes, name: "a.\(suffix)")
      #expect(verdict.mimeType == row.expected, "\(suffix): \(verdict.candidates)")
    }
  }

  @Test("The start of a program alone is no evidence of a library")
  func start() throws {
    let file = ExecutableFixture(hasInterpreter: true, tags: [Self.program], gap: 100_000)
    let detector = try BaseDeclarations.detector.get()
    let start = detector.verdict(forBytes: Array(file.bytes.prefix(4096)), size: file.bytes.count)
    #expect(start.mimeType == "application/x-sharedlib")
    #expect(start.basis == .content)
  }

  @Test("A file truncated anywhere, or with a byte changed, has a verdict without a crash")
  func damage() throws {
    let detector = try BaseDeclarations.detector.get()
    for file in Self.rows.map(\.file) where file.tags.count == 3 {
      let bytes = file.bytes
      for count in bytes.indices {
        #expect(detector.verdict(forBytes: Array(bytes.prefix(count))).mimeType != nil)
      }
      for place in bytes.indices {
        for byte in [0, 0x7F, 0xFF] as [UInt8] {
          var changed = bytes
          changed[place] = byte
          #expect(detector.verdict(forBytes: changed).mimeType != nil)
        }
      }
    }
  }

  @Test("Tables of headers and tags are read no further than the limits allow")
  func promises() throws {
    let limits = DetectionLimits()
    var file = ExecutableFixture(hasInterpreter: true, tags: [Self.program], gap: 200_000)
    let directory = try TemporaryDirectory()
    for isWide in [true, false] {
      file.isWide = isWide
      var bytes = file.bytes
      // The number of program headers (e_phnum).
      bytes[isWide ? 56 : 44] = 0xFF
      bytes[isWide ? 57 : 45] = 0xFF
      let path = try directory.write("file", bytes)
      let cost = try BaseDeclarations.detector.get().verdict(forPath: path).cost
      #expect(cost.reads <= 1 + limits.containerReadCount)
      #expect(cost.bytes <= limits.headByteCount + 2 * 16384)
    }
  }
}
