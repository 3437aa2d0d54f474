package import UTIPortable

/// A format of PRONOM, or one version of a format.
package struct FileFormat: Hashable, Sendable {
  /// The number of the format in its file, to which priorities refer.
  package var id: Int
  /// The identifier of PRONOM, such as `fmt/18`.
  package var puid: String
  package var name: String
  /// Empty for a format without versions.
  package var version = ""
  package var mimeTypes: [String] = []
  package var extensions: [String] = []
  /// The signatures of the same file, each of which is sufficient.
  package var signatureIDs: [Int] = []
  /// The formats whose matches a match of this one removes.
  package var supersededIDs: [Int] = []
  package var position = SourcePosition.none

  package init(id: Int, puid: String, name: String) {
    self.id = id
    self.puid = puid
    self.name = name
  }
}

/// The contents of a DROID signature file.
package struct FormatSignatureFile: Hashable, Sendable {
  /// The number of the release; empty when the file states none.
  package var version = ""
  /// The date as written.
  package var date = ""
  package var formats: [FileFormat] = []
  package var signatures: [ByteSignature] = []

  package init() {}
}
