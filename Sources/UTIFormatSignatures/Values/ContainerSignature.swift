package import UTIPortable

/// The containers whose entries have signatures.
package enum ContainerKind: String, Hashable, Sendable {
  case zip = "ZIP"
  case compoundFile = "OLE2"
}

/// A signature of the contents of a container: all entries exist and match.
package struct ContainerSignature: Hashable, Sendable {
  /// A path, and signatures of which one matches the bytes.
  package struct Entry: Hashable, Sendable {
    package var path: String
    /// Empty if the existence of the entry is sufficient.
    package var signatures: [ByteSignature] = []

    package init(path: String, signatures: [ByteSignature] = []) {
      self.path = path
      self.signatures = signatures
    }
  }

  package var id: Int
  package var kind: ContainerKind
  package var summary = ""
  package var entries: [Entry] = []
  /// The formats that the mapping of the file names; usually one.
  package var puids: [String] = []
  package var position = SourcePosition.none

  package init(id: Int, kind: ContainerKind) {
    self.id = id
    self.kind = kind
  }
}

/// The contents of a container signature file.
package struct ContainerSignatureFile: Hashable, Sendable {
  /// The number of the release; empty when the file states none.
  package var version = ""
  package var signatures: [ContainerSignature] = []
  /// The formats whose files are opened, by the kind of container.
  package var triggers: [ContainerKind: [String]] = [:]

  package init() {}
}
