import Foundation
import TestSupport

/// A user's account, and small signature files of PRONOM.
struct SignatureFixture {
  let directory: TemporaryDirectory
  let environment: [String: String]

  init(isInstalled: Bool = true) throws {
    directory = try TemporaryDirectory()
    environment = [
      "HOME": directory.path + "/home", "PATH": MachineProgram.searchPath, "LC_ALL": "C.UTF-8",
      "XDG_DATA_DIRS": directory.path + "/system",
    ]
    try directory.write("home/.keep")
    try directory.write("signatures.xml", Array(Self.binary(release: 7).utf8))
    try directory.write("containers.xml", Array(Self.containers.utf8))
    guard isInstalled else { return }
    try directory.write("home/\(Self.folder)/signatures.xml", Array(Self.binary(release: 7).utf8))
    try directory.write("home/\(Self.folder)/containers.xml", Array(Self.containers.utf8))
  }

  static let folder = ".local/share/uniform-types/pronom"

  var path: String { directory.path }

  func run(_ arguments: String...) throws -> CommandRun { try run(arguments) }

  func run(_ arguments: [String]) throws -> CommandRun {
    try Command.run(arguments, environment: environment)
  }

  /// Two versions of PDF, a format with an ambiguous signature, plain text, and a weak extension.
  static func binary(release: Int, extra: String = "") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <FFSignatureFile DateCreated="2024-04-01" Version="\(release)"
      xmlns="http://www.nationalarchives.gov.uk/pronom/SignatureFile">
    <InternalSignatureCollection>
    \(signature(1, "255044462D312E33"))
    \(signature(2, "255044462D312E34"))
    \(signature(3, "41434D45"))
    \(signature(4, "504B0304"))
    \(extra)</InternalSignatureCollection>
    <FileFormatCollection>
    \(format(1, "fmt/17", "Acrobat PDF 1.3", "1.3", "application/pdf", signature: 1, "pdf"))
    \(format(2, "fmt/18", "Acrobat PDF 1.4", "1.4", "application/pdf", signature: 2, "pdf"))
    \(format(3, "fmt/9001", "Acme, \u{22}A\u{22}", "1", "", signature: 3, "acm"))
    \(format(4, "fmt/9002", "Acme B", "2", "", signature: 3, "acm"))
    \(format(5, "x-fmt/111", "Plain Text File", "", "text/plain", signature: nil, "txt"))
    \(format(6, "fmt/9003", "Weak", "", "", signature: nil, "wek"))
    \(format(7, "x-fmt/263", "ZIP Format", "", "application/zip", signature: 4, "zip"))
    </FileFormatCollection>
    </FFSignatureFile>
    """
  }

  private static func signature(_ id: Int, _ bytes: String) -> String {
    """
    <InternalSignature ID="\(id)"><ByteSequence Reference="BOFoffset">
    <SubSequence Position="1" SubSeqMinOffset="0" SubSeqMaxOffset="0">
    <Sequence>\(bytes)</Sequence></SubSequence></ByteSequence></InternalSignature>
    """
  }

  private static func format(
    _ id: Int, _ puid: String, _ name: String, _ version: String, _ mime: String, signature: Int?,
    _ suffix: String
  ) -> String {
    let name = name.replacingOccurrences(of: "\"", with: "&quot;")
    let signature = signature.map { "<InternalSignatureID>\($0)</InternalSignatureID>" } ?? ""
    return "<FileFormat ID=\"\(id)\" Name=\"\(name)\" PUID=\"\(puid)\""
      + (version.isEmpty ? "" : " Version=\"\(version)\"")
      + (mime.isEmpty ? "" : " MIMEType=\"\(mime)\"")
      + ">\(signature)<Extension>\(suffix)</Extension></FileFormat>"
  }

  static let containers = """
    <ContainerSignatureMapping schemaVersion="1.0" signatureVersion="3">
    <ContainerSignatures>
    <ContainerSignature Id="1" ContainerType="ZIP"><Description>A document</Description><Files>
    <File><Path>mimetype</Path></File></Files></ContainerSignature>
    </ContainerSignatures>
    <FileFormatMappings><FileFormatMapping signatureId="1" Puid="fmt/9002"/></FileFormatMappings>
    <TriggerPuids><TriggerPuid ContainerType="ZIP" Puid="x-fmt/263"/></TriggerPuids>
    </ContainerSignatureMapping>
    """
}
