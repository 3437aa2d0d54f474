internal import UTIFormatSignatures
package import UTITypeGraph

extension FormatRelease {
  /// Declares a type for each format without one.
  ///
  /// The function returns the types with a tag, and the extensions of each. Extensions of other
  /// types are omitted, so that no answer about a name changes.
  package func typeDeclarations(
    in source: DeclarationSource,
    types: (Tag) -> [(identifier: TypeIdentifier, extensions: [String])]
  ) -> DeclarationFile {
    var file = DeclarationFile(source: source)
    func supertype(_ mimeName: String) -> TypeIdentifier {
      types(Tag(tagClass: .mimeType, value: mimeName)).first?.identifier ?? .data
    }
    let (zip, storage) = (supertype("application/zip"), supertype("application/x-ole-storage"))
    let document = supertype("application/xml")
    var supertypes: [String: TypeIdentifier] = [:]
    for signature in containers?.signatures ?? [] {
      for puid in signature.puids {
        supertypes[puid] = signature.kind == .zip ? zip : storage
      }
    }
    let documents = documents
    var known: Set<TypeIdentifier> = []
    for format in formats.formats {
      guard let identifier = TypeIdentifier.ofFormat(format.puid),
        known.insert(identifier).inserted,
        !Self.hasType(format, types)
      else { continue }
      let tags =
        [Tag(tagClass: .format, value: format.puid)]
        + format.extensions.map { Tag(tagClass: .filenameExtension, value: $0) }
        .filter { $0.isValid && types($0).isEmpty }
      let supertype =
        supertypes[format.puid] ?? (documents.contains(format.puid) ? document : .data)
      file.types.append(
        TypeDeclaration(
          identifier: identifier, position: format.position, isExported: false,
          conformsTo: [Located(supertype, at: format.position)],
          tags: tags.map { Located($0, at: format.position) },
          description: format.name + (format.version.isEmpty ? "" : " " + format.version),
          version: format.version.isEmpty ? nil : format.version))
    }
    return file
  }

  /// By a tag, or by the rule of MIME names and extensions.
  private static func hasType(
    _ format: FileFormat, _ types: (Tag) -> [(identifier: TypeIdentifier, extensions: [String])]
  ) -> Bool {
    !types(Tag(tagClass: .format, value: format.puid)).isEmpty
      || format.mimeTypes.contains { name in
        types(Tag(tagClass: .mimeType, value: name)).contains {
          format.isOfType(mimeNames: [name], extensions: $0.extensions)
        }
      }
  }

  /// The formats that have priority over XML, and all of whose signatures begin with its declaration.
  private var documents: Set<String> {
    guard let xml = formats.formats.first(where: { $0.puid == "fmt/101" }) else { return [] }
    let declared = Set(
      formats.signatures.filter { signature in
        signature.sequences.contains { sequence in
          sequence.elements.contains {
            if case .bytes(let bytes) = $0 { bytes.starts(with: "<?xml".utf8) } else { false }
          }
        }
      }.map(\.id))
    return Set(
      formats.formats.filter { format in
        format.supersededIDs.contains(xml.id) && !format.signatureIDs.isEmpty
          && format.signatureIDs.allSatisfy(declared.contains)
      }.map(\.puid))
  }
}
