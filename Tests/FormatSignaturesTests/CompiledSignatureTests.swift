import Foundation
import TestSupport
import Testing
import UTIFormatSignatures
import UTIPortable
import UTITypeDeclarations

extension CompiledSignatures {
  /// Without positions, which are not written.
  var withoutPositions: CompiledSignatures {
    var copy = self
    for index in copy.formats.formats.indices { copy.formats.formats[index].position = .none }
    for index in copy.formats.signatures.indices { copy.formats.signatures[index].position = .none }
    let signatures = copy.containers?.signatures.map { signature in
      var signature = signature
      signature.position = .none
      for entry in signature.entries.indices {
        for place in signature.entries[entry].signatures.indices {
          signature.entries[entry].signatures[place].position = .none
        }
      }
      return signature
    }
    copy.containers?.signatures = signatures ?? []
    return copy
  }
}

@Suite("Compiled signatures")
struct CompiledSignatureTests {
  private static let header = "uniform-types signatures 1\n"

  private static func signatures() throws -> CompiledSignatures {
    let expressions = [
      "25504446", "[00:1F]{2-*}(41|42{3}|[!00 FF])*4A", "??[1122:3344]", "(41(42|43)|44)",
    ]
    let binary = SignatureFiles.binary(
      expressions.enumerated().map {
        SignatureFiles.signature(
          $0 + 1, $1, reference: $0 == 2 ? "EOFoffset" : "BOFoffset", offsets: "\($0) 9")
      }.joined(separator: "\n"),
      formats: SignatureFiles.format(1, "fmt/1", signatures: [1, 3], extensions: ["a", "b"])
        + SignatureFiles.format(2, "fmt/2", signatures: [2, 4], over: [1]))
    guard
      case .signatures(let file) = try FormatSignatureReader.read(Array(binary.utf8)).contents,
      case .containers(let containers) = try FormatSignatureReader.read(
        Array(SignatureFiles.containers.utf8)
      ).contents
    else { throw CocoaError(.fileReadCorruptFile) }
    return CompiledSignatures(file, containers: containers)
  }

  @Test("Signatures that are written and read are equal")
  func roundTrip() throws {
    let signatures = try Self.signatures()
    #expect(!signatures.formats.signatures.isEmpty)
    #expect(!(signatures.containers?.signatures.isEmpty ?? true))
    let read = try CompiledSignatures(signatures.bytes)
    #expect(read == signatures.withoutPositions)
    #expect(read.bytes == signatures.bytes)
    let alone = CompiledSignatures(signatures.formats)
    #expect(try CompiledSignatures(alone.bytes).containers == nil)
  }

  @Test("Control characters of names do not end a field or a line")
  func controlCharacters() throws {
    var signatures = try Self.signatures()
    signatures.formats.formats[0].name = "a\tb\nF\t1"
    let read = try CompiledSignatures(signatures.bytes)
    #expect(read.formats.formats.map(\.name) == ["a b F 1", "Format 2"])
  }

  @Test(
    "A line without a meaning is an error at its number",
    arguments: [
      "X\t1", "F\t1\tfmt/1", "F\tx\tfmt/1\tName\t\t\t\t\t", "S\t1\tBOF", "S\t1\tBOF 4", "S\t1\t",
      "S\t1\tMIDDLE 41", "P\tpath", "E\t1\tBOF 41", "T\tTAR\tfmt/1", "S\t1\tBOF 41 & EOF (",
    ])
  func invalid(line: String) {
    let bytes = Array((Self.header + "R\t1\t2024\n" + line + "\n").utf8)
    let error = #expect(throws: CompiledSignatures.InvalidLine.self) {
      try CompiledSignatures(bytes)
    }
    #expect(error?.line == 3)
  }

  @Test("Bytes without the first line are refused")
  func otherBytes() {
    #expect(throws: CompiledSignatures.InvalidLine.self) { try CompiledSignatures([]) }
    #expect(!CompiledSignatures.isHeader(of: Array("uniform-types signatures 10\n".utf8)))
  }
}
