internal import UTIPlatform
internal import UTIXMLFormats

/// The root element of a signature file, which states its kind and release.
package struct SignatureFileHeader: Hashable, Sendable {
  /// The kinds of signature files of DROID.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The formats, with signatures of bytes.
    case binary
    /// Signatures of the contents of containers.
    case container
  }

  package let kind: Kind
  /// The number of the release; empty when the file states none.
  package let version: String
  /// The date as written; empty when the file states none.
  package let date: String

  /// nil for another root element.
  init?(_ element: XMLElement) {
    func value(_ name: StaticString) -> String {
      element.attributes.value(of: name)?.string ?? ""
    }
    switch element.name {
    case "FFSignatureFile":
      (kind, version, date) = (.binary, value("Version"), value("DateCreated"))
    case "ContainerSignatureMapping":
      (kind, version, date) = (.container, value("signatureVersion"), "")
    default: return nil
    }
  }

  /// nil for the contents of another file.
  package init?(_ bytes: [UInt8]) {
    guard let header = DocumentStart.read(bytes, { SignatureFileHeader($0) }) else { return nil }
    self = header
  }

  /// nil for another file, and for one that cannot be read.
  package init?(fileAt path: String) {
    guard
      let file = try? RegularFile(declarationsAt: path, limits: DeclarationReader().limits)
    else { return nil }
    self.init(file.bytes)
  }
}
