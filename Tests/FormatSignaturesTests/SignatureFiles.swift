import Testing
import UTIDataFormats
import UTIFormatSignatures
import UTITypeDeclarations

/// Signature files that the tests make.
enum SignatureFiles {
  /// A file with signatures and formats, as the text of their elements.
  static func binary(_ signatures: String, formats: String = "") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <FFSignatureFile DateCreated="2024-04-01" Version="7"
      xmlns="http://www.nationalarchives.gov.uk/pronom/SignatureFile">
    <InternalSignatureCollection>
    \(signatures)
    </InternalSignatureCollection>
    <FileFormatCollection>
    \(formats)
    </FileFormatCollection>
    </FFSignatureFile>
    """
  }

  /// One signature of the simplified syntax.
  static func signature(
    _ id: Int, _ expression: String, reference: String = "BOFoffset", offsets: String = "0 0"
  ) -> String {
    let limits = offsets.split(separator: " ")
    let greatest = limits.count > 1 ? " SubSeqMaxOffset=\"\(limits[1])\"" : ""
    return """
      <InternalSignature ID="\(id)"><ByteSequence Reference="\(reference)">
      <SubSequence Position="1" SubSeqMinOffset="\(limits[0])"\(greatest)>
      <Sequence>\(expression)</Sequence></SubSequence></ByteSequence></InternalSignature>
      """
  }

  static func format(
    _ id: Int, _ puid: String, signatures: [Int] = [], extensions: [String] = [],
    over: [Int] = []
  ) -> String {
    let parts =
      signatures.map { "<InternalSignatureID>\($0)</InternalSignatureID>" }
      + extensions.map { "<Extension>\($0)</Extension>" }
      + over.map { "<HasPriorityOverFileFormatID>\($0)</HasPriorityOverFileFormatID>" }
    return "<FileFormat ID=\"\(id)\" Name=\"Format \(id)\" PUID=\"\(puid)\">"
      + parts.joined() + "</FileFormat>"
  }

  /// The contents of a container file with one archive signature.
  static let containers = """
    <ContainerSignatureMapping schemaVersion="1.0" signatureVersion="3">
    <ContainerSignatures>
    <ContainerSignature Id="1" ContainerType="ZIP"><Description>A document</Description><Files>
    <File><Path>mimetype</Path><BinarySignatures><InternalSignatureCollection>
    <InternalSignature ID="9"><ByteSequence Reference="BOFoffset">
    <SubSequence Position="1" SubSeqMinOffset="4" SubSeqMaxOffset="0">
    <Sequence>'doc' ['1'-'3']</Sequence></SubSequence></ByteSequence></InternalSignature>
    </InternalSignatureCollection></BinarySignatures></File>
    <File><Path>content/</Path></File></Files></ContainerSignature>
    </ContainerSignatures>
    <FileFormatMappings><FileFormatMapping signatureId="1" Puid="t/3"/></FileFormatMappings>
    <TriggerPuids><TriggerPuid ContainerType="ZIP" Puid="t/2"/></TriggerPuids>
    </ContainerSignatureMapping>
    """

  static func read(
    _ text: String
  ) throws -> (file: FormatSignatureFile, findings: [FormatFinding]) {
    let (contents, findings) = try FormatSignatureReader.read(Array(text.utf8))
    guard case .signatures(let file) = contents else {
      throw FormatError(.notWellFormed, at: nil, "a container file")
    }
    return (file, findings)
  }

  static func readContainers(_ text: String) throws -> ContainerSignatureFile {
    guard case .containers(let file) = try FormatSignatureReader.read(Array(text.utf8)).contents
    else { throw FormatError(.notWellFormed, at: nil, "no container file") }
    return file
  }
}
