import Testing
import UTIFormatSignatures

/// Signatures that are small and could cost much memory or time.
@Suite("The limits of a search for signatures")
struct SearchLimitTests {
  private let bytes = Array(String(repeating: "AB", count: 150_000).utf8)

  private func matches(_ signature: ByteSignature, in bytes: [UInt8]) -> SignatureProgram.Matches {
    let program = SignatureProgram([signature])
    return bytes.withUnsafeBytes { program.matches(in: SearchedBytes($0)) }
  }

  private func signature(
    _ expression: String, _ reference: ByteSequence.Reference = .start
  ) throws -> ByteSignature {
    let elements = try ExpressionParser.elements(of: Array(expression.utf8))
    return ByteSignature(id: 1, sequences: [ByteSequence(reference, elements)])
  }

  private func repeated(_ part: String, _ count: Int) -> String {
    String(repeating: part, count: count)
  }

  @Test(
    "A gap without end keeps one place",
    arguments: [ByteSequence.Reference.start, .end], [1_000, 20_000])
  func unbounded(reference: ByteSequence.Reference, count: Int) throws {
    let expression =
      reference == .start ? "41" + repeated("{0-*}42", count) : repeated("41{0-*}", count) + "42"
    let signature = try signature(expression, reference)
    let result = matches(signature, in: bytes)
    #expect(result.found == [0])
    #expect(result.places <= 2 * count + 2, "\(result.places)")
    #expect(result.steps <= 10 * bytes.count, "\(result.steps)")
    let spans = bytes.withUnsafeBytes { signature.spans(in: SearchedBytes($0)) }
    // The first two values have no byte between them.
    #expect(spans.count == count)
    let distance =
      reference == .start ? spans.last?.offset : spans.first.map { 299_999 - $0.offset }
    #expect(distance == 2 * count - 1)
  }

  @Test("Values of several bytes between gaps without end keep one place each")
  func subsequences() throws {
    let result = matches(try signature("{0-*}4142" + repeated("{0-*}4142", 999)), in: bytes)
    #expect(result.found == [0] && result.places <= 2_001, "\(result.places)")
  }

  @Test("A choice before a gap without end keeps one place")
  func choices() throws {
    let result = matches(try signature(repeated("{0-*}(41|42|4142)", 1_000)), in: bytes)
    #expect(result.found == [0] && result.places <= 2_001, "\(result.places)")
  }

  @Test("A search that is too long ends, and the answer is that more bytes could decide")
  func endless() throws {
    let many = try signature("41" + repeated("{0-4096}(41|42)", 3_000))
    let result = matches(many, in: bytes)
    #expect(result.found == [] && result.undecided == [0])
    #expect(result.steps <= 65 * bytes.count + (1 << 16), "\(result.steps)")
    let scattered = matches(try signature(repeated("{0-4000}42", 2_999)), in: bytes)
    #expect(scattered.found == [] && scattered.undecided == [0])
    #expect(scattered.places <= SearchLimits.greatestPlaces + bytes.count / 2)
    // Fewer of the same parts are decided.
    #expect(matches(try signature("41" + repeated("{0-4096}(41|42)", 9)), in: bytes).found == [0])
    #expect(matches(try signature(repeated("{0-4000}42", 9)), in: bytes).found == [0])
  }

  @Test("The answer about a file says that a search was too long")
  func bounded() throws {
    let expression = "41" + repeated("{0-4096}(41|42)", 3_000)
    let file = try SignatureFiles.read(
      SignatureFiles.binary(
        SignatureFiles.signature(1, expression),
        formats: SignatureFiles.format(1, "t/1", signatures: [1]))
    ).file
    let answer = bytes.withUnsafeBytes {
      FormatIdentifier(file).answer(to: .init(SearchedBytes($0)))
    }
    #expect(answer.matches == [] && answer.isBounded)
  }
}
